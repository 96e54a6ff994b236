/** Proves the guards of the storage one condition at a time: what must be true of a row at the very commit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseToken } from '../../src/protocol/tokens/token-string.ts';
import { type Sql, sql } from '../../src/storage/sql.ts';
import {
  endOtherSessionsOf,
  endSession,
  endSessionsOf,
  findLiveSession,
  insertSession,
  listLiveSessions,
  makeRoom,
  noteSeen,
} from '../../src/storage/tables/people/sessions.ts';
import { countCodes, redeemCode } from '../../src/storage/tables/tokens/codes.ts';
import { revokeFamily } from '../../src/storage/tables/tokens/families.ts';
import {
  insertPair,
  renewPair,
  revokePair,
  revokeUnusedSiblings,
  supersedePair,
  usePair,
} from '../../src/storage/tables/tokens/pairs.ts';
import { application, codeFor, exchangeOf, LEEWAY, theStage, tokens } from './stage.ts';

/** How many rows each statement touched, or null where a guard stood in the way. */
const write = (...batch: Sql[]) => theStage().world.database.write(batch);
/** The first row, as a plain object. */
async function one<Row extends object>(statement: Sql): Promise<Row | undefined> {
  const [row] = await theStage().world.database.read<Row>(statement);
  return row && { ...row };
}

interface PairRow {
  readonly used: number | null;
  readonly renewed: number | null;
  readonly superseded: number | null;
  readonly revoked: number | null;
}

const pairRow = (id: number) =>
  one<PairRow>(sql`select used_at as "used", renewed_at as "renewed", superseded_at as "superseded", revoked_at as "revoked"
    from pairs where id = ${id}`);

async function aPair(): Promise<{ pairId: number; familyId: number; now: number }> {
  const client = await application();
  const { accessToken } = await tokens(client, exchangeOf(await codeFor(client)));
  const pairId = parseToken('access', accessToken) ?? 0;
  const row = await one<{ familyId: number }>(sql`select family_id as "familyId" from pairs where id = ${pairId}`);
  return { pairId, familyId: row?.familyId ?? 0, now: theStage().world.now() };
}

async function aChild(familyId: number, parentId: number | null, issuedAt: number): Promise<number> {
  const id = theStage().world.nextId();
  const digests = { accessDigest: `a${id}`, refreshDigest: `r${id}` };
  const ends = { accessExpiresAt: issuedAt + 100, refreshExpiresAt: issuedAt + 1000 };
  await write(insertPair({ id, familyId, parentId, ...digests, scope: null, issuedAt, ...ends }));
  return id;
}

test('a code is redeemed once, before its end, and only with the scope that was read', async () => {
  const client = await application();
  const [code, other] = [await codeFor(client), await codeFor(client)];
  const [codeId, otherId] = [parseToken('code', code) ?? 0, parseToken('code', other) ?? 0];
  const now = theStage().world.now();
  const seen = { codeId, scope: 'profile email' };
  const row = () => one<{ at: number | null }>(sql`select redeemed_at as "at" from codes where id = ${codeId}`);
  const { familyId } = await aPair();

  assert.equal(await write(redeemCode({ ...seen, scope: 'profile' }, familyId, now)), null);
  assert.equal(await write(redeemCode(seen, familyId, now + 600)), null);
  assert.equal(await write(redeemCode({ ...seen, codeId: 1 }, familyId, now)), null);
  assert.equal((await row())?.at, null);
  assert.deepEqual(await write(redeemCode(seen, familyId, now + 599)), [1]);
  assert.equal((await row())?.at, now + 599);
  assert.equal(await write(redeemCode(seen, familyId, now)), null);
  assert.equal(
    (await one<{ at: number | null }>(sql`select redeemed_at as "at" from codes where id = ${otherId}`))?.at,
    null,
  );
});

test('a pair is renewed until it is revoked, or its successor’s use is older than the leeway', async () => {
  const { pairId, familyId, now } = await aPair();
  const other = await aChild(familyId, null, now);

  assert.deepEqual(await write(renewPair(pairId, now + 5, LEEWAY)), [1]);
  assert.deepEqual(await pairRow(pairId), { used: now + 5, renewed: now + 5, superseded: null, revoked: null });
  assert.deepEqual(await write(renewPair(pairId, now + 9, LEEWAY)), [1]);
  assert.equal((await pairRow(pairId))?.used, now + 5);
  await write(supersedePair(pairId, now + 10));
  assert.deepEqual(await write(renewPair(pairId, now + 10 + LEEWAY - 1, LEEWAY)), [1]);
  assert.equal(await write(renewPair(pairId, now + 10 + LEEWAY, LEEWAY)), null);
  assert.equal((await pairRow(other))?.renewed, null);
  await write(revokePair(other, now));
  assert.equal(await write(renewPair(other, now, LEEWAY)), null);
});

