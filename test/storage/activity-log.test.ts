/** The list of answered requests stays within its bounds and loses no count, on both engines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Activity } from '../../src/protocol/activity.ts';
import type { Database } from '../../src/storage/database.ts';
import { createActivityLog } from '../../src/storage/later/activity-log.ts';
import type { Sql } from '../../src/storage/sql.ts';
import { listAnswered, MOST_ANSWERED_OF_CLIENT } from '../../src/storage/tables/events/answered-requests.ts';
import { ENGINES, openEmpty } from './engines.ts';

/** Different activities that wait at once. */
const MOST_WAITING = 2000;

const SOURCE = { address: '203.0.113.9', userAgent: 'Quill/2.1' };
const ALL = { endpoint: null, traceId: null };
const FROM_THE_NEWEST = { below: Number.MAX_SAFE_INTEGER, most: 10_000 };
const identity = (clientId: number, familyId: number): Activity => ({ clientId, kind: 'identity', familyId });

const databases = new Map(ENGINES.map((engine) => [engine, openEmpty(engine)]));

/** One database for each engine serves the file: every test has clients of its own. */
function eachEngine(title: string, body: (database: Database) => Promise<void>): void {
  for (const [engine, opened] of databases) test(`${title}, on ${engine}`, async () => body(await opened));
}

let last = 1000;

function sources() {
  return {
    now: () => 1_800_000_000,
    nextId: () => {
      last += 1;
      return last;
    },
  };
}

eachEngine('a busy application costs a few rows, and every one of its requests is counted', async (database) => {
  const log = createActivityLog(database, sources());
  const [one, other] = [identity(10, 10), identity(10, 11)];

  for (let count = 0; count < 1000; count += 1) {
    log.note(one, { traceId: `one-${count}`, source: SOURCE }, 1.4);
    log.note(other, { traceId: `other-${count}`, source: SOURCE }, 2.6);
  }
  await log.finish();

  const rows = await listAnswered(database, 10, ALL, FROM_THE_NEWEST);
  assert.ok(rows.length <= 5, `${rows.length} rows`);
  assert.equal(
    rows.reduce((sum, { count }) => sum + count, 0),
    2000,
  );
  assert.ok(rows.every(({ id }, index) => id < (rows[index - 1]?.id ?? Number.MAX_SAFE_INTEGER)));
});

eachEngine('a quiet application has a row for each request, with its own trace and time', async (database) => {
  const log = createActivityLog(database, sources());

  for (const traceId of ['a', 'b', 'c']) log.note(identity(20, 10), { traceId, source: SOURCE }, 12.3);
  await log.finish();

  const rows = await listAnswered(database, 20, ALL, FROM_THE_NEWEST);
  assert.deepEqual(
    rows.map(({ traceId, count, milliseconds }) => [traceId, count, milliseconds]),
    [
      ['c', 1, 12],
      ['b', 1, 12],
      ['a', 1, 12],
    ],
  );
  assert.deepEqual(
    (await listAnswered(database, 20, { ...ALL, traceId: 'b' }, FROM_THE_NEWEST)).map(({ traceId }) => traceId),
    ['b'],
  );
  assert.deepEqual(await listAnswered(database, 20, { ...ALL, endpoint: 'token' }, FROM_THE_NEWEST), []);
});

eachEngine('an application keeps its newest five hundred, and none of them pushes out another’s', async (database) => {
  const log = createActivityLog(database, sources());
  log.note(identity(31, 1), { traceId: 'theirs', source: SOURCE }, 1);
  await log.finish();

  for (let turn = 0; turn < 140; turn += 1) {
    for (let count = 0; count < 4; count += 1) {
      log.note(identity(30, turn), { traceId: `${turn}-${count}`, source: SOURCE }, 1);
    }
    await log.finish();
  }

  const own = await listAnswered(database, 30, ALL, FROM_THE_NEWEST);
  assert.equal(own.length, MOST_ANSWERED_OF_CLIENT);
  assert.equal(own[0]?.traceId, '139-3');
  assert.equal((await listAnswered(database, 31, ALL, FROM_THE_NEWEST)).length, 1);
});

test('what waits is bounded, and what finds no place is counted', () => {
  // Nothing is written here: without a flush the database is not asked.
  const database = undefined as never;
  const log = createActivityLog(database, sources());

  for (let family = 0; family < MOST_WAITING + 3; family += 1) {
    log.note(identity(30, family), { traceId: 'x', source: SOURCE }, 1);
  }

  assert.equal(log.dropped, 3);
});

eachEngine('a person’s browser and a proxy are not told to the developer', async (database) => {
  const log = createActivityLog(database, sources());

  log.note({ clientId: 40, kind: 'code_sent', familyId: null }, { traceId: 'a', source: SOURCE }, 1);
  log.note({ clientId: 40, kind: 'checked', familyId: 3 }, { traceId: 'b', source: SOURCE }, 1);
  await log.finish();

  for (const { source } of await listAnswered(database, 40, ALL, FROM_THE_NEWEST)) {
    assert.deepEqual(source, { address: null, userAgent: null });
  }
});

test('of more requests of different applications than one flush writes, those that are left out are counted', async () => {
  let written = 0;
  const database = {
    write: async (batch: readonly Sql[]) => {
      written += batch.filter(({ text }) => text[0]?.startsWith('insert')).length;
      return [];
    },
  };
  // Nothing but writes is asked of it.
  const log = createActivityLog(database as never, sources());
  const noted = 1200;

  for (let client = 1; client <= noted; client += 1) {
    log.note(identity(client, client), { traceId: 'x', source: SOURCE }, 1);
  }
  await log.finish();

  assert.ok(written > 0 && written < noted);
  assert.equal(log.dropped, noted - written);
});
