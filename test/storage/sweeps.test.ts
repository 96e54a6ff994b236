/** No table grows without end: each is swept, or somebody has written down why it need not be. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from '../../src/storage/sql.ts';
import { SWEEPS } from '../../src/storage/sweeps.ts';
import { noteUse } from '../../src/storage/tables/tokens/families.ts';
import { sweep } from '../../src/tokens/sweep.ts';
import { onEachEngine } from '../accounts/stage.ts';
import { addressOf, openAt } from './engines.ts';

/** Tables that no sweep empties, each with the reason why that is right. */
const KEPT: Readonly<Record<string, string>> = {
  backups: 'a single row',
  accounts: 'one row for each person who signed up; a deleted one stays, so that its number is never given again',
  client_secrets: 'a few for each application; ended ones go when another one is written',
  imports: 'one row for each kind of source',
  credentials: 'a few for each account, and gone with it',
  ended_access: 'one row for each account and first-party application at most, and gone with either',
  event_chain: 'a single row',
  event_cursors: 'one row for each group of events',
  feed: 'a single row',
  filed_events: 'one row for each event of an account, and gone with it',
  filing: 'a single row',
  logos: 'one row for each application at most',
  migrations: 'one row for each migration',
  move_notes: 'a few during a move, and gone with it',
  pictures: 'one row for each account at most',
  redirect_uris: 'a bounded list for each application',
  resource_secrets: 'two for each resource at most, and gone with it',
  resources: 'a bounded number, deleted ones included, so that no token is revived by one of the same identifier',
  revisions: 'one row for each table that is counted',
  webhook_groups: 'one for each group of events that a webhook is told of, and gone with it',
  webhooks: 'five for each application at most, and gone with it',
  transfers: 'one row for each application at most',
};

test('every table of the schema has a sweep, or a reason why it cannot grow', async () => {
  const address = await addressOf('sqlite');
  await openAt(address);
  const file = new DatabaseSync(address.replace(/^sqlite:/, ''));
  const tables = file.prepare("select name from sqlite_master where type = 'table'").all();
  file.close();

  const known = [...SWEEPS.map(({ table }) => table), ...Object.keys(KEPT)];

  assert.deepEqual([...new Set(known)].toSorted(), tables.map(({ name }) => String(name)).toSorted());
  assert.deepEqual(
    SWEEPS.filter(({ table }) => table in KEPT),
    [],
  );
});

test(
  'the last use of a family that is gone is swept, also when no family is left',
  onEachEngine(async ({ world }) => {
    await world.database.write([noteUse(7, world.now(), null, null)]);

    await sweep(world);

    assert.deepEqual(await world.database.read(sql`select family_id from uses where family_id = ${7}`), []);
  }),
);