test('a pair is first used once, and never after it was revoked', async () => {
  const { pairId, familyId, now } = await aPair();
  const [child, revoked] = [await aChild(familyId, pairId, now), await aChild(familyId, pairId, now)];
  await write(revokePair(revoked, now));

  assert.deepEqual(await write(usePair(child, now)), [1]);
  assert.equal(await write(usePair(child, now + 1)), null);
  assert.equal(await write(usePair(revoked, now)), null);
  assert.equal((await pairRow(pairId))?.used, null);
});

test('a pair is superseded by the first use alone', async () => {
  const { pairId, familyId, now } = await aPair();
  const other = await aChild(familyId, pairId, now);

  assert.deepEqual(await write(supersedePair(pairId, now)), [1]);
  assert.deepEqual(await write(supersedePair(pairId, now + 9)), [0]);
  assert.equal((await pairRow(pairId))?.superseded, now);
  assert.equal((await pairRow(other))?.superseded, null);
});

test('of all siblings only those end that are unused, older than the leeway, and children of this pair', async () => {
  const { pairId, familyId, now } = await aPair();
  const elsewhere = await aPair();
  const old = await aChild(familyId, pairId, now - 1);
  const young = await aChild(familyId, pairId, now);
  const used = await aChild(familyId, pairId, now - 1);
  const ended = await aChild(familyId, pairId, now - 1);
  const cousin = await aChild(familyId, old, now - 1);
  const stranger = await aChild(elsewhere.familyId, pairId, now - 1);
  await write(usePair(used, now), revokePair(ended, now - 1));

  assert.deepEqual(await write(revokeUnusedSiblings(familyId, pairId, now, now + 7)), [1]);
  const ends = await Promise.all([old, young, used, ended, cousin, stranger, pairId].map(pairRow));
  assert.deepEqual(
    ends.map((row) => row?.revoked),
    [now + 7, null, null, now - 1, null, null, null],
  );
});

test('what was revoked keeps its first moment and reason, and nothing else is touched', async () => {
  const [{ pairId, familyId, now }, other] = [await aPair(), await aPair()];
  const familyRow = (id: number) =>
    one<object>(sql`select revoked_at as "at", revoked_because as "because" from families where id = ${id}`);

  assert.deepEqual(await write(revokePair(pairId, now)), [1]);
  assert.deepEqual(await write(revokePair(pairId, now + 9)), [0]);
  assert.equal((await pairRow(pairId))?.revoked, now);
  assert.equal((await pairRow(other.pairId))?.revoked, null);
  assert.deepEqual(await write(revokeFamily(familyId, 'code_replayed', now)), [1]);
  assert.deepEqual(await write(revokeFamily(familyId, 'revoked_by_client', now + 9)), [0]);
  assert.deepEqual(await familyRow(familyId), { at: now, because: 'code_replayed' });
  assert.deepEqual(await familyRow(other.familyId), { at: null, because: null });
});

test('a session is live until its end, while it was seen lately, and while its account is', async () => {
  const { world, accountId } = theStage();
  const now = world.now();
  const source = { address: null, userAgent: null };
  const session = {
    digest: 'one',
    accountId,
    createdAt: now,
    seenAt: now,
    authTime: now,
    amr: 'pwd',
    confirmedFor: null,
    replaces: null,
    expiresAt: now + 10,
    ...source,
  };
  await write(insertSession(session), insertSession({ ...session, digest: 'two' }));
  const isLive = async (at: number, seenAfter: number, digest = 'one') =>
    (await findLiveSession(world.database, digest, { now: at, seenAfter })) !== undefined;
  const listed = async (at: number, seenAfter: number, account = accountId) =>
    (await listLiveSessions(world.database, account, { now: at, seenAfter })).map(({ digest }) => digest);

  assert.deepEqual(
    [await isLive(now + 9, now - 1), await isLive(now + 10, now - 1), await isLive(now + 9, now)],
    [true, false, false],
  );
  assert.equal(await isLive(now, now - 1, 'three'), false);
  assert.deepEqual(await listed(now + 9, now - 1), ['one', 'two']);
  for (const none of [await listed(now + 10, now - 1), await listed(now, now), await listed(now, now - 1, 1)])
    assert.deepEqual(none, []);
  for (const column of ['disabled_at', 'deleted_at']) {
    const set = (value: number | null): Sql => ({
      text: [`update accounts set ${column} = `, ' where id = ', ''],
      values: [value, accountId],
      must: false,
      shape: undefined,
    });
    await write(set(now));
    assert.equal(await isLive(now, now - 1), false, column);
    await write(set(null));
  }
  assert.ok(await isLive(now, now - 1));
  await write(...endSession('one', accountId), ...endSession('two', accountId));
});

