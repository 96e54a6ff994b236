/** What each reason to refuse a client means and what its developer can do: docs/errors.md is printed from here. */
import type { Refusal } from '../refusal.ts';

export interface RefusalWords {
  /** What was found, in whole sentences. */
  readonly means: string;
  /** What the developer of the client does about it. */
  readonly remedy: string;
}

/** A new reason without an entry here does not compile. */
export const REFUSAL_WORDS: { readonly [Reason in Refusal['reason']]: RefusalWords } = {
  request_malformed: {
    means: 'The parameters could not be read: broken encoding, a control character, too many or too long.',
    remedy: 'The description names the fault. Let a library encode the request.',
  },
  parameter_missing: {
    means: 'A parameter that this request cannot do without is absent or empty.',
    remedy: 'Send the parameter that the description names. A parameter without a value counts as absent.',
  },
  parameter_doubled: {
    means: 'One parameter was sent twice, and two readers could choose differently between the values.',
    remedy: 'Send each parameter once. Look for a library that adds `client_id` beside your own.',
  },
  media_type_unsupported: {
    means: 'The body has a Content-Type that is not read here, a charset other than UTF-8, or none.',
    remedy: 'Send one of the three types that the description names.',
  },
  body_too_large: {
    means: 'The body is larger than any honest request to this endpoint, or comes in more than a thousand chunks.',
    remedy: 'Send the parameters alone, without files, and in one piece.',
  },
  user_agent_missing: {
    means: 'The operator requires a `User-Agent` header (setting `userAgent`), and the request had none.',
    remedy: 'Send the name of your application as `User-Agent` with every token and API request.',
  },
  client_missing: {
    means: 'The request names no client: neither a Basic header nor `client_id`.',
    remedy: 'Send `client_id` and `client_secret` in the body, or both in a Basic header.',
  },
  client_unknown: {
    means: 'No application has this `client_id`, or it was deleted.',
    remedy: 'Compare the `client_id` with the application’s page, and check that you call the right service.',
  },
  client_secret_missing: {
    means: 'The application is confidential and sent no secret, or a public one asked for introspection.',
    remedy: 'Send the secret. An application that cannot keep one is registered as public and uses PKCE.',
  },
  client_secret_wrong: {
    means: 'Wrong `client_secret`.',
    remedy:
      'Compare the last characters with those on the application’s page; add a new secret if the old one is lost.',
  },
  client_secret_unexpected: {
    means: 'A public application sent a secret, though it has none.',
    remedy: 'Leave `client_secret` out, or register the application as confidential.',
  },
  client_credentials_malformed: {
    means: 'The Basic header is not base64 of `client_id:client_secret`, each half form-encoded (RFC 6749 §2.3.1).',
    remedy: 'Percent-encode `%`, `+`, `:` and everything beyond ASCII in both halves, or send both in the body.',
  },
  client_methods_mixed: {
    means: 'A Basic header and a `client_secret` in the body came together (RFC 6749 §2.3).',
    remedy: 'Choose one of the two in your library’s settings.',
  },
  client_ids_differ: {
    means: 'The Basic header names one client, the body another.',
    remedy: 'Leave `client_id` out of the body, or make it equal.',
  },
  client_suspended: {
    means:
      'An administrator of this service has suspended the application. Its tokens and codes are refused meanwhile.',
    remedy:
      'The description gives the reason, and so does the application’s page. Once it is lifted, what has not expired works again: keep your tokens.',
  },
  client_unapproved: {
    means: 'An administrator of this service has to approve the application before it gets tokens of its own.',
    remedy:
      'Wait for the approval: the application’s page says how it stands. Until then only its owner can sign in with it.',
  },
  grant_missing: {
    means: 'The parameter `grant_type` is absent or empty, or the body was empty and the query is not read.',
    remedy: 'Send `grant_type`; check that the body arrives and has its Content-Type.',
  },
  grant_unsupported: {
    means: 'This service does not know the `grant_type`. The password and implicit grants aren’t supported.',
    remedy: 'Use one that the metadata of this service lists as `grant_types_supported`.',
  },
  grant_not_allowed: {
    means: 'The application may not use this grant: a public one asked for client credentials.',
    remedy: 'Register the application as confidential, or let a user authorize it.',
  },
  code_unknown: {
    means: 'The code is not one of this service, was cut or changed on its way, or was removed long after its end.',
    remedy: 'Take the code out of the callback with a URL parser, whole, and decode it once.',
  },
  code_expired: {
    means: 'The code is older than its lifetime (setting `codeSeconds`).',
    remedy: 'Exchange the code at once, and start again at the authorization page.',
  },
  code_of_another_client: {
    means: 'The code was issued to another application.',
    remedy: 'Use the credentials of the application that asked. This also shows up when test and live ids are mixed.',
  },
  code_redirect_uri_differs: {
    means: 'The `redirect_uri` doesn’t exactly match the one in the authorization request (RFC 6749 §4.1.3).',
    remedy: 'Keep the string of the first request and send it again unchanged: same slash, same port, same query.',
  },
  code_redirect_uri_removed: {
    means: 'The redirect URI was taken off the application after the code was issued.',
    remedy: 'Register it again, or start again with one that is registered.',
  },
  code_challenge_missing: {
    means: 'The code was issued without a `code_challenge`, before the application was made public.',
    remedy:
      'Start again with PKCE, which every public application needs: nothing else protects a code without a secret.',
  },
  code_verifier_missing: {
    means: 'The authorization request had a `code_challenge`, but the exchange has no `code_verifier` (RFC 7636 §4.5).',
    remedy: 'Keep the verifier in the session that made the request, and send it.',
  },
  code_verifier_unexpected: {
    means:
      'The exchange has a `code_verifier`, but the authorization request had no `code_challenge` (RFC 9700 §2.1.1).',
    remedy: 'Send a challenge with the authorization request, or no verifier. If yours sent one, somebody took it out.',
  },
  code_verifier_wrong: {
    means: 'The SHA-256 of the `code_verifier` is not the `code_challenge` (RFC 7636 §4.6).',
    remedy: 'Two sign-ins at once may have overwritten each other’s verifier: keep one for each `state`.',
  },
  code_replayed: {
    means: 'The code was exchanged before. Since everything else was right, the tokens that came from it were revoked.',
    remedy: 'Exchange a code once: look for a callback that runs twice (reload, prefetch, double mount). Start again.',
  },
  code_consent_ended: {
    means: 'Before the exchange the user took the permission back, or the account was disabled or deleted.',
    remedy: 'Ask the user again.',
  },
  refresh_token_unknown: {
    means: 'The refresh token is not one of this service, was cut or changed, or was removed long after its end.',
    remedy: 'Check that the column you keep it in takes 64 characters. If it is whole, ask the user again.',
  },
  refresh_token_expired: {
    means:
      'The refresh token was not used for longer than its lifetime (setting `refreshIdleSeconds`), or its grant is over.',
    remedy: 'Ask the user again.',
  },
  refresh_token_revoked: {
    means:
      'The grant ended: the user, the application or the operator revoked it, or a newer answer replaced this one.',
    remedy: 'Use the tokens of the newest answer you have. If there is none, ask the user again.',
  },
  refresh_token_reused: {
    means: 'The refresh token was presented after its successor had been used. All tokens of this grant were revoked.',
    remedy: 'Replace the stored refresh token with every answer, in all processes. If you do, a copy was stolen.',
  },
  refresh_token_of_another_client: {
    means: 'The refresh token was issued to another application. Nothing was revoked.',
    remedy: 'Use the credentials of the application that received it.',
  },
  scope_malformed: {
    means: 'The scope contains a character that no scope may have (RFC 6749 §3.3).',
    remedy: 'Send names separated by spaces, not by commas and without quotes.',
  },
  scope_unknown: {
    means: 'A scope is not in this service’s catalogue, or the application is not registered for it.',
    remedy: 'Tick the scope on the application’s page, or ask for fewer.',
  },
  scope_exceeds_grant: {
    means: 'A refresh asked for more than the user granted (RFC 6749 §6).',
    remedy: 'Leave `scope` out of the refresh. To get more, send the user to the authorization page.',
  },
  resource_doubled: {
    means: '`resource` was sent twice. A token of this service is for one API (RFC 8707 §2).',
    remedy: 'Send it once, and ask for a token for each API.',
  },
  resource_unknown: {
    means: '`resource` names no API that is registered here (RFC 8707 §2).',
    remedy: 'Send the identifier exactly as it was registered; an extra slash makes it a different identifier.',
  },
  resource_not_granted: {
    means: '`resource` names another API than the one that was authorized (RFC 8707 §2.2). Nothing was used up.',
    remedy: 'Leave `resource` out, or send the value that was sent to the authorization page.',
  },
  rate_limited: {
    means: 'Too many failures came from this network, or too many requests from this application, within a minute.',
    remedy: 'Wait for the seconds in `Retry-After`. A client that refreshes in a loop is the usual cause.',
  },
};
