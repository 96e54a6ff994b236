/** Proves who a token, a secret and a session are good for, and for how long. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticatedByPassword } from '../../src/accounts/authentication/password.ts';
import {
  endOneSession,
  endOtherSessions,
  findSignedIn,
  isConfirmed,
  isStillLive,
  listSessions,
  livenessAt,
  makeRoomFor,
  openSession,
  signOut,
} from '../../src/accounts/sessions.ts';
import { OPERATOR } from '../../src/clients/act.ts';
import { authenticateClient } from '../../src/clients/authenticate.ts';
import { post } from '../../src/clients/authentication/post.ts';
import { rotateSecret } from '../../src/clients/secrets.ts';
import { STAND_IN_SECRET } from '../../src/protocol/playground/run.ts';
import { sql } from '../../src/storage/sql.ts';
import { admit } from '../../src/tokens/guard.ts';
import { findAccess, findRefresh } from '../../src/tokens/inspect.ts';
import { endTokens, revokeToken } from '../../src/tokens/revoke.ts';
import {
  type Application,
  application,
  ask,
  codeFor,
  eventsOf,
  exchangeOf,
  refreshOf,
  SOURCE,
  theStage,
  tokens,
  worldWith,
} from './stage.ts';

type Needs = Parameters<typeof admit>[3];

/** As docs/operating.md and the pages promise: twelve hours, two without a request, five minutes. */
const SESSION_SECONDS = 43_200;
const IDLE_SECONDS = 7200;
const CONFIRMED_SECONDS = 300;
const NEEDS: Needs = { scope: [], uses: [], account: true, resource: null };
const OWN = { grant_type: 'client_credentials' };

/** What a protected endpoint says to this header. */
async function admitted(authorization: string | undefined, needs: Partial<Needs> = {}): Promise<string> {
  const answer = await admit(theStage().world, authorization, SOURCE, { ...NEEDS, ...needs });
  return answer.ok ? answer.value.scope.join(' ') : answer.refusal.reason;
}

async function pairOf(client: Application) {
  return await tokens(client, exchangeOf(await codeFor(client)));
}

test('a protected endpoint admits a live token with the scope it needs', async () => {
  const client = await application();
  const { accessToken, refreshToken } = await pairOf(client);

  assert.equal(await admitted(`Bearer ${accessToken}`), 'profile email');
  assert.equal(await admitted(`Bearer ${accessToken}`, { scope: ['email', 'profile'] }), 'profile email');
  assert.equal(await admitted(`Bearer ${accessToken}`, { scope: ['profile', 'applications'] }), 'scope_missing');
  assert.equal(await admitted(undefined), 'token_absent');
  assert.equal(await admitted('Basic x'), 'token_absent');
  for (const text of ['', 'a b', refreshToken, 'lka_x', `lka_${'A'.repeat(60)}`])
    assert.equal(await admitted(`Bearer ${text}`), 'token_invalid', text);
});

test('a client’s own token is admitted where no user is spoken of', async () => {
  const client = await application();
  const { accessToken, refreshToken } = await tokens(client, OWN);

  assert.equal(refreshToken, '');
  assert.equal(await admitted(`Bearer ${accessToken}`), 'account_missing');
  assert.equal(await admitted(`Bearer ${accessToken}`, { account: false }), 'profile');
});

test('a token lives until its last second, and its last use is noted', async () => {
  const { world, pass } = theStage();
  const client = await application();
  const { accessToken } = await pairOf(client);
  const lastUse = async () => {
    await world.deferred.flush();
    const familyId = (await findAccess(world, accessToken))?.familyId ?? 0;
    const rows = await world.database.read<{ at: number }>(
      sql`select used_at as "at" from uses where family_id = ${familyId}`,
    );
    return rows[0]?.at;
  };

  assert.equal(await admitted(`Bearer ${accessToken}`), 'profile email');
  assert.equal(await lastUse(), world.now());
  pass(86_399);
  assert.equal(await admitted(`Bearer ${accessToken}`), 'profile email');
  assert.equal(await lastUse(), world.now());
  pass(1);
  assert.equal(await admitted(`Bearer ${accessToken}`), 'token_invalid');
});

