/** What each error code means to somebody who knows no more than the code: the public half of every explanation. */
import type { RefusalWords } from './words.ts';

const WORDS = {
  invalid_request: {
    means: 'The request could not be understood: a parameter is missing, doubled or malformed.',
    remedy: 'The description that came with the error names the parameter.',
  },
  invalid_client: {
    means: 'The application could not prove who it is: unknown, or with missing or wrong credentials.',
    remedy: 'Compare `client_id` and the end of the secret with the application’s page.',
  },
  invalid_grant: {
    means:
      'The code or refresh token is unknown, used, expired or revoked, belongs to another application, or does not fit the `redirect_uri` or `code_verifier` of the request.',
    remedy:
      'On a refresh: forget the tokens and ask the user again. On an exchange: start again at the authorization page.',
  },
  unauthorized_client: {
    means: 'The application may not use this way to get tokens, or an administrator has suspended it.',
    remedy: 'The description that came with the error says which. The application’s page says more.',
  },
  unsupported_grant_type: {
    means: 'The service does not know the `grant_type`.',
    remedy: 'Use `authorization_code`, `refresh_token` or `client_credentials`.',
  },
  invalid_scope: {
    means: 'A scope is malformed, unknown, not allowed for the application, or wider than what was granted.',
    remedy: 'Separate scopes by spaces, and compare them with the application’s page.',
  },
  user_agent_required: {
    means: 'The service asks for a `User-Agent` header, and the request had none.',
    remedy: 'Send the name of the application as `User-Agent`.',
  },
  temporarily_unavailable: {
    means: 'There were too many requests, or too many failed ones, within a minute.',
    remedy: 'Wait for the seconds in `Retry-After`.',
  },
  untrusted_request: {
    means: 'The authorization request names no known application, or a `redirect_uri` that is not registered for it.',
    remedy: 'Send one of the registered redirect URIs, letter by letter.',
  },
  access_denied: { means: 'The user cancelled.', remedy: 'Offer to try again. It is no defect.' },
  unsupported_response_type: {
    means: '`response_type` is not `code`.',
    remedy: 'Send `response_type=code`.',
  },
  login_required: {
    means: '`prompt=none` was sent, and nobody is signed in.',
    remedy: 'Send the user to the authorization page without `prompt=none`.',
  },
  consent_required: {
    means: '`prompt=none` was sent, and the user has not allowed this much yet.',
    remedy: 'Send the user to the authorization page without `prompt=none`.',
  },
  request_not_supported: { means: 'A request object was sent.', remedy: 'Send plain parameters.' },
  request_uri_not_supported: { means: 'A reference to a request object was sent.', remedy: 'Send plain parameters.' },
  invalid_token: {
    means: 'The access token is missing, unknown, expired or revoked.',
    remedy: 'Refresh, then try again once.',
  },
  insufficient_scope: {
    means: 'The access token is valid, but not for this.',
    remedy: 'Ask the user for the scope that the answer names.',
  },
} as const satisfies Readonly<Record<string, RefusalWords>>;

export type PublicError = keyof typeof WORDS;

export const ERROR_WORDS: { readonly [Error in PublicError]: RefusalWords } = WORDS;

export function isPublicError(text: string): text is PublicError {
  return Object.hasOwn(WORDS, text);
}
