/** Does with Latchkey what the clients and people of the old service would do after the switch. */
import assert from 'node:assert/strict';
import { openBrowser } from '../support/browser-like.ts';
import { assertRefused, tokensOf, whoami } from '../support/grant.ts';
import { type Answer, json } from '../support/http-client.ts';
import type { Service } from '../support/service.ts';
import { token } from '../support/token-client.ts';
import type { Held, HeldApplication } from './held.ts';

/** Everything that is held, once: tokens are used, rotated and revoked by it. */
export async function driveEverything(service: Service, held: Held): Promise<void> {
  await driveAccessTokens(service, held);
  await driveRefreshTokens(service, held);
  await driveSecrets(service, held);
  await driveCodes(service, held);
  await drivePasswords(service, held);
}

async function numberOf(service: Service, access: string): Promise<unknown> {
  const answer = await whoami(service, access);
  assert.equal(answer.status, 200, answer.body);
  return json(answer).id;
}

export async function driveAccessTokens(service: Service, { tokens, applications }: Held): Promise<void> {
  assert.equal(await numberOf(service, tokens.live.access), 1);
  assert.equal(await numberOf(service, tokens.endless.access), 2);
  assert.equal(await numberOf(service, tokens.mobile.access), 7);
  assert.equal(await numberOf(service, tokens.insecure.access), 8);
  assert.equal(await numberOf(service, tokens.slow.access), 1);
  assert.equal(await numberOf(service, tokens.orphan.access), 9);
  assert.equal(await numberOf(service, tokens.big.access), 4_000_000_000);
  for (const dead of [tokens.expired, tokens.expired_alone, tokens.revoked, tokens.used_before])
    assert.equal((await whoami(service, dead.access)).status, 401);
  assert.equal((await whoami(service, tokens.machine.access)).status, 403, 'a token without a person');
  const known = json(await asked(service, applications.quill, tokens.machine.access));
  assert.equal(known.active, true);
  assert.equal(known.scope, 'public');
  // A refresh token is none for an API, and an access token none for the token endpoint.
  assert.equal((await whoami(service, tokens.live.refresh ?? '')).status, 401);
  assertRefused(await refreshed(service, applications.quill, tokens.live.access), 400, 'invalid_grant');
}

export async function driveRefreshTokens(service: Service, { tokens, applications }: Held): Promise<void> {
  const { quill, mobile } = applications;
  const next = tokensOf(await refreshed(service, quill, tokens.live.refresh ?? ''));
  assert.match(next.access, /^lka_/);
  assert.equal(next.scope, 'public write');
  assert.equal(await numberOf(service, next.access), 1);
  assert.equal((await whoami(service, tokens.live.access)).status, 401, 'the successor was used');
  assert.equal(await numberOf(service, tokensOf(await refreshed(service, quill, next.refresh)).access), 1);
  tokensOf(await refreshed(service, quill, tokens.expired.refresh ?? ''));
  tokensOf(await refreshed(service, quill, tokens.used.refresh ?? ''));
  assertRefused(await refreshed(service, quill, tokens.revoked.refresh ?? ''), 400, 'invalid_grant');
  assertRefused(await refreshed(service, quill, tokens.used_before.refresh ?? ''), 400, 'invalid_grant');
  assertRefused(await refreshed(service, applications.insecure, tokens.big.refresh ?? ''), 400, 'invalid_grant');
  const alone = { grant_type: 'refresh_token', client_id: mobile.uid, refresh_token: tokens.mobile.refresh ?? '' };
  tokensOf(await token(service.url, alone));
  // Rotated at the source, and the new one not used yet: until it is, both work.
  assert.equal(await numberOf(service, tokens.before.access), 7);
  assert.equal(await numberOf(service, tokens.after.access), 7);
  assert.equal((await whoami(service, tokens.before.access)).status, 401);
}

export async function driveSecrets(service: Service, { applications }: Held): Promise<void> {
  for (const application of [applications.quill, applications.slow, applications.insecure, applications.orphan]) {
    tokensOf(await ownToken(service, application, application.secret));
    tokensOf(await ownToken(service, application, application.secret));
    assertRefused(await ownToken(service, application, `${application.secret}x`), 401, 'invalid_client');
  }
  const basic = { id: applications.quill.uid, secret: applications.quill.secret };
  tokensOf(await token(service.url, { grant_type: 'client_credentials', scope: 'public' }, { basic }));
}

export async function driveCodes(service: Service, { codes, applications }: Held): Promise<void> {
  const { quill, mobile } = applications;
  const exchange = (application: HeldApplication, code: string, more: Record<string, string> = {}) =>
    token(service.url, {
      grant_type: 'authorization_code',
      client_id: application.uid,
      ...(application.confidential ? { client_secret: application.secret } : {}),
      code,
      redirect_uri: application.redirect_uri,
      ...more,
    });
  const got = tokensOf(await exchange(quill, codes.open));
  assert.equal(await numberOf(service, got.access), 1);
  assertRefused(await exchange(quill, codes.open), 400, 'invalid_grant');
  assert.equal((await whoami(service, got.access)).status, 401, 'a replay ends what came of the code');
  assertRefused(await exchange(mobile, codes.challenged), 400, 'invalid_grant');
  tokensOf(await exchange(mobile, codes.challenged, { code_verifier: codes.verifier }));
  tokensOf(await exchange(mobile, codes.plain, { code_verifier: codes.verifier }));
  assertRefused(await exchange(quill, codes.exchanged), 400, 'invalid_grant');
}

export async function drivePasswords(service: Service, { people }: Held): Promise<void> {
  for (const person of people) {
    const typed = { nickname: person.email, password: person.password };
    const wrong = await openBrowser(service.url).signIn({ ...typed, password: `${person.password.slice(0, 70)}?` });
    assert.equal(wrong.status, 422, `${person.nickname} with a wrong password: ${wrong.status}`);
    const first = await openBrowser(service.url).signIn(typed);
    assert.equal(first.status, person.nickname === 'locked' ? 422 : 303, `${person.nickname}: ${first.status}`);
    if (first.status !== 303) continue;
    // From now on it is an argon2id hash that is compared.
    assert.equal((await openBrowser(service.url).signIn(typed)).status, 303);
  }
}

export function refreshed(service: Service, { uid, secret }: HeldApplication, value: string): Promise<Answer> {
  return token(service.url, {
    grant_type: 'refresh_token',
    client_id: uid,
    client_secret: secret,
    refresh_token: value,
  });
}

function ownToken(service: Service, { uid, name }: HeldApplication, secret: string): Promise<Answer> {
  const scope = name === 'Orphan' ? 'profile' : 'public';
  return token(service.url, { grant_type: 'client_credentials', client_id: uid, client_secret: secret, scope });
}

function asked(service: Service, { uid, secret }: HeldApplication, value: string): Promise<Answer> {
  const fields = { client_id: uid, client_secret: secret, token: value };
  return token(service.url, fields, { path: '/oauth/introspect' });
}
