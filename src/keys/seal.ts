/**
 * Seals: proof that a text was written for whoever holds a key, each good for one named purpose.
 *
 * The key is a random value that only a browser and the request being answered know (decision 0014); the service keeps
 * none of its own. The purpose is part of what is sealed, so a seal of one purpose is worth nothing in another's place.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Every use has a name of its own, and all of them stand here. */
export type SealPurpose =
  /** That a form was made for this browser: a page's form, the consent form, the forms of strangers. */
  | `form/${FormPurpose}`
  /** That what a form brings along was typed into one that was sent to the same address by this browser. */
  | 'form/kept'
  /** That a decision is about the very request that was shown. */
  | 'consent/request';

export type FormPurpose = 'page' | 'consent' | 'stranger';

/** What a run of the playground is made of: values that have to come out the same each time. */
export type DerivedPurpose = `playground/${'state' | 'verifier'}`;

/** Bytes of an HMAC-SHA-256, and of the pad that masks one. */
export const SEAL_BYTES = 32;
const MASKED = /^[A-Za-z0-9_-]{86}$/;

interface Sealed {
  readonly key: string;
  readonly purpose: SealPurpose;
  readonly content?: string;
  /** What only this key is known by and what is no secret, such as the digest of a session. */
  readonly keyName?: string | undefined;
}

/**
 * A seal as a page carries it: a pad, and the seal combined with it, 86 characters of base64url. With a new pad for each
 * page no part of the text repeats, so the length of a compressed page tells nothing about the seal (BREACH).
 */
export function seal(sealed: Sealed, pad: Buffer): string {
  return Buffer.concat([pad, combine(knownMacOf(sealed), pad)]).toString('base64url');
}

export function isSealOf(presented: string | undefined, sealed: Sealed): boolean {
  if (sealed.key === '' || presented === undefined || !MASKED.test(presented)) return false;
  const bytes = Buffer.from(presented, 'base64url');
  const given = combine(bytes.subarray(SEAL_BYTES), bytes.subarray(0, SEAL_BYTES));
  return timingSafeEqual(given, knownMacOf(sealed));
}

/** 43 characters of base64url. */
export function derive(key: string, purpose: DerivedPurpose, content: string): string {
  return macOf({ key, purpose, content }).toString('base64url');
}

/** A thousand people who use the pages, at some 300 bytes each. */
export const MOST_KEPT = 1000;
const kept = new Map<string, Buffer>();

/** Of a purpose alone it is the same on every page of a session, and taking it costs as much as a twentieth of the consent page. */
function knownMacOf(sealed: Sealed): Buffer {
  const { keyName, purpose, content = '' } = sealed;
  if (keyName === undefined || content !== '') return macOf(sealed);
  const name = `${purpose} ${keyName}`;
  const known = kept.get(name);
  if (known !== undefined) return known;
  const made = macOf(sealed);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(name, made);
  return made;
}

function macOf({ key, purpose, content = '' }: Pick<Sealed, 'key' | 'content'> & { readonly purpose: string }): Buffer {
  // As JSON no content can run into a purpose.
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, content]))
    .digest();
}

function combine(bytes: Buffer, pad: Buffer): Buffer {
  const combined = Buffer.allocUnsafe(bytes.length);
  for (let position = 0; position < bytes.length; position += 1)
    combined[position] = (bytes[position] ?? 0) ^ (pad[position] ?? 0);
  return combined;
}
