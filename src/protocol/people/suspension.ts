/** Why an application is suspended or an account disabled: what an administrator may write, and who receives it. */

import { accept, type Result, refuse } from '../result.ts';
import { boundText, composeText } from './bounded-text.ts';
import type { AdministrationFault } from './field-fault.ts';
import { countCharacters, hasHiddenCharacters } from './text-rules.ts';

const REASON_MAX_CHARACTERS = 300;

/** One line, which users and developers can read. */
export function examineReason(text: string): Result<string, AdministrationFault> {
  const tooLong = refuse<AdministrationFault>({ reason: 'reason_long', most: REASON_MAX_CHARACTERS });
  const typed = boundText(text, REASON_MAX_CHARACTERS);
  if (typed === undefined) return tooLong;
  const reason = composeText(typed).replace(/\s+/g, ' ').trim();
  if (reason === '') return refuse({ reason: 'reason_missing' });
  if (countCharacters(reason) > REASON_MAX_CHARACTERS) return tooLong;
  return hasHiddenCharacters(reason) ? refuse({ reason: 'reason_hidden_characters' }) : accept(reason);
}

/** The same where nothing need be said; null for nothing. */
export function examineOptionalReason(text: string): Result<string | null, AdministrationFault> {
  return text.trim() === '' ? accept(null) : examineReason(text);
}

/** RFC 6749 §5.2: a description has ASCII characters only, without quotes and backslashes. */
const DESCRIPTION = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/;

/** The reason itself where a description may contain its characters, else where to read it. */
export function describeSuspension(because: string): string {
  const said = because.replaceAll('"', "'").replaceAll('’', "'");
  return DESCRIPTION.test(said)
    ? `The application is suspended by an administrator of this service: ${said}`
    : 'The application is suspended by an administrator of this service. The reason stands on its authorization page.';
}