test('each token is found by its own string and by no other', async () => {
  const { world } = theStage();
  const [one, other] = [await pairOf(await application()), await pairOf(await application())];
  const own = await tokens(await application(), OWN);

  assert.ok(await findAccess(world, one.accessToken));
  assert.ok(await findRefresh(world, one.refreshToken));
  for (const text of [one.refreshToken, 'x', '']) assert.equal(await findAccess(world, text), undefined);
  for (const text of [one.accessToken, own.accessToken, 'x', ''])
    assert.equal(await findRefresh(world, text), undefined);
  const number = (await findAccess(world, other.accessToken))?.pairId ?? 0;
  await world.database.write([
    sql`update pairs set access_digest = ${'x'}, refresh_digest = null where id = ${number}`,
  ]);
  assert.equal(await findAccess(world, other.accessToken), undefined);
  assert.equal(await findRefresh(world, other.refreshToken), undefined);
});

test('a client revokes its own tokens, by either of a pair, and says so once', async () => {
  const { world } = theStage();
  const client = await application();
  for (const which of ['accessToken', 'refreshToken'] as const) {
    const pair = await pairOf(client);
    await revokeToken(world, pair[which], client.id, SOURCE);
    await revokeToken(world, pair[which], client.id, SOURCE);
    assert.equal(await admitted(`Bearer ${pair.accessToken}`), 'token_invalid');
    assert.equal(await ask(client, refreshOf(pair.refreshToken)), 'refresh_token_revoked');
  }
  const events = await eventsOf(client, 'token.revoked');
  assert.deepEqual(
    events.map(({ accountId, detail }) => [accountId, detail]),
    [1, 2].map(() => [theStage().accountId, 'revoked_by_client']),
  );
});

test('a client cannot revoke the token of another, nor one that is not there', async () => {
  const { world } = theStage();
  const [client, other] = [await application(), await application()];
  const { accessToken } = await pairOf(client);

  await revokeToken(world, accessToken, other.id, SOURCE);
  await revokeToken(world, 'lka_x', client.id, SOURCE);
  assert.equal(await admitted(`Bearer ${accessToken}`), 'profile email');
  assert.equal((await eventsOf(client, 'token.revoked')).length, 0);
});

test('a client’s own token ends alone, once', async () => {
  const { world } = theStage();
  const client = await application();
  const [one, other] = [await tokens(client, OWN), await tokens(client, OWN)];

  await revokeToken(world, one.accessToken, client.id, SOURCE);
  await revokeToken(world, one.accessToken, client.id, SOURCE);
  assert.equal(await admitted(`Bearer ${one.accessToken}`, { account: false }), 'token_invalid');
  assert.equal(await admitted(`Bearer ${other.accessToken}`, { account: false }), 'profile');
  assert.equal((await eventsOf(client, 'token.revoked')).length, 1);
});

test('of two revocations at once one says so, and the operator’s has its own reason', async () => {
  const { world } = theStage();
  const client = await application();
  const { accessToken } = await pairOf(client);
  const held = await findAccess(world, accessToken);
  assert.ok(held);

  await endTokens(
    worldWith(() => endTokens(world, held, SOURCE, 'revoked_by_operator')),
    held,
    SOURCE,
    'revoked_by_client',
  );

  const events = await eventsOf(client, 'token.revoked');
  assert.deepEqual(
    events.map(({ detail }) => detail),
    ['revoked_by_operator'],
  );
});

/** Why an application is not believed, or that it is. */
async function believed(
  publicId: string,
  secret: string | undefined,
  playground?: { clientId: number },
): Promise<string> {
  const { world, accountId } = theStage();
  const call = playground && { accountId, callback: 'x', ...playground };
  const answer = await authenticateClient({ method: post, clientId: publicId, secret }, world, call);
  return answer.ok ? answer.value.publicId : answer.refusal.reason;
}

