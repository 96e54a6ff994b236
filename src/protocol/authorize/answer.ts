/** What the authorization endpoint tells a client on its redirect URI, parameter by parameter (SPEC D8, D9). */

/** RFC 6749 §4.1.2.1, and those of OpenID Connect Core §3.1.2.6 that a plain OAuth request can meet. */
export type AuthorizationError =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'login_required'
  | 'consent_required'
  | 'interaction_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  /** RFC 8707 §2. */
  | 'invalid_target';

export type Parameters = readonly (readonly [name: string, value: string])[];

interface CodeAnswer {
  /** RFC 9207 §2; undefined for applications that switched it off. */
  readonly issuer: string | undefined;
  readonly code: string;
  readonly state: string | undefined;
}

interface ErrorAnswer {
  readonly issuer: string | undefined;
  readonly error: AuthorizationError;
  readonly description: string;
  /** Where it is explained (RFC 6749 §4.1.2.1). */
  readonly uri: string;
  readonly state: string | undefined;
}

/** `iss` stands before `code`, because one known client takes everything after `code=` for the code (SPEC D9). */
export function authorizationCodeParameters({ issuer, code, state }: CodeAnswer): Parameters {
  return [...optional('iss', issuer), ['code', code], ...optional('state', state)];
}

export function authorizationErrorParameters({ issuer, error, description, uri, state }: ErrorAnswer): Parameters {
  return [
    ...optional('iss', issuer),
    ['error', error],
    ['error_description', description],
    ['error_uri', uri],
    ...optional('state', state),
  ];
}

function optional(name: string, value: string | undefined): Parameters {
  return value === undefined ? [] : [[name, value]];
}
