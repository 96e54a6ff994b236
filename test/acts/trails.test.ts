/** Proves what each act leaves behind: events, refused requests for the owner, and notes of the last use. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticatedByPassword } from '../../src/accounts/authentication/password.ts';
import { endOneSession, endOtherSessions, findSignedIn, openSession, signOut } from '../../src/accounts/sessions.ts';
import { attempt, stale } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { admit } from '../../src/tokens/guard.ts';
import { findAccess } from '../../src/tokens/inspect.ts';
import {
  type Application,
  application,
  ask,
  codeFor,
  exchangeOf,
  LEEWAY,
  refreshOf,
  SOURCE,
  theStage,
  tokens,
} from './stage.ts';

interface Kept {
  readonly reason: string;
  readonly error: string;
  readonly accountId: number | null;
  readonly facts: string;
}

/** What the owner of an application finds about its refused requests, newest first. */
async function keptOf({ id }: Application): Promise<readonly Kept[]> {
  return await theStage().world.database.read<Kept>(sql`select reason, error, account_id as "accountId", facts
    from refused_requests where client_id = ${id} order by id desc`);
}

async function pairOf(client: Application) {
  return await tokens(client, exchangeOf(await codeFor(client)));
}

async function rowOf<Row>(statement: Parameters<ReturnType<typeof theStage>['world']['database']['read']>[0]) {
  return (await theStage().world.database.read<Row>(statement))[0];
}

async function revocationOf(accessToken: string): Promise<string | null | undefined> {
  const held = await findAccess(theStage().world, accessToken);
  const row = await rowOf<{ because: string | null }>(
    sql`select revoked_because as "because" from families where id = ${held?.familyId ?? 0}`,
  );
  return row?.because;
}

test('a replay is kept with its user, its moment and its family, and the family says why it ended', async () => {
  const client = await application();
  const code = await codeFor(client);
  const { accessToken } = await tokens(client, exchangeOf(code));

  await ask(client, exchangeOf(code));

  const [kept] = await keptOf(client);
  assert.deepEqual(
    [kept?.reason, kept?.error, kept?.accountId],
    ['code_replayed', 'invalid_grant', theStage().accountId],
  );
  assert.match(kept?.facts ?? '', /^redeemed_at=\d+\nfamily=\d+\n/);
  assert.equal(await revocationOf(accessToken), 'code_replayed');
});

test('a refused code is kept with what explains it, and with its user where it is the client’s own', async () => {
  const [client, other] = [await application(), await application()];
  const code = await codeFor(client);

  await ask(client, exchangeOf(code, { redirect_uri: 'https://app.example.com/cb/' }));
  await ask(client, exchangeOf('lkc_x'));
  await ask(other, exchangeOf(code));

  const [unknown, differs] = await keptOf(client);
  assert.deepEqual([differs?.reason, differs?.accountId], ['code_redirect_uri_differs', theStage().accountId]);
  assert.match(differs?.facts ?? '', /expected=https:\/\/app\.example\.com\/cb\n/);
  assert.deepEqual([unknown?.reason, unknown?.accountId], ['code_unknown', null]);
  assert.match(unknown?.facts ?? '', /^presented=code\nshape=short\n/);
  const [foreign] = await keptOf(other);
  assert.deepEqual([foreign?.reason, foreign?.accountId], ['code_of_another_client', null]);
});

test('reuse is kept with its moments, and the family says why it ended', async () => {
  const client = await application();
  const first = await pairOf(client);
  const second = await tokens(client, refreshOf(first.refreshToken));
  await tokens(client, refreshOf(second.refreshToken));
  theStage().pass(LEEWAY);

  await ask(client, refreshOf(first.refreshToken));
  await ask(client, refreshOf(second.refreshToken));

  const [revoked, reused] = await keptOf(client);
  assert.deepEqual([reused?.reason, reused?.accountId], ['refresh_token_reused', theStage().accountId]);
  assert.match(reused?.facts ?? '', /^superseded_at=\d+\nrenewed_at=\d+\nleeway=30\nfamily=\d+\n/);
  assert.match(revoked?.facts ?? '', /ended=family\n.*because=refresh_token_reused\n/s);
  assert.equal(await revocationOf(second.accessToken), 'refresh_token_reused');
});

