/** Where the standards say what a request was refused for. */
import type { AuthorizationError } from '../authorize/answer.ts';
import type { UntrustedReason } from '../authorize/request.ts';
import type { Refusal } from '../refusal.ts';
import type { BearerReason, PublicError } from './other-words.ts';

/** `RFC 6749 §5.2`; null where a rule is this service's own. */
export type Section = `RFC ${number} §${string}` | null;

export const REFUSAL_SECTIONS: { readonly [Reason in Refusal['reason']]: Section } = {
  request_malformed: 'RFC 6749 §5.2',
  parameter_missing: 'RFC 6749 §5.2',
  parameter_doubled: 'RFC 6749 §3.2',
  media_type_unsupported: 'RFC 6749 §4.1.3',
  body_too_large: 'RFC 9110 §15.5.14',
  user_agent_missing: null,
  client_missing: 'RFC 6749 §3.2.1',
  client_unknown: 'RFC 6749 §5.2',
  client_secret_missing: 'RFC 6749 §3.2.1',
  client_secret_wrong: 'RFC 6749 §2.3.1',
  client_secret_unexpected: 'RFC 6749 §2.1',
  client_credentials_malformed: 'RFC 6749 §2.3.1',
  client_methods_mixed: 'RFC 6749 §2.3',
  client_ids_differ: 'RFC 6749 §2.3',
  client_suspended: null,
  client_unapproved: null,
  grant_missing: 'RFC 6749 §4.1.3',
  grant_unsupported: 'RFC 6749 §5.2',
  grant_not_allowed: 'RFC 6749 §4.4',
  code_unknown: 'RFC 6749 §4.1.3',
  code_expired: 'RFC 6749 §4.1.2',
  code_of_another_client: 'RFC 6749 §4.1.3',
  code_redirect_uri_differs: 'RFC 6749 §4.1.3',
  code_redirect_uri_removed: 'RFC 6749 §3.1.2.2',
  code_challenge_missing: 'RFC 9700 §2.1.1',
  code_verifier_missing: 'RFC 7636 §4.5',
  code_verifier_unexpected: 'RFC 9700 §2.1.1',
  code_verifier_wrong: 'RFC 7636 §4.6',
  code_replayed: 'RFC 6749 §4.1.2',
  code_consent_ended: 'RFC 6749 §5.2',
  refresh_token_unknown: 'RFC 6749 §6',
  refresh_token_expired: 'RFC 6749 §6',
  refresh_token_revoked: 'RFC 6749 §6',
  refresh_token_reused: 'RFC 9700 §4.14.2',
  refresh_token_of_another_client: 'RFC 6749 §6',
  scope_malformed: 'RFC 6749 §3.3',
  scope_unknown: 'RFC 6749 §3.3',
  scope_exceeds_grant: 'RFC 6749 §6',
  resource_doubled: 'RFC 8707 §2',
  resource_unknown: 'RFC 8707 §2',
  resource_not_granted: 'RFC 8707 §2.2',
  rate_limited: 'RFC 6585 §4',
};

export const UNTRUSTED_SECTIONS: { readonly [Reason in UntrustedReason]: Section } = {
  request_malformed: 'RFC 6749 §3.1',
  client_id_missing: 'RFC 6749 §4.1.1',
  client_id_doubled: 'RFC 6749 §3.1',
  client_unknown: 'RFC 6749 §4.1.2.1',
  redirect_uri_missing: 'RFC 6749 §3.1.2.3',
  redirect_uri_doubled: 'RFC 6749 §3.1',
  redirect_uri_unregistered: 'RFC 9700 §2.1',
};

export const AUTHORIZATION_SECTIONS: { readonly [Error in AuthorizationError]: Section } = {
  invalid_request: 'RFC 6749 §4.1.2.1',
  access_denied: 'RFC 6749 §4.1.2.1',
  unsupported_response_type: 'RFC 6749 §3.1.1',
  invalid_scope: 'RFC 6749 §3.3',
  login_required: null,
  consent_required: null,
  interaction_required: null,
  request_not_supported: 'RFC 9101 §7',
  request_uri_not_supported: 'RFC 9101 §7',
  invalid_target: 'RFC 8707 §2',
  unauthorized_client: 'RFC 6749 §4.1.2.1',
  server_error: 'RFC 6749 §4.1.2.1',
  temporarily_unavailable: 'RFC 6749 §4.1.2.1',
};

export const BEARER_SECTIONS: { readonly [Reason in BearerReason]: Section } = {
  token_absent: 'RFC 6750 §2.1',
  token_invalid: 'RFC 6750 §3.1',
  scope_missing: 'RFC 6750 §3.1',
  account_missing: 'RFC 6750 §3.1',
};

export const ERROR_SECTIONS: { readonly [Error in PublicError]: Section } = {
  invalid_request: 'RFC 6749 §5.2',
  invalid_client: 'RFC 6749 §5.2',
  invalid_grant: 'RFC 6749 §5.2',
  unauthorized_client: 'RFC 6749 §5.2',
  unsupported_grant_type: 'RFC 6749 §5.2',
  invalid_scope: 'RFC 6749 §5.2',
  user_agent_required: null,
  temporarily_unavailable: 'RFC 6585 §4',
  untrusted_request: 'RFC 6749 §4.1.2.1',
  access_denied: 'RFC 6749 §4.1.2.1',
  unsupported_response_type: 'RFC 6749 §4.1.2.1',
  login_required: null,
  consent_required: null,
  request_not_supported: 'RFC 9101 §7',
  request_uri_not_supported: 'RFC 9101 §7',
  invalid_target: 'RFC 8707 §2',
  invalid_token: 'RFC 6750 §3.1',
  insufficient_scope: 'RFC 6750 §3.1',
};

/** `https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3` */
export function sectionAddress(section: NonNullable<Section>): string {
  const [, number = '', part = ''] = /^RFC (\d+) §(.+)$/.exec(section) ?? [];
  return `https://www.rfc-editor.org/rfc/rfc${number}#section-${part}`;
}
