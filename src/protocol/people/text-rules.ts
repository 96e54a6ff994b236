/** What texts that people type and others read may look like: names, descriptions, web addresses, languages. */

import { accept, type Result, refuse } from '../result.ts';
import { boundText, composeText, cutText, foldText, singleSpaces } from './bounded-text.ts';
import type { TextFault } from './field-fault.ts';
import { wordlessSkeletonOf } from './look-alikes.ts';

export const WEB_ADDRESS_MAX_CHARACTERS = 2048;
export const DESCRIPTION_MAX_CHARACTERS = 1000;
/** Of applications. */
export const NAME_MAX_CHARACTERS = 255;
const LOCALE_MAX_CHARACTERS = 35;
const MARKS_IN_A_ROW = 4;

/**
 * Controls, direction changes, zero-width and other invisible characters, broken and private ones. By name those that
 * Unicode takes for letters and signs and that are drawn as nothing: the blanks of Braille and of hieroglyphs, the null
 * notehead, the filler of the Khitan script, and what stands for an object.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;

/** Joiners and variation selectors are invisible too, but inside an emoji they belong to what people see. */
const EMOJI =
  /\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?(?:\u200D\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)*/gu;

const MANY_MARKS = new RegExp(`\\p{M}{${MARKS_IN_A_ROW + 1}}`, 'u');

/** One line: the name of a person or an application. The value is trimmed, NFC, with single spaces. */
export function examineName(text: string, max: number): Result<string, TextFault> {
  const typed = boundText(text, max);
  if (typed === undefined) return refuse({ reason: 'name_long', most: max });
  const name = singleSpaces(composeText(typed));
  if (name === '') return refuse({ reason: 'name_missing' });
  if (countCharacters(name) > max) return refuse({ reason: 'name_long', most: max });
  if (hasHiddenCharacters(name)) return refuse({ reason: 'name_hidden_characters' });
  if (MANY_MARKS.test(name)) return refuse({ reason: 'name_many_marks' });
  return accept(name);
}

/** Several lines, or none. */
export function examineDescription(text: string): Result<string, TextFault> {
  const tooLong = refuse<TextFault>({ reason: 'description_long', most: DESCRIPTION_MAX_CHARACTERS });
  const typed = boundText(text, DESCRIPTION_MAX_CHARACTERS);
  if (typed === undefined) return tooLong;
  const description = composeText(typed).replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim();
  if (countCharacters(description) > DESCRIPTION_MAX_CHARACTERS) return tooLong;
  if (hasHiddenCharacters(description.replaceAll('\n', ' '))) {
    return refuse({ reason: 'description_hidden_characters' });
  }
  return accept(description);
}

/** A link that people may follow. Empty stays empty: no field for a link is required. */
export function examineWebAddress(text: string): Result<string, TextFault> {
  const address = text.trim();
  if (address === '') return accept('');
  if (address.length > WEB_ADDRESS_MAX_CHARACTERS) {
    return refuse({ reason: 'web_address_long', most: WEB_ADDRESS_MAX_CHARACTERS });
  }
  if (!/^https?:\/\//i.test(address)) return refuse({ reason: 'web_address_scheme' });
  // The parser would silently drop line breaks and turn backslashes into slashes.
  if (/[\p{C}\p{Z}\\]/u.test(address) || !URL.canParse(address)) return refuse({ reason: 'web_address_unreadable' });
  const url = new URL(address);
  if (url.username || url.password) return refuse({ reason: 'web_address_userinfo' });
  if (url.href.length > WEB_ADDRESS_MAX_CHARACTERS) {
    return refuse({ reason: 'web_address_long_encoded', most: WEB_ADDRESS_MAX_CHARACTERS });
  }
  return accept(url.href);
}

/** Applications show a picture on their pages, so it must come over an encrypted connection. */
export function examinePictureAddress(text: string): Result<string, TextFault> {
  const address = examineWebAddress(text);
  if (!address.ok || address.value === '' || address.value.startsWith('https:')) return address;
  return refuse({ reason: 'picture_address_scheme' });
}

/** Terms and policies must not be changed on the way to the reader, so they need an encrypted connection. */
export function examineSecureAddress(text: string): Result<string, TextFault> {
  const address = examineWebAddress(text);
  if (!address.ok || address.value === '' || address.value.startsWith('https:')) return address;
  return refuse({ reason: 'web_address_insecure' });
}

/** A language tag of RFC 5646 §2.1 in its canonical spelling; `en_US` is understood too. Empty stays empty. */
export function examineLocale(text: string): Result<string, TextFault> {
  const tag = text.trim().replaceAll('_', '-');
  if (tag === '') return accept('');
  const canonical = tag.length > LOCALE_MAX_CHARACTERS ? undefined : canonicalLocale(tag);
  return canonical === undefined ? refuse({ reason: 'locale_malformed' }) : accept(canonical);
}

export function hasHiddenCharacters(text: string): boolean {
  return HIDDEN.test(text.replace(EMOJI, ''));
}

/** People count a letter outside the first plane once, as code points do. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The key by which the name of an application is found. */
export function nameKey(name: string): string {
  return foldText(cutText(name, NAME_MAX_CHARACTERS));
}

/** What the name of an application shares with those that look like it. */
export function nameSkeleton(name: string): string {
  return wordlessSkeletonOf(cutText(name, NAME_MAX_CHARACTERS));
}

/** A name as `examineName` keeps it, however a keyboard composed its letters. */
export function composeName(typed: string): string {
  return composeText(cutText(typed, NAME_MAX_CHARACTERS)).trim();
}

function canonicalLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    // Intl has no other way to say that a tag is malformed.
    return undefined;
  }
}