test('a confidential client proves itself by its secret and by nothing else', async () => {
  const [client, other] = [await application(), await application()];

  assert.equal(await believed(client.publicId, client.secret), client.publicId);
  assert.equal(await believed(client.publicId, other.secret), 'client_secret_wrong');
  assert.equal(await believed(client.publicId, undefined), 'client_secret_missing');
  for (const id of ['nobody', '', 'a\u0000b', 'é'])
    assert.equal(await believed(id, client.secret), 'client_unknown', id);
  assert.equal(await believed('nobody', undefined), 'client_unknown');
});

test('a public client has no secret to prove itself by', async () => {
  const client = await application(false);

  assert.equal(await believed(client.publicId, undefined), client.publicId);
  assert.equal(await believed(client.publicId, 'x'), 'client_secret_unexpected');
});

test('both secrets work during the overlap, and the old one ends in its very second', async () => {
  const { world, pass } = theStage();
  const client = await application();
  const rotated = await rotateSecret(world, { publicId: client.publicId, overlap: 'hour' }, OPERATOR);
  assert.ok(rotated.ok);

  for (const secret of [client.secret, rotated.value.secret])
    assert.equal(await believed(client.publicId, secret), client.publicId);
  pass(3599);
  assert.equal(await believed(client.publicId, client.secret), client.publicId);
  pass(1);
  assert.equal(await believed(client.publicId, client.secret), 'client_secret_wrong');
  assert.equal(await believed(client.publicId, rotated.value.secret), client.publicId);
});

test('the stand-in for a secret counts inside the playground, for its own application', async () => {
  const [client, other] = [await application(), await application()];

  assert.equal(await believed(client.publicId, STAND_IN_SECRET), 'client_secret_wrong');
  assert.equal(await believed(client.publicId, STAND_IN_SECRET, { clientId: client.id }), client.publicId);
  assert.equal(await believed(client.publicId, STAND_IN_SECRET, { clientId: other.id }), 'client_secret_wrong');
  assert.equal(await believed(client.publicId, 'x', { clientId: client.id }), 'client_secret_wrong');
});

test('whoever is believed is told what it may, and whether it rests', async () => {
  const { world } = theStage();
  const client = await application();
  const proof = { method: post, clientId: client.publicId, secret: client.secret } as const;
  const suspend = (at: number | null, because: string | null) =>
    world.database.write([
      sql`update clients set suspended_at = ${at}, suspended_because = ${because} where id = ${client.id}`,
    ]);
  const rests = async () => {
    const answer = await authenticateClient(proof, world);
    return answer.ok && answer.value.suspendedBecause;
  };

  const answer = await authenticateClient(proof, world);
  assert.ok(answer.ok);
  assert.deepEqual(
    [answer.value.id, answer.value.isConfidential, answer.value.scope],
    [client.id, true, ['profile', 'email']],
  );
  assert.equal(typeof answer.value.machineFamilyId, 'number');
  assert.equal(await rests(), null);
  await suspend(1, 'Spam.');
  assert.equal(await rests(), 'Spam.');
  await suspend(1, null);
  assert.equal(await rests(), '');
  const open = await authenticateClient(
    { ...proof, clientId: (await application(false)).publicId, secret: undefined },
    world,
  );
  assert.ok(open.ok && !open.value.isConfidential && open.value.machineFamilyId === null);
});

test('the last use of a secret is noted', async () => {
  const { world } = theStage();
  const client = await application();

  await believed(client.publicId, client.secret);
  await world.deferred.flush();

  const rows = await world.database.read<{ at: number }>(
    sql`select used_at as "at" from client_secrets where client_id = ${client.id}`,
  );
  assert.equal(rows[0]?.at, world.now());
});

/** A session of its own, and who it says it is. */
async function signedIn() {
  const { world, accountId } = theStage();
  const { value, insert } = openSession(world, authenticatedByPassword(world, accountId), SOURCE);
  await world.database.write([insert]);
  const who = await findSignedIn(world, value, SOURCE);
  assert.ok(who);
  return { value, who };
}

