/** Proves that batches about the same rows wait one for the other, in whichever order they name them and share statements. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { changeRow, type Sql, set } from '../../../src/storage/sql.ts';
import { forget, giveBackOne, spendOne } from '../../../src/storage/tables/limits.ts';
import { insertAccount } from '../../../src/storage/tables/people/accounts.ts';
import { remainsAdministrator } from '../../../src/storage/tables/people/search.ts';
import { endSignInsOf } from '../../../src/storage/tables/people/sessions.ts';
import { insertPair } from '../../../src/storage/tables/tokens/pairs.ts';
import { holdLocks } from '../../support/starting.ts';
import { addressOf, openAt } from '../engines.ts';

const ROUNDS = 12;
const UNKNOWN = 9;
const MANY = 40;

test('two instances that change the same rows in opposite order never deadlock, and are told what they touched', async () => {
  const address = await addressOf('postgres');
  const [one, other] = [await openAt(address), await openAt(address)];
  await one.write([1, 2, 3].map(pair));

  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all(
      [0, 1, 2, 3].map(() =>
        Promise.all([one.write(changes(1, UNKNOWN, 2, 3)), other.write(changes(3, 2, 1, UNKNOWN))]),
      ),
    );

    for (const answer of answers) {
      assert.deepEqual(answer, [
        [1, 0, 1, 1],
        [1, 1, 1, 0],
      ]);
    }
  }
});

test('two administrators who sign each other out at once never deadlock', async () => {
  const address = await addressOf('postgres');
  const [one, other] = [await openAt(address), await openAt(address)];
  await one.write([1, 2].map(administrator));

  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all(
      [0, 1, 2, 3].flatMap(() => [one.write(signOut(1, { by: 2 })), other.write(signOut(2, { by: 1 }))]),
    );

    // Both guards held, what was held was there, and there was nothing to end.
    for (const answer of answers) assert.deepEqual(answer, [1, 0, 1, 0, 0]);
  }
});

/** What one statement of many batches has locked while it waits for a row that somebody else has. */
async function lockedWhileWaiting(batches: readonly (readonly Sql[])[], held: number): Promise<readonly number[]> {
  const address = await addressOf('postgres');
  const database = await openAt(address);
  await database.write(ids(1, MANY).map(pair));
  await database.write(ids(1, MANY).map(administrator));
  const other = await holdLocks(address, `select 1 from pairs where id = ${held} for update`);
  const writing = Promise.all(batches.map((batch) => database.write(batch)));
  await other.isWaitedFor();

  const free = await unlockedBeside(address, 'select id from pairs');
  await other.release();

  assert.ok((await writing).every((answer) => answer?.every((count) => count === 1)));
  const unlocked = new Set(free.map(({ id }) => Number(id)));
  return ids(1, MANY).filter((id) => id !== held && !unlocked.has(id));
}

test('a statement of many batches locks their rows in one order, in whichever they came', async () => {
  const batches = ids(1, MANY).map((id) => changes(MANY + 1 - id));

  assert.deepEqual(await lockedWhileWaiting(batches, 20), ids(1, 19));
});

test('a statement of batches that change several rows of a table locks all of them in one order', async () => {
  const batches = [changes(9, 11), changes(1, 3), changes(7, 5)];

  assert.deepEqual(await lockedWhileWaiting(batches, 3), [1]);
});

test('a statement of batches that change rows of several tables locks those of each table in one order', async () => {
  const batches = [3, 1, 2, 4].map((id) => [online(id), ...changes(10 - id)]);

  assert.deepEqual(await lockedWhileWaiting(batches, 7), [6]);
});

test('a batch that counts under several names locks them in one order', async () => {
  const address = await addressOf('postgres');
  const database = await openAt(address);
  await database.write(['ada', 'bob'].map((name) => spendOne({ name, most: 5, windowSeconds: 1000 }, 1)));
  const other = await holdLocks(address, `select 1 from limits where name = 'ada' for update`);
  const writing = database.write([forget('bob'), giveBackOne('ada', 1)]);
  await other.isWaitedFor();

  const free = await unlockedBeside(address, 'select name from limits');
  await other.release();

  assert.deepEqual(free, [{ name: 'bob' }]);
  assert.deepEqual(await writing, [1, 1]);
});

/** Which of these rows nobody has locked. */
async function unlockedBeside(address: string, query: string): Promise<readonly Record<string, unknown>[]> {
  const observer = postgres(address, { max: 1 });
  const rows = await observer.unsafe(`${query} for update skip locked`);
  await observer.end();
  return [...rows];
}

function ids(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function online(id: number): Sql {
  return changeRow('accounts', id, set`online_at = ${id}`);
}

function signOut(id: number, { by }: { readonly by: number }): readonly Sql[] {
  return [remainsAdministrator(by), ...endSignInsOf(id)];
}

function administrator(id: number): Sql {
  const nickname = { nickname: `${id}`, nicknameKey: `${id}`, nicknameSkeleton: `${id}` };
  const email = { email: `${id}@people.example`, emailKey: `${id}@people.example` };
  return insertAccount({ id, ...nickname, ...email, name: '', locale: '', adminAt: 1, createdAt: 1 });
}

function changes(...ids: number[]): Sql[] {
  return ids.map((id) => changeRow('pairs', id, set`used_at = ${id}`));
}

function pair(id: number): Sql {
  const digests = { accessDigest: `access ${id}`, refreshDigest: null };
  const times = { issuedAt: 1, accessExpiresAt: 5, refreshExpiresAt: null };
  return insertPair({ id, familyId: 5, parentId: null, scope: null, ...digests, ...times });
}
