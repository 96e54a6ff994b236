/** Proves what each reason to refuse a client becomes on the wire, and that all of them are explained. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINT_PATHS } from '../../src/protocol/endpoint-paths.ts';
import { type Refusal, toWire, type Wire } from '../../src/protocol/refusal.ts';
import {
  AUTHORIZATION_WORDS,
  BEARER_WORDS,
  ERROR_WORDS,
  isPublicError,
  UNTRUSTED_WORDS,
} from '../../src/protocol/refusals/other-words.ts';
import { REFUSING_ENDPOINTS, UNTRUSTED_ERROR } from '../../src/protocol/refusals/refused-request.ts';
import {
  AUTHORIZATION_SECTIONS,
  BEARER_SECTIONS,
  ERROR_SECTIONS,
  REFUSAL_SECTIONS,
  sectionAddress,
  UNTRUSTED_SECTIONS,
} from '../../src/protocol/refusals/sections.ts';
import { REFUSAL_WORDS } from '../../src/protocol/refusals/words.ts';
import { proves } from '../support/proves.ts';

type Reason = Refusal['reason'];

const WIRE: { readonly [Name in Reason]: readonly [Wire['status'], string] } = {
  request_malformed: [400, 'invalid_request'],
  parameter_missing: [400, 'invalid_request'],
  parameter_doubled: [400, 'invalid_request'],
  media_type_unsupported: [415, 'invalid_request'],
  body_too_large: [413, 'invalid_request'],
  user_agent_missing: [403, 'user_agent_required'],
  client_missing: [401, 'invalid_client'],
  client_unknown: [401, 'invalid_client'],
  client_secret_missing: [401, 'invalid_client'],
  client_secret_wrong: [401, 'invalid_client'],
  client_secret_unexpected: [401, 'invalid_client'],
  client_credentials_malformed: [401, 'invalid_client'],
  client_methods_mixed: [400, 'invalid_request'],
  client_ids_differ: [400, 'invalid_request'],
  client_suspended: [400, 'unauthorized_client'],
  client_unapproved: [400, 'unauthorized_client'],
  grant_missing: [400, 'invalid_request'],
  grant_unsupported: [400, 'unsupported_grant_type'],
  grant_not_allowed: [400, 'unauthorized_client'],
  code_unknown: [400, 'invalid_grant'],
  code_expired: [400, 'invalid_grant'],
  code_of_another_client: [400, 'invalid_grant'],
  code_redirect_uri_differs: [400, 'invalid_grant'],
  code_redirect_uri_removed: [400, 'invalid_grant'],
  code_challenge_missing: [400, 'invalid_grant'],
  code_verifier_missing: [400, 'invalid_grant'],
  code_verifier_unexpected: [400, 'invalid_grant'],
  code_verifier_wrong: [400, 'invalid_grant'],
  code_replayed: [400, 'invalid_grant'],
  code_consent_ended: [400, 'invalid_grant'],
  refresh_token_unknown: [400, 'invalid_grant'],
  refresh_token_expired: [400, 'invalid_grant'],
  refresh_token_revoked: [400, 'invalid_grant'],
  refresh_token_reused: [400, 'invalid_grant'],
  refresh_token_of_another_client: [400, 'invalid_grant'],
  scope_malformed: [400, 'invalid_scope'],
  scope_unknown: [400, 'invalid_scope'],
  scope_exceeds_grant: [400, 'invalid_scope'],
  resource_doubled: [400, 'invalid_target'],
  resource_unknown: [400, 'invalid_target'],
  resource_not_granted: [400, 'invalid_target'],
  rate_limited: [429, 'temporarily_unavailable'],
};

const REASONS = Object.keys(WIRE) as Reason[];

/** Every reason with values of its own, so that they can be found again in the description. */
function refusalOf(reason: Reason): Refusal {
  const values = {
    detail: 'A detail.',
    parameter: 'a_name',
    limitBytes: 4711,
    because: 'Spam.',
    retryAfterSeconds: 17,
  };
  return { reason, ...values } as Refusal;
}

proves('RFC 6749 §5.2', 'The authorization server responds with an HTTP 400 (Bad Request) status code.', () => {
  for (const reason of REASONS) {
    const { status, error } = toWire(refusalOf(reason));
    assert.deepEqual([status, error], WIRE[reason], reason);
  }
});

proves(
  'RFC 6749 §5.2',
  'Values for the error_description parameter MUST NOT include characters outside the set %x20-21 / %x23-5B / %x5D-7E.',
  () => {
    const strange = { reason: 'parameter_doubled', parameter: 'a"b' } as const;
    for (const refusal of [...REASONS.map(refusalOf), strange]) {
      assert.match(toWire(refusal).description, /^[A-Z][\x20-\x21\x23-\x5b\x5d-\x7e]+\.$/, refusal.reason);
    }
  },
);

