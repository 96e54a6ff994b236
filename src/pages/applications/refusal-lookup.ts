/** Finds the words and the section for a refused request: by its precise reason, and by its public error. */

import type { RefusedRequest } from '../../protocol/refusals/refused-request.ts';
import {
  AUTHORIZATION_SECTIONS,
  BEARER_SECTIONS,
  ERROR_SECTIONS,
  REFUSAL_SECTIONS,
  type Section,
  UNTRUSTED_SECTIONS,
} from '../../protocol/refusals/sections.ts';
import type { RefusalWords } from '../../protocol/refusals/words.ts';
import type { Text } from '../text/en.ts';

interface Explained {
  readonly words: RefusalWords;
  readonly section: Section;
}

/** For the owner. A reason of a newer version is explained by its error; undefined where that is unknown too. */
export function explainReason(
  text: Text,
  request: Pick<RefusedRequest, 'endpoint' | 'reason' | 'error'>,
): Explained | undefined {
  const { client, untrusted, authorization, bearer } = text.refusals;
  const { endpoint, reason } = request;
  if (endpoint === 'authorize') {
    return (
      explained(untrusted, UNTRUSTED_SECTIONS, reason) ??
      explained(authorization, AUTHORIZATION_SECTIONS, reason) ??
      explainError(text, request.error)
    );
  }
  const ofBearer = endpoint === 'whoami' ? explained(bearer, BEARER_SECTIONS, reason) : undefined;
  return ofBearer ?? explained(client, REFUSAL_SECTIONS, reason) ?? explainError(text, request.error);
}

/** For everybody. */
export function explainError(text: Text, error: string): Explained | undefined {
  return explained(text.refusals.error, ERROR_SECTIONS, error);
}

function explained(
  words: Readonly<Record<string, RefusalWords | undefined>>,
  sections: Readonly<Record<string, Section>>,
  key: string,
): Explained | undefined {
  const found = Object.hasOwn(words, key) ? words[key] : undefined;
  return found && { words: found, section: Object.hasOwn(sections, key) ? (sections[key] ?? null) : null };
}
