/** English words for every reason and every error; docs/errors.md is printed from the same ones. */
import type { AuthorizationError } from '../../../protocol/authorize/answer.ts';
import {
  AUTHORIZATION_WORDS,
  BEARER_WORDS,
  ERROR_WORDS,
  UNTRUSTED_WORDS,
} from '../../../protocol/refusals/other-words.ts';
import { REFUSAL_WORDS, type RefusalWords } from '../../../protocol/refusals/words.ts';

type Sent = Readonly<Partial<Record<AuthorizationError, RefusalWords>>>;

/** Without errors that are never sent. */
function sentOf(words: typeof AUTHORIZATION_WORDS): Sent {
  return Object.fromEntries(Object.entries(words).filter(([, each]) => each !== null));
}

export const refusals = {
  /** By the reason of a refusal at the token, revocation and introspection endpoints. */
  client: REFUSAL_WORDS,
  untrusted: UNTRUSTED_WORDS,
  authorization: sentOf(AUTHORIZATION_WORDS),
  bearer: BEARER_WORDS,
  /** By the error as it was sent. */
  error: ERROR_WORDS,
};
