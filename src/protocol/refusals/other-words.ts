/** What refusals outside the token endpoint mean and what to do about them, for docs/errors.md and the pages. */
import type { AuthorizationError } from '../authorize/answer.ts';
import type { UntrustedReason } from '../authorize/request.ts';
import type { RefusalWords } from './words.ts';

/** Told to the person on a page, because there is no redirect URI that could be trusted (RFC 6749 §4.1.2.1). */
export const UNTRUSTED_WORDS: { readonly [Reason in UntrustedReason]: RefusalWords } = {
  request_malformed: {
    means: 'A parameter is badly percent-encoded, not UTF-8, or contains a control character.',
    remedy: 'Build the address with a library.',
  },
  client_id_missing: { means: '`client_id` is absent or empty.', remedy: 'Send it.' },
  client_id_doubled: { means: '`client_id` was sent twice.', remedy: 'Send it once.' },
  client_unknown: {
    means: 'No application has this `client_id`, or it was deleted.',
    remedy: 'Compare the `client_id` with the application’s page.',
  },
  redirect_uri_missing: {
    means: '`redirect_uri` is absent or empty. It is required even where only one is registered.',
    remedy: 'Send one of the registered redirect URIs.',
  },
  redirect_uri_doubled: { means: '`redirect_uri` was sent twice.', remedy: 'Send it once.' },
  redirect_uri_unregistered: {
    means:
      'This `redirect_uri` isn’t registered. It must match exactly; only the port of a loopback address may differ.',
    remedy: 'Send the registered URI, or add this one to the application.',
  },
};

/** Told to the client on its redirect URI; null where the standards have a word that this service never sends. */
export const AUTHORIZATION_WORDS: { readonly [Error in AuthorizationError]: RefusalWords | null } = {
  invalid_request: {
    means:
      'A parameter is missing, doubled or malformed: `response_type`, `response_mode`, `state`, `prompt`, or the code challenge, which public applications must send.',
    remedy: '`error_description` names the parameter.',
  },
  access_denied: {
    means: 'The user cancelled.',
    remedy: 'Not an error. Tell the user, and offer to try again.',
  },
  unsupported_response_type: {
    means: '`response_type` is not `code`. There is no implicit flow.',
    remedy: 'Send `response_type=code`.',
  },
  invalid_scope: {
    means: 'A scope is malformed, unknown to this service, or not ticked for this application.',
    remedy: 'Separate scopes by spaces, and compare them with the application’s page.',
  },
  login_required: {
    means: '`prompt=none` was sent and nobody is signed in.',
    remedy: 'Send the user here without `prompt=none`.',
  },
  consent_required: {
    means:
      '`prompt=none` was sent, and the user has to be asked: less was allowed than is asked for, the application got all its codes for this user in this hour, or it is public without an `https` redirect URI, whose users are asked every time.',
    remedy: 'Send the user here without `prompt=none`.',
  },
  request_not_supported: {
    means: 'A request object was sent (RFC 9101 §5).',
    remedy: 'Send plain parameters.',
  },
  request_uri_not_supported: {
    means: 'A reference to a request object was sent (RFC 9101 §5).',
    remedy: 'Send plain parameters.',
  },
  invalid_target: {
    means: '`resource` names no API that is registered here, or was sent twice (RFC 8707 §2).',
    remedy: 'Send the identifier exactly as it was registered, once.',
  },
  unauthorized_client: null,
  interaction_required: null,
  // A failure of our own is shown to the person on a page, who can try again; the client is not called back.
  server_error: null,
  temporarily_unavailable: null,
};

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

/** What each error code means to somebody who knows no more than the code: the public half of every explanation. */
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
    remedy: 'Use one that the metadata of this service lists as `grant_types_supported`.',
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
    remedy: 'Send one of the registered redirect URIs, character for character.',
  },
  access_denied: { means: 'The user cancelled.', remedy: 'Not an error. Tell the user, and offer to try again.' },
  unsupported_response_type: {
    means: '`response_type` is not `code`.',
    remedy: 'Send `response_type=code`.',
  },
  login_required: {
    means: '`prompt=none` was sent, and nobody is signed in.',
    remedy: 'Send the user to the authorization page without `prompt=none`.',
  },
  consent_required: {
    means: '`prompt=none` was sent, and the user has to be asked. The description that came with the error says why.',
    remedy: 'Send the user to the authorization page without `prompt=none`.',
  },
  request_not_supported: { means: 'A request object was sent.', remedy: 'Send plain parameters.' },
  request_uri_not_supported: { means: 'A reference to a request object was sent.', remedy: 'Send plain parameters.' },
  invalid_target: {
    means: '`resource` names no API that is registered here, or none that was granted.',
    remedy: 'Send the identifier exactly as it was registered, and the same one at every step.',
  },
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
