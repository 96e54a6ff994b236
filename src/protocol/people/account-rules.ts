/** How an account may be called, and which spellings of a nickname or an e-mail address are the same one. */
import { accept, type Result, refuse } from '../result.ts';
import { type BoundedText, boundText, composeText, cutText, foldText } from './bounded-text.ts';
import type { AccountFault, FieldFault } from './field-fault.ts';
import { mixesScripts, skeletonOf } from './look-alikes.ts';
import { countCharacters, examineName, hasHiddenCharacters } from './text-rules.ts';

export const NICKNAME_MIN_CHARACTERS = 2;
export const NICKNAME_MAX_CHARACTERS = 40;
export const EMAIL_MAX_BYTES = 254;
const PERSON_NAME_MAX_CHARACTERS = 100;
/** What a name that is longer than any is looked up as: it is no nickname and no address, so no account has it. */
const NO_KEY = '?';
const EMAIL_LOCAL_MAX_BYTES = 64;

/** Letters, digits and their marks in any script; between them `_`, `.`, `-` and single spaces. */
const NICKNAME = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]*(?: [\p{L}\p{N}\p{M}_.-]+)*$/u;

/** RFC 5322 §3.2.3 atoms and dots, with the letters of RFC 6531 §3.3. Quoted local parts are not accepted. */
const EMAIL_LOCAL = /^[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_`{|}~-]+$/u;

export function examineNickname(text: string): Result<string, AccountFault> {
  const typed = boundText(text, NICKNAME_MAX_CHARACTERS);
  const nickname = typed === undefined ? '' : composeText(typed).trim();
  const length = countCharacters(nickname);
  if (length < NICKNAME_MIN_CHARACTERS || length > NICKNAME_MAX_CHARACTERS) {
    return refuse({ reason: 'nickname_length', least: NICKNAME_MIN_CHARACTERS, most: NICKNAME_MAX_CHARACTERS });
  }
  // So that it is never taken for an e-mail address.
  if (nickname.includes('@')) return refuse({ reason: 'nickname_at_sign' });
  if (hasHiddenCharacters(nickname)) return refuse({ reason: 'nickname_hidden_characters' });
  if (!NICKNAME.test(nickname) || /\p{M}{5}/u.test(nickname)) {
    return refuse({ reason: 'nickname_characters' });
  }
  if (mixesScripts(nickname)) return refuse({ reason: 'nickname_scripts' });
  return accept(nickname);
}

/** One that nobody has yet: of digits alone it would be taken for the number of an account. Imported ones may be so. */
export function examineNewNickname(text: string): Result<string, AccountFault> {
  const nickname = examineNickname(text);
  if (!nickname.ok || !/^\p{Nd}+$/u.test(nicknameKey(nickname.value))) return nickname;
  return refuse({ reason: 'nickname_digits' });
}

/** A name beside the nickname is optional. */
export function examinePersonName(text: string): Result<string, FieldFault> {
  return text.trim() === '' ? accept('') : examineName(text, PERSON_NAME_MAX_CHARACTERS);
}

/** Accounts are found and counted by this key, never by what was typed. */
export function nicknameKey(text: string): string {
  return keyWithin(text, foldText);
}

/** What a nickname shares with those that look like it: no two accounts may have the same, beyond those that had it before. */
export function nicknameSkeleton(text: string): string {
  return skeletonOf(cutText(text, NICKNAME_MAX_CHARACTERS));
}

/** The same breadth as a browser's own check of e-mail fields, and letters of other scripts beside it. */
export function examineEmail(text: string): Result<string, AccountFault> {
  const typed = boundText(text, EMAIL_MAX_BYTES);
  const email = typed && composeText(typed).trim();
  if (email === undefined || Buffer.byteLength(email) > EMAIL_MAX_BYTES) {
    return refuse({ reason: 'email_long', most: EMAIL_MAX_BYTES });
  }
  const { local, domain } = splitEmail(email);
  const isLocal = EMAIL_LOCAL.test(local) && Buffer.byteLength(local) <= EMAIL_LOCAL_MAX_BYTES;
  if (!isLocal || hasHiddenCharacters(email) || asciiDomain(domain) === undefined) {
    return refuse({ reason: 'email_malformed' });
  }
  return accept(email);
}

/** No mail service in use distinguishes addresses by case, so neither do we. */
export function emailKey(text: string): string {
  return keyWithin(text, (typed) => {
    const { local, domain } = splitEmail(composeText(typed).trim());
    const host = asciiDomain(domain);
    return host === undefined ? foldText(typed) : `${foldText(cutText(local, EMAIL_MAX_BYTES))}@${host}`;
  });
}

/** A key may not be longer than what it is made from, so that the key of a key is itself. */
function keyWithin(text: string, fold: (typed: BoundedText) => string): string {
  const typed = boundText(text, EMAIL_MAX_BYTES);
  const key = typed && boundText(fold(typed), EMAIL_MAX_BYTES);
  return key ?? NO_KEY;
}

function splitEmail(email: string): { readonly local: string; readonly domain: string } {
  const at = email.lastIndexOf('@');
  return at < 0 ? { local: '', domain: '' } : { local: email.slice(0, at), domain: email.slice(at + 1) };
}

/** The domain in the one spelling that the name system uses, or undefined where it is none. */
function asciiDomain(domain: string): string | undefined {
  if (domain.length > EMAIL_MAX_BYTES || !/^[\p{L}\p{N}\p{M}.-]+$/u.test(domain)) return undefined;
  if (!URL.canParse(`http://${domain}/`)) return undefined;
  const labels = new URL(`http://${domain}/`).hostname.split('.');
  const isNumber = /^[0-9]+$/.test(labels.at(-1) ?? '');
  const isSound = labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  return isSound && !isNumber ? labels.join('.') : undefined;
}

/** One spelling for one number. Those given out here fit into 32 bits; imported ones may be as large as JavaScript counts. */
export function readAccountNumber(text: string): number | undefined {
  if (!/^[1-9]\d{0,15}$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : undefined;
}