test('a refused refresh names its family in the events, and another client’s is kept without a word about it', async () => {
  const [client, other] = [await application(), await application()];
  const { accessToken, refreshToken } = await pairOf(client);
  const familyId = (await findAccess(theStage().world, accessToken))?.familyId ?? 0;

  await ask(client, refreshOf(refreshToken, { scope: '"' }));
  await ask(other, refreshOf(refreshToken));

  const events = await theStage().world.database.read<{ detail: string }>(
    sql`select detail from events where family_id = ${familyId} and kind = ${'token.refused'}`,
  );
  assert.deepEqual(
    events.map(({ detail }) => detail),
    ['scope_malformed'],
  );
  assert.match((await keptOf(client))[0]?.facts ?? '', /^scope=\\"\ngranted=profile email\n/);
  const [foreign] = await keptOf(other);
  assert.deepEqual([foreign?.reason, foreign?.accountId], ['refresh_token_of_another_client', null]);
  assert.match(foreign?.facts ?? '', /^presented=refresh_token\nshape=whole\n/);
});

test('each grant says which parameter it misses', async () => {
  const client = await application();

  assert.equal(await ask(client, { grant_type: 'authorization_code', redirect_uri: 'x' }), 'parameter_missing');
  assert.equal(await ask(client, { grant_type: 'authorization_code', code: 'x' }), 'parameter_missing');
  assert.equal(await ask(client, { grant_type: 'refresh_token' }), 'parameter_missing');
});

test('a failed authentication is counted, reported and kept for the application, if there is one', async () => {
  const { world } = theStage();
  const [client, other] = [await application(), await application()];
  const failures = async (id: number | null) =>
    (
      await world.database.read<{ detail: string }>(sql`select detail from events
        where kind = ${'application.authentication_failed'} and coalesce(client_id, 0) = ${id ?? 0} order by id`)
    ).map(({ detail }) => detail);

  const unknownBefore = world.tally.of('unknown clients');

  await ask({ ...client, secret: other.secret }, { grant_type: 'x' });
  await ask({ ...client, secret: '' }, { grant_type: 'x' });
  await ask({ ...client, publicId: 'nobody' }, { grant_type: 'x' });
  await ask({ ...client, publicId: 'a\u0001b' }, { grant_type: 'x' });

  assert.deepEqual(await failures(client.id), ['client_secret_wrong', 'client_secret_missing']);
  assert.deepEqual(await failures(null), [], 'what concerns nobody is counted');
  assert.equal(world.tally.of('unknown clients') - unknownBefore, 2);
  const [missing, wrong] = await keptOf(client);
  assert.deepEqual([wrong?.reason, wrong?.error], ['client_secret_wrong', 'invalid_client']);
  assert.match(wrong?.facts ?? '', /live_suffix=/);
  assert.equal(missing?.facts, 'parameters=client_id grant_type\nsent=grant_type=x\n');
});

test('a secret is described only where it is what was wrong, and failures are counted for their application', async () => {
  const { world } = theStage();
  const [open, client] = [await application(false), await application()];

  await ask({ ...open, secret: client.secret }, { grant_type: 'x' });
  for (const id of [client.publicId, 'nobody'])
    await ask({ ...client, publicId: id, secret: 'wrong' }, { grant_type: 'x' });
  await world.deferred.flush();

  const [unexpected] = await keptOf(open);
  assert.equal(unexpected?.reason, 'client_secret_unexpected');
  assert.equal(unexpected?.facts, 'parameters=client_id client_secret grant_type\nsent=grant_type=x\n');
  const counted = await world.database.read<{ id: number; errors: number }>(
    sql`select client_id as "id", errors from client_days where client_id in (${open.id}, ${client.id}) order by client_id`,
  );
  assert.deepEqual(
    counted.map(({ id, errors }) => [id, errors]),
    [
      [open.id, 1],
      [client.id, 1],
    ],
  );
});

test('a refresh is a use of its family, and of the permission to act while the user is away', async () => {
  const { world, pass } = theStage();
  const client = await application(true, ['profile', 'email', 'offline_access']);
  const { accessToken, refreshToken } = await tokens(
    client,
    exchangeOf(await codeFor(client, { scope: ['profile', 'offline_access'] })),
  );
  const held = await findAccess(world, accessToken);
  const usedAt = async () => {
    await world.deferred.flush();
    const { familyId = 0, consentId = 0 } = held ?? {};
    const family = await rowOf<{ at: number }>(sql`select used_at as "at" from uses where family_id = ${familyId}`);
    const scopes = await world.database.read<{ scope: string }>(
      sql`select scope from scope_uses where consent_id = ${consentId} order by scope`,
    );
    return [family?.at, scopes.map(({ scope }) => scope).join(' ')];
  };

  await tokens(client, refreshOf(refreshToken));
  assert.deepEqual(await usedAt(), [world.now(), 'offline_access']);
  pass(60);
  await admit(world, `Bearer ${accessToken}`, SOURCE, {
    scope: [],
    uses: ['profile', 'email'],
    account: true,
    resource: null,
  });
  assert.deepEqual(await usedAt(), [world.now(), 'offline_access profile']);
});

test('the end of a session is told, of one, of all others and at signing out', async () => {
  const { world, accountId } = theStage();
  const signedIn = async () => {
    const { value, insert } = openSession(world, authenticatedByPassword(world, accountId), SOURCE);
    await world.database.write([insert]);
    const who = await findSignedIn(world, value, SOURCE);
    assert.ok(who);
    return who;
  };
  const told = async () =>
    (
      await world.database.read<{ kind: string; detail: string | null }>(
        sql`select kind, detail from events where account_id = ${accountId} and kind like ${'account.s%'} order by id`,
      )
    ).map(({ kind, detail }) => `${kind} ${detail}`);
  const before = (await told()).length;
  const alone = await signedIn();

  await endOneSession(world, alone, 'nobody’s', SOURCE);
  await endOneSession(world, alone, alone.session.digest, SOURCE);
  assert.equal(await findSignedIn(world, 'x', SOURCE), null);
  const here = await signedIn();
  await endOtherSessions(world, here, SOURCE);
  await signOut(world, here, SOURCE);

  assert.deepEqual((await told()).slice(before), [
    'account.session_ended one',
    'account.session_ended all others',
    'account.signed_out null',
  ]);
});

test('an administrator is known by the account, and each session has its own note of the last use', async () => {
  const { world, accountId, pass } = theStage();
  const { value, insert } = openSession(world, authenticatedByPassword(world, accountId), SOURCE);
  const other = openSession(world, authenticatedByPassword(world, accountId), SOURCE);
  await world.database.write([insert]);
  const stranger = await rowOf<{ id: number }>(sql`select id from accounts where id <> ${accountId}`);
  const strange = openSession(world, authenticatedByPassword(world, stranger?.id ?? 0), SOURCE);
  await world.database.write([strange.insert]);
  await world.database.write([other.insert, sql`update accounts set admin_at = ${1} where id = ${accountId}`]);
  pass(60);

  for (const each of [value, other.value]) assert.equal((await findSignedIn(world, each, SOURCE))?.isAdmin, true);
  assert.equal((await findSignedIn(world, strange.value, SOURCE))?.isAdmin, false);
  await world.deferred.flush();

  for (const each of [value, other.value])
    assert.equal((await findSignedIn(world, each, SOURCE))?.session.seenAt, world.now());
  const online = await world.database.read<{ at: number | null }>(sql`select online_at as "at" from accounts`);
  assert.deepEqual(
    online.map(({ at }) => at),
    [world.now(), world.now()],
  );
  await world.database.write([sql`update accounts set admin_at = null where id = ${accountId}`]);
});

test('a write that finds the world changed is tried twelve times, and then not again', async () => {
  let tries = 0;

  await assert.rejects(
    attempt(async () => {
      tries += 1;
      return tries > 20 ? 'never' : stale;
    }),
    { name: 'NotNow', message: /same record/ },
  );
  assert.equal(tries, 12);
  assert.equal(await attempt(async () => 'at once'), 'at once');
});
