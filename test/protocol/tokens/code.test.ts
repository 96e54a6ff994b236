/** Whether a code may be exchanged: binding first, then single use, then expiry. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CodeState, codeScope, judgeCode } from '../../../src/protocol/tokens/code.ts';
import { challengeOf } from '../../../src/protocol/tokens/pkce.ts';
import { proves } from '../../support/proves.ts';
import { NOW } from './holding.ts';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

function code(changes: Partial<CodeState> = {}): CodeState {
  return {
    codeId: 1,
    digest: '',
    clientId: 10,
    consentId: 11,
    accountId: 12,
    redirectUri: 'https://app.example.com/cb',
    scope: 'profile',
    challenge: null,
    expiresAt: NOW + 600,
    redeemedAt: null,
    familyId: null,
    consentScope: 'profile',
    consentRevokedAt: null,
    consentEndsAt: null,
    clientDeletedAt: null,
    clientSuspendedAt: null,
    accountEndedAt: null,
    resourceId: null,
    resourceSeconds: null,
    resourceDeletedAt: null,
    wholeProfileAt: null,
    nonce: null,
    authTime: null,
    amr: null,
    boundKey: null,
    ...changes,
  };
}

type CodePresented = Parameters<typeof judgeCode>[1];

function presented(changes: Partial<CodePresented> = {}): CodePresented {
  return {
    clientId: 10,
    redirectUri: 'https://app.example.com/cb',
    verifier: undefined,
    needsChallenge: false,
    now: NOW,
    ...changes,
  };
}

test('a code that is bound to this client, redirect URI and time is exchanged', () => {
  assert.equal(judgeCode(code(), presented()), 'exchange');
});

proves(
  'RFC 6749 §4.1.3',
  'The authorization server MUST ensure that the authorization code was issued to the authenticated confidential client.',
  () => {
    assert.equal(judgeCode(code(), presented({ clientId: 99 })), 'code_of_another_client');
  },
);

proves(
  'RFC 6749 §4.1.3',
  'The authorization server MUST ensure that the redirect_uri parameter is present if included in the authorization request, and that their values are identical.',
  () => {
    const verdict = judgeCode(code(), presented({ redirectUri: 'https://app.example.com/cb/' }));

    assert.equal(verdict, 'code_redirect_uri_differs');
  },
);

proves(
  'RFC 7636 §4.6',
  'If the values are not equal, an error response indicating invalid_grant MUST be returned.',
  () => {
    const challenged = code({ challenge: challengeOf(VERIFIER) });

    assert.equal(judgeCode(challenged, presented({ verifier: VERIFIER })), 'exchange');
    assert.equal(judgeCode(challenged, presented({ verifier: `${VERIFIER.slice(0, -1)}x` })), 'code_verifier_wrong');
    assert.equal(judgeCode(challenged, presented({ verifier: 'short' })), 'code_verifier_wrong');
    assert.equal(judgeCode(challenged, presented()), 'code_verifier_missing');
  },
);

proves(
  'RFC 9700 §2.1.1',
  'Authorization servers MUST mitigate PKCE downgrade attacks by ensuring that a token request containing a code_verifier parameter is accepted only if a code_challenge parameter was present in the authorization request.',
  () => {
    assert.equal(judgeCode(code(), presented({ verifier: VERIFIER })), 'code_verifier_unexpected');
  },
);

test('a code without a challenge is good for nothing where nothing else would protect it, and no replay either', () => {
  const unprotected = presented({ needsChallenge: true });

  assert.equal(judgeCode(code(), unprotected), 'code_challenge_missing');
  assert.equal(judgeCode(code({ redeemedAt: NOW - 5 }), unprotected), 'code_challenge_missing');
  const challenged = code({ challenge: challengeOf(VERIFIER) });
  assert.equal(judgeCode(challenged, presented({ needsChallenge: true, verifier: VERIFIER })), 'exchange');
});

test('a second exchange counts as a replay only when it is itself fully valid', () => {
  const redeemed = code({ redeemedAt: NOW - 5, challenge: challengeOf(VERIFIER) });

  assert.equal(judgeCode(redeemed, presented({ verifier: VERIFIER })), 'code_replayed');
  assert.equal(judgeCode(redeemed, presented({ verifier: VERIFIER, clientId: 99 })), 'code_of_another_client');
  assert.equal(judgeCode(redeemed, presented()), 'code_verifier_missing');
  assert.equal(
    judgeCode(redeemed, presented({ verifier: VERIFIER, redirectUri: 'https://other.example/' })),
    'code_redirect_uri_differs',
  );
});

test('a replay is still a replay after the code has expired', () => {
  assert.equal(judgeCode(code({ redeemedAt: NOW - 900, expiresAt: NOW - 300 }), presented()), 'code_replayed');
});

test('a code expires exactly at its time', () => {
  assert.equal(judgeCode(code({ expiresAt: NOW + 1 }), presented()), 'exchange');
  assert.equal(judgeCode(code({ expiresAt: NOW }), presented()), 'code_expired');
});

test('a code dies with the consent, the application or the account it came from', () => {
  for (const end of [
    'consentRevokedAt',
    'consentEndsAt',
    'clientDeletedAt',
    'clientSuspendedAt',
    'accountEndedAt',
  ] as const) {
    assert.equal(judgeCode(code({ [end]: NOW }), presented()), 'code_consent_ended', end);
  }
});

test('a code lives until the second at which its consent ends', () => {
  assert.equal(judgeCode(code({ consentEndsAt: NOW + 1 }), presented()), 'exchange');
});

test('a code gives no permission that was taken back after it was issued', () => {
  const issued = code({ scope: 'profile email', consentScope: 'openid profile' });

  assert.equal(codeScope(issued), 'profile');
  assert.equal(judgeCode(code({ scope: 'email', consentScope: 'profile' }), presented()), 'code_consent_ended');
});
