/** Every reason to refuse a client, and the one plain answer each of them gets on the wire. */
import { UNAPPROVED_DESCRIPTION } from './clients/approval.ts';
import { theParameter } from './form.ts';
import { describeSuspension } from './people/suspension.ts';

/** Precise and private: for events, the owner's diagnosis and tests. Never sent as it is. */
export type Refusal =
  | { readonly reason: 'request_malformed'; readonly detail: string }
  | { readonly reason: 'parameter_missing'; readonly parameter: string }
  | { readonly reason: 'parameter_doubled'; readonly parameter: string }
  | { readonly reason: 'media_type_unsupported' }
  | { readonly reason: 'body_too_large'; readonly limitBytes: number }
  | { readonly reason: 'user_agent_missing' }
  | { readonly reason: 'client_missing' }
  | { readonly reason: 'client_unknown' }
  | { readonly reason: 'client_secret_missing' }
  | { readonly reason: 'client_secret_wrong' }
  | { readonly reason: 'client_secret_unexpected' }
  | { readonly reason: 'client_credentials_malformed' }
  | { readonly reason: 'client_methods_mixed' }
  | { readonly reason: 'client_ids_differ' }
  | { readonly reason: 'client_suspended'; readonly because: string }
  | { readonly reason: 'client_unapproved' }
  | { readonly reason: 'grant_missing' }
  | { readonly reason: 'grant_unsupported' }
  | { readonly reason: 'grant_not_allowed' }
  | { readonly reason: 'code_unknown' }
  | { readonly reason: 'code_expired' }
  | { readonly reason: 'code_of_another_client' }
  | { readonly reason: 'code_redirect_uri_differs' }
  | { readonly reason: 'code_redirect_uri_removed' }
  | { readonly reason: 'code_challenge_missing' }
  | { readonly reason: 'code_verifier_missing' }
  | { readonly reason: 'code_verifier_unexpected' }
  | { readonly reason: 'code_verifier_wrong' }
  | { readonly reason: 'code_replayed' }
  | { readonly reason: 'code_consent_ended' }
  | { readonly reason: 'refresh_token_unknown' }
  | { readonly reason: 'refresh_token_expired' }
  | { readonly reason: 'refresh_token_revoked' }
  | { readonly reason: 'refresh_token_reused' }
  | { readonly reason: 'refresh_token_of_another_client' }
  | { readonly reason: 'scope_malformed' }
  | { readonly reason: 'scope_unknown' }
  | { readonly reason: 'scope_exceeds_grant' }
  | { readonly reason: 'resource_doubled' }
  | { readonly reason: 'resource_unknown' }
  | { readonly reason: 'resource_not_granted' }
  | { readonly reason: 'rate_limited'; readonly retryAfterSeconds: number };

/** Plain and public: what a client is told (RFC 6749 §5.2). */
export interface Wire {
  readonly status: 400 | 401 | 403 | 413 | 415 | 429;
  readonly error: string;
  readonly description: string;
}

const GRANT_REFUSED =
  'The authorization code or refresh token is invalid, expired, revoked, was issued to another client, or does not match the redirect URI or code verifier of this request.';
const CLIENT_REFUSED = 'Client authentication failed: unknown client, missing or wrong client credentials.';

export function toWire(refusal: Refusal): Wire {
  switch (refusal.reason) {
    case 'request_malformed':
      return { status: 400, error: 'invalid_request', description: refusal.detail };
    case 'parameter_missing':
      return { status: 400, error: 'invalid_request', description: `The parameter ${refusal.parameter} is missing.` };
    case 'parameter_doubled':
      return {
        status: 400,
        error: 'invalid_request',
        description: `${theParameter(refusal.parameter)} was sent more than once.`,
      };
    case 'media_type_unsupported':
      return {
        status: 415,
        error: 'invalid_request',
        description:
          'Send the parameters as application/x-www-form-urlencoded, multipart/form-data or application/json, in UTF-8.',
      };
    case 'body_too_large':
      return {
        status: 413,
        error: 'invalid_request',
        description: `The request body is larger than ${refusal.limitBytes} bytes.`,
      };
    case 'user_agent_missing':
      return {
        status: 403,
        error: 'user_agent_required',
        description: 'Send a User-Agent header with the name of your application.',
      };
    // RFC 6749 §5.2: one answer for every failure of client authentication, so that client ids cannot be probed.
    case 'client_missing':
    case 'client_unknown':
    case 'client_secret_missing':
    case 'client_secret_wrong':
    case 'client_secret_unexpected':
    case 'client_credentials_malformed':
      return { status: 401, error: 'invalid_client', description: CLIENT_REFUSED };
    case 'client_methods_mixed':
      return {
        status: 400,
        error: 'invalid_request',
        description: 'Send the client credentials either in the Authorization header or in the body, not in both.',
      };
    case 'client_ids_differ':
      return {
        status: 400,
        error: 'invalid_request',
        description: 'The client_id in the body differs from the one in the Authorization header.',
      };
    case 'client_suspended':
      return { status: 400, error: 'unauthorized_client', description: describeSuspension(refusal.because) };
    case 'client_unapproved':
      return { status: 400, error: 'unauthorized_client', description: UNAPPROVED_DESCRIPTION };
    case 'grant_missing':
      return { status: 400, error: 'invalid_request', description: 'The parameter grant_type is missing.' };
    case 'grant_unsupported':
      return {
        status: 400,
        error: 'unsupported_grant_type',
        description: 'This grant_type is not supported by the service.',
      };
    case 'grant_not_allowed':
      return {
        status: 400,
        error: 'unauthorized_client',
        description: 'This application may not use this grant_type.',
      };
    // RFC 6749 §5.2 has one code for all of these; which check failed would help someone who found a code.
    case 'code_unknown':
    case 'code_expired':
    case 'code_of_another_client':
    case 'code_redirect_uri_differs':
    case 'code_redirect_uri_removed':
    case 'code_challenge_missing':
    case 'code_verifier_missing':
    case 'code_verifier_unexpected':
    case 'code_verifier_wrong':
    case 'code_replayed':
    case 'code_consent_ended':
    case 'refresh_token_unknown':
    case 'refresh_token_expired':
    case 'refresh_token_revoked':
    case 'refresh_token_reused':
    case 'refresh_token_of_another_client':
      return { status: 400, error: 'invalid_grant', description: GRANT_REFUSED };
    case 'scope_malformed':
    case 'scope_unknown':
      return {
        status: 400,
        error: 'invalid_scope',
        description: 'The requested scope is invalid, unknown, or not allowed for this application.',
      };
    case 'scope_exceeds_grant':
      return {
        status: 400,
        error: 'invalid_scope',
        description: 'The requested scope is wider than what the user granted.',
      };
    // RFC 8707 §2: the same code at both endpoints.
    case 'resource_doubled':
      return {
        status: 400,
        error: 'invalid_target',
        description: 'A token is for one resource: send one parameter resource.',
      };
    case 'resource_unknown':
    case 'resource_not_granted':
      return {
        status: 400,
        error: 'invalid_target',
        description:
          'The parameter resource names no API that this service issues tokens for, or none that was granted.',
      };
    case 'rate_limited':
      return {
        status: 429,
        error: 'temporarily_unavailable',
        description: `Too many requests. Try again in ${refusal.retryAfterSeconds} seconds.`,
      };
  }
}