test('a session is random, names its account, and ends after twelve hours whatever happens', async () => {
  const { world, accountId, pass } = theStage();
  const { value, who } = await signedIn();

  assert.match(value, /^[A-Za-z0-9_-]{43}$/);
  assert.deepEqual([who.id, who.nickname, who.isAdmin, who.session.address], [accountId, 'Ada', false, '192.0.2.10']);
  assert.deepEqual(
    [who.session.createdAt, who.session.seenAt, who.session.authTime, who.session.expiresAt],
    [0, 0, 0, SESSION_SECONDS].map((more) => world.now() + more),
  );
  for (const wrong of ['', `${value}A`, `A${value}`, value.slice(1), `${value.slice(1)}!`])
    assert.equal(await findSignedIn(world, wrong, SOURCE), null);
  await world.database.write([sql`update sessions set seen_at = ${world.now() + SESSION_SECONDS}`]);
  pass(SESSION_SECONDS - 1);
  assert.ok(await findSignedIn(world, value, SOURCE));
  pass(1);
  assert.equal(await findSignedIn(world, value, SOURCE), null);
});

test('a session that is not used for two hours is over, and each use is noted', async () => {
  const { world, pass } = theStage();
  const { value } = await signedIn();

  pass(IDLE_SECONDS + 119);
  assert.ok(await findSignedIn(world, value, SOURCE));
  await world.deferred.flush();
  pass(IDLE_SECONDS + 119);
  assert.ok(await findSignedIn(world, value, SOURCE));
  pass(1);
  assert.equal(await findSignedIn(world, value, SOURCE), null);
  assert.deepEqual(livenessAt(10_000), { now: 10_000, seenAfter: 10_000 - 7200 - 120 });
});

test('a password that was typed five minutes ago is recent enough, and no older one', async () => {
  const { who } = await signedIn();
  const typed = who.session.authTime;

  assert.ok(isConfirmed(who.session, typed + CONFIRMED_SECONDS));
  assert.equal(isConfirmed(who.session, typed + CONFIRMED_SECONDS + 1), false);
});

test('sessions end one by one, or all others at once, and never those of somebody else', async () => {
  const { world } = theStage();
  const [here, there, elsewhere] = [await signedIn(), await signedIn(), await signedIn()];
  const isLive = ({ who }: typeof here) => isStillLive(world, who.session.digest);

  await endOneSession(world, { ...there.who, id: 1 }, there.who.session.digest, SOURCE);
  assert.ok(await isLive(there));
  await endOneSession(world, here.who, there.who.session.digest, SOURCE);
  assert.deepEqual([await isLive(here), await isLive(there), await isLive(elsewhere)], [true, false, true]);
  await endOtherSessions(world, here.who, SOURCE);
  assert.deepEqual([await isLive(here), await isLive(elsewhere)], [true, false]);
  assert.equal((await listSessions(world, here.who.id)).length, 1);
  await signOut(world, here.who, SOURCE);
  await signOut(world, here.who, SOURCE);
  assert.equal(await isLive(here), false);
});

test('a new session takes the place of the old one, of dead ones, and of the oldest of fifty', async () => {
  const { world, accountId, pass } = theStage();
  const sessions = [];
  for (let count = 0; count < 50; count += 1) {
    sessions.push(await signedIn());
    pass(1);
  }
  const count = async () => (await listSessions(world, accountId)).length;

  assert.equal(await count(), 50);
  await world.database.write([makeRoomFor(world, accountId, null)]);
  assert.equal(await count(), 49);
  assert.equal(await isStillLive(world, sessions[0]?.who.session.digest ?? ''), false);
  await world.database.write([makeRoomFor(world, accountId, sessions[20]?.who.session.digest ?? '')]);
  assert.equal(await isStillLive(world, sessions[20]?.who.session.digest ?? ''), false);
  assert.equal(await count(), 48);
});