test('a session is ended by its own account, and the others end without it', async () => {
  const { world, accountId } = theStage();
  const now = world.now();
  const source = { address: null, userAgent: null };
  const session = {
    accountId,
    createdAt: now,
    seenAt: now,
    authTime: now,
    amr: 'pwd',
    confirmedFor: null,
    replaces: null,
    expiresAt: now + 10,
    ...source,
  };
  await write(...['a', 'b', 'c'].map((digest) => insertSession({ ...session, digest })));
  const left = async () =>
    (await listLiveSessions(world.database, accountId, { now, seenAfter: 0 })).map(({ digest }) => digest);

  assert.equal(await write(...endSession('a', accountId + 1)), null);
  assert.equal(await write(...endSession('d', accountId)), null);
  assert.deepEqual(await write(...endSession('a', accountId)), [1, 0]);
  assert.deepEqual(await write(...endOtherSessionsOf(accountId + 1, 'b')), [0, 0]);
  assert.deepEqual(await left(), ['b', 'c']);
  assert.deepEqual(await write(...endOtherSessionsOf(accountId, 'b')), [1, 0]);
  assert.deepEqual(await left(), ['b']);
  await write(...endSession('b', accountId));
});

test('a new session takes the place of dead ones of its own account alone, in their very second', async () => {
  const { world, accountId } = theStage();
  const now = world.now();
  const stranger = await one<{ id: number }>(sql`select id from accounts where id <> ${accountId}`);
  const other = stranger?.id ?? 0;
  const proved = { authTime: now, amr: 'pwd', confirmedFor: null, replaces: null };
  const rest = { createdAt: now, seenAt: now, ...proved, address: null, userAgent: null };
  const session = (digest: string, whose: number, expiresAt: number) =>
    insertSession({ ...rest, digest, accountId: whose, expiresAt });
  const left = async () =>
    (await world.database.read<{ digest: string }>(sql`select digest from sessions order by digest`)).map(
      ({ digest }) => digest,
    );
  await write(
    session('dying', accountId, now),
    session('living', accountId, now + 1),
    session('replaced', accountId, now + 1),
    session('strange', other, now),
  );

  await write(makeRoom({ replaced: 'replaced', kept: null, accountId, most: 10, now }));
  assert.deepEqual(await left(), ['living', 'strange']);
  await write(...endSessionsOf(accountId));
  assert.deepEqual(await left(), ['strange']);
  await write(...endSessionsOf(other));
});

test('the last use of a session is noted for it alone, and never turned back', async () => {
  const { world, accountId } = theStage();
  const now = world.now();
  const [source, later] = [
    { address: null, userAgent: null },
    { address: '192.0.2.9', userAgent: 'Later' },
  ];
  const session = {
    accountId,
    createdAt: now,
    seenAt: now,
    authTime: now,
    amr: 'pwd',
    confirmedFor: null,
    replaces: null,
    expiresAt: now + 100,
    ...source,
  };
  await write(insertSession({ ...session, digest: 'a' }), insertSession({ ...session, digest: 'b' }));

  assert.deepEqual(await write(noteSeen('a', now, later)), [0]);
  assert.deepEqual(await write(noteSeen('a', now - 1, later)), [0]);
  assert.deepEqual(await write(noteSeen('a', now + 1, later)), [1]);
  const [a, b] = await Promise.all(
    ['a', 'b'].map((digest) => findLiveSession(world.database, digest, { now, seenAfter: 0 })),
  );
  assert.deepEqual([a?.seenAt, a?.address, b?.seenAt, b?.address], [now + 1, '192.0.2.9', now, null]);
  await write(...endSession('a', accountId), ...endSession('b', accountId));
});

test('the codes of a consent are counted from a second on, and no more than asked for', async () => {
  const { world, pass } = theStage();
  const [client, other] = [await application(), await application()];
  const before = world.now();
  await codeFor(other);
  const first = parseToken('code', await codeFor(client)) ?? 0;
  pass(1);
  await codeFor(client);
  const row = await one<{ consentId: number }>(sql`select consent_id as "consentId" from codes where id = ${first}`);
  const count = (after: number, most = 10) => countCodes(world.database, row?.consentId ?? 0, { after, most });

  assert.deepEqual([await count(before - 1), await count(before), await count(before + 1)], [2, 1, 0]);
  assert.equal(await count(before - 1, 1), 1);
});
