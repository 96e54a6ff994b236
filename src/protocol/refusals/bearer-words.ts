/** What each refusal of a bearer token means and what to do about it: docs/errors.md and the pages take it from here. */
import type { RefusalWords } from './words.ts';

/** tokens/guard.ts has exactly these; the printer of docs/errors.md does not compile otherwise. */
export type BearerReason = 'token_absent' | 'token_invalid' | 'scope_missing' | 'account_missing';

export const BEARER_WORDS: { readonly [Reason in BearerReason]: RefusalWords } = {
  token_absent: {
    means: 'There is no `Authorization: Bearer` header. A token in the query string is not looked at.',
    remedy: 'Send the access token in the header.',
  },
  token_invalid: {
    means: 'The access token is unknown, malformed, expired, revoked, or its successor has been used.',
    remedy: 'Refresh, then try again once.',
  },
  scope_missing: {
    means: 'The token is valid, but the user did not grant what this endpoint needs.',
    remedy: 'Send the user to the authorization page with this scope. Refreshing does not help.',
  },
  account_missing: {
    means: 'The token was issued to the application itself (client credentials); there is no user behind it.',
    remedy: 'Use a token that a user granted.',
  },
};