test('the description says what only this request knows', () => {
  const told = (refusal: Refusal) => toWire(refusal).description;

  assert.equal(told(refusalOf('request_malformed')), 'A detail.');
  assert.match(told(refusalOf('parameter_missing')), /parameter a_name is missing/);
  assert.match(told(refusalOf('parameter_doubled')), /^The parameter a_name was sent more/);
  assert.match(told(refusalOf('body_too_large')), /4711 bytes/);
  assert.match(told(refusalOf('client_suspended')), /Spam\.$/);
  assert.match(told(refusalOf('grant_missing')), /grant_type/);
  assert.match(told(refusalOf('rate_limited')), /17 seconds/);
  assert.match(told(refusalOf('client_methods_mixed')), /either in the Authorization header or in the body/);
  assert.match(told(refusalOf('client_ids_differ')), /differs/);
  assert.match(told(refusalOf('scope_unknown')), /unknown/);
  assert.match(told(refusalOf('scope_exceeds_grant')), /wider/);
});

test('a doubled name that is no plain word is not repeated', () => {
  for (const parameter of ['a b', 'a"', 'x'.repeat(65), '', 'é', ' a', 'a\n'])
    assert.match(toWire({ reason: 'parameter_doubled', parameter }).description, /^A parameter was sent/);
  for (const parameter of ['x'.repeat(64), 'Az09_.-', 'a'])
    assert.equal(
      toWire({ reason: 'parameter_doubled', parameter }).description,
      `The parameter ${parameter} was sent more than once.`,
    );
});

test('all failures of client authentication are one answer, and so are all refused codes and refresh tokens', () => {
  const texts = (error: string) =>
    REASONS.map((reason) => toWire(refusalOf(reason))).filter((each) => each.error === error);

  assert.equal(new Set(texts('invalid_client').map(({ description }) => description)).size, 1);
  assert.equal(new Set(texts('invalid_grant').map(({ description }) => description)).size, 1);
  assert.notEqual(texts('invalid_grant')[0]?.description, texts('invalid_client')[0]?.description);
});

test('whatever is refused has words that say what it means and what to do', () => {
  const all = [REFUSAL_WORDS, UNTRUSTED_WORDS, AUTHORIZATION_WORDS, BEARER_WORDS, ERROR_WORDS];
  const words = all.flatMap((table) => Object.entries(table));

  assert.deepEqual(Object.keys(REFUSAL_WORDS), REASONS);
  assert.deepEqual(Object.keys(BEARER_WORDS), ['token_absent', 'token_invalid', 'scope_missing', 'account_missing']);
  assert.ok(words.length > 70);
  for (const [name, said] of words) {
    if (said === null) continue;
    assert.match(said.means, /^[A-Z`].{8,}[.]$/s, name);
    assert.match(said.remedy, /^[A-Z`].{6,}[.]$/s, name);
  }
  assert.deepEqual(
    Object.entries(AUTHORIZATION_WORDS).flatMap(([name, said]) => (said === null ? [name] : [])),
    ['unauthorized_client', 'interaction_required', 'server_error', 'temporarily_unavailable'],
  );
});

test('whatever is refused names the section that says so, or is a rule of our own', () => {
  const all = [REFUSAL_SECTIONS, UNTRUSTED_SECTIONS, AUTHORIZATION_SECTIONS, BEARER_SECTIONS, ERROR_SECTIONS];
  const sections = all.flatMap((table) => Object.entries(table));

  assert.deepEqual(Object.keys(REFUSAL_SECTIONS), REASONS);
  assert.deepEqual(Object.keys(UNTRUSTED_SECTIONS), Object.keys(UNTRUSTED_WORDS));
  assert.deepEqual(Object.keys(BEARER_SECTIONS), ['token_absent', 'token_invalid', 'scope_missing', 'account_missing']);
  assert.equal(Object.keys(AUTHORIZATION_SECTIONS).length, 13);
  assert.deepEqual(Object.keys(ERROR_SECTIONS), Object.keys(ERROR_WORDS));
  for (const [name, section] of sections) if (section !== null) assert.match(section, /^RFC \d{4} §\d+(\.\d+)*$/, name);
  assert.equal(sectionAddress('RFC 6749 §4.1.3'), 'https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3');
});

test('every error that goes out to everybody is explained to everybody', () => {
  for (const reason of REASONS) assert.ok(isPublicError(toWire(refusalOf(reason)).error), reason);
  assert.ok(isPublicError(UNTRUSTED_ERROR));
  for (const text of ['toString', '', 'invalid'] as const) assert.equal(isPublicError(text), false);
});

test('every endpoint that keeps refused requests has its path', () => {
  assert.deepEqual(
    REFUSING_ENDPOINTS.map((name) => ENDPOINT_PATHS[name]),
    [
      '/oauth/authorize',
      '/oauth/token',
      '/oauth/revoke',
      '/oauth/introspect',
      '/oauth/revocations',
      '/api/users/whoami',
      '/oauth/check',
    ],
  );
});
