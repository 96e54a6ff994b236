/** What each refusal of the authorization endpoint means and what to do about it: docs/errors.md is printed from here. */
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
    means: '`redirect_uri` is not, letter by letter, a registered one. Only the port of a loopback address is free.',
    remedy: 'Register the string that the page shows, or send the registered one.',
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
    remedy: 'Say so kindly, and offer to try again. It is no defect.',
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
    means: '`prompt=none` was sent and the user has not allowed this much yet; a public application must always ask.',
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
  unauthorized_client: null,
  interaction_required: null,
  // A failure of our own is told to the person on a page, who can try again; the client is not called back.
  server_error: null,
  temporarily_unavailable: null,
};
