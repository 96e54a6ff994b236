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
  /** That a decision is about the very request that was shown. */
  | 'consent/request'
  /** What a run of the playground is made of. */
  | `playground/${'state' | 'verifier'}`;

export type FormPurpose = 'page' | 'consent' | 'stranger';

/** 43 characters of base64url. */
export function seal(key: string, purpose: SealPurpose, content = ''): string {
  // As JSON no content can run into a purpose.
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, content]))
    .digest('base64url');
}

interface Sealed {
  readonly key: string;
  readonly purpose: SealPurpose;
  readonly content?: string;
}

export function isSealOf(presented: string | undefined, { key, purpose, content }: Sealed): boolean {
  if (key === '' || presented === undefined) return false;
  const expected = Buffer.from(seal(key, purpose, content));
  const given = Buffer.from(presented);
  // The length of a seal is no secret; its bytes are compared in constant time.
  return given.length === expected.length && timingSafeEqual(given, expected);
}
