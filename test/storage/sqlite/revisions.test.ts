/** What SQLite counts of its own changes, and what follows for rows that are remembered. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from '../../../src/storage/sql.ts';
import { connect } from '../../../src/storage/sqlite/connection.ts';
import { watchRevisions } from '../../../src/storage/sqlite/revisions.ts';
import { readCredentials } from '../../../src/storage/tables/clients/secrets.ts';
import { addressOf, openAt } from '../engines.ts';

async function migratedFile(): Promise<string> {
  const address = await addressOf('sqlite');
  await openAt(address);
  return address.replace(/^sqlite:/, '');
}

const PAIR = 'insert into pairs (id, family_id, access_digest, issued_at, access_expires_at) values (1, 1, ?, 1, 2)';

test('a statement is concerned by changes of the tables it reads, and by no other commit', async () => {
  const path = await migratedFile();
  const revisions = watchRevisions(connect(path, 'reader'));
  const stranger = new DatabaseSync(path);
  revisions.look();
  const pairs = revisions.prepare('select * from pairs where id = ?').tables;
  const joined = revisions.prepare('select 1 from families, pairs where pairs.family_id = families.id').tables;
  const limits = revisions.prepare('select * from limits join pairs on true').tables;
  const stampsAfter = (change: string, ...values: string[]): number[] => {
    stranger.prepare(change).run(...values);
    revisions.look();
    return [pairs, joined, limits].map((tables) => revisions.stampOf(tables));
  };

  const before = stampsAfter('delete from pairs');
  const elsewhere = stampsAfter("insert into limits values ('a', 1, 1)");
  const inserted = stampsAfter(PAIR, 'a');
  const updated = stampsAfter('update pairs set used_at = 1');
  const deleted = stampsAfter('delete from pairs');

  assert.deepEqual(elsewhere.slice(0, 2), before.slice(0, 2));
  for (const [earlier, later] of [
    [elsewhere, inserted],
    [inserted, updated],
    [updated, deleted],
  ] as const)
    for (const [index, stamp] of later.entries()) assert.ok(stamp > (earlier[index] ?? Infinity));
  // Its commits are not counted one by one, so each is taken for a change.
  assert.notEqual(elsewhere[2], before[2]);
  stranger.close();
});

test('a column that is called like a table is not taken for it: what clients are looked up in stays remembered', async () => {
  const database = await openAt(await addressOf('sqlite'));
  const ask = () => readCredentials(database, 'nobody');
  const misses = () => database.figures?.().remembered?.misses;
  for (let times = 0; times < 3; times += 1) await ask();
  const before = misses();

  await database.write([sql`insert into limits (name, spent, resets_at) values (${'a'}, ${1}, ${1})`]);
  await ask();

  assert.equal(misses(), before);
});

test('every counted table counts each of the three ways to change it', async () => {
  const database = new DatabaseSync(await migratedFile());
  const triggers = database
    .prepare("select tbl_name as tableName, name from sqlite_master where type = 'trigger' and sql like '%revisions%'")
    .all();
  const counted = database.prepare('select name from revisions order by name').all();

  for (const { name } of counted)
    assert.equal(triggers.filter(({ tableName }) => tableName === name).length, 3, String(name));
  assert.equal(triggers.length, 3 * counted.length);
  database.close();
});

test('a form that holds on to its session leaves sessions remembered; every other change of one counts', async () => {
  const path = await migratedFile();
  const revisions = watchRevisions(connect(path, 'reader'));
  const stranger = new DatabaseSync(path);
  stranger.exec(`insert into accounts (id, nickname, nickname_key, email, email_key, name, website, avatar_url, locale,
    created_at, online_at) values (1, 'a', 'a', 'a', 'a', '', '', '', 'en', 1, 1)`);
  stranger.exec(`insert into sessions (digest, account_id, created_at, seen_at, auth_time, expires_at)
    values ('d', 1, 1, 1, 1, 9)`);
  revisions.look();
  const { tables } = revisions.prepare('select * from sessions');
  const countsAfter = (change: string): boolean => {
    const before = revisions.stampOf(tables);
    stranger.exec(change);
    revisions.look();
    return revisions.stampOf(tables) > before;
  };
  const columns = stranger.prepare("select name from pragma_table_info('sessions')").all();

  assert.equal(countsAfter("update sessions set created_at = created_at where digest = 'd'"), false);
  for (const { name } of columns.filter((column) => column.name !== 'created_at'))
    assert.ok(countsAfter(`update sessions set ${name} = ${name}`), String(name));
  stranger.close();
});

test('what an operator changes by SQL is seen by the next lookup', async () => {
  const address = await addressOf('sqlite');
  const database = await openAt(address);
  await database.write([
    sql`insert into pairs (id, family_id, access_digest, issued_at, access_expires_at) values (1, 1, ${'a'}, 1, 2)`,
  ]);
  const find = () => database.read(sql`select revoked_at as "revokedAt" from pairs where id = ${1}`);
  const [before] = await find();
  const operator = new DatabaseSync(address.replace(/^sqlite:/, ''));
  operator.exec('update pairs set revoked_at = 7');
  operator.close();

  const [after] = await find();

  assert.deepEqual({ ...(before as object) }, { revokedAt: null });
  assert.deepEqual({ ...(after as object) }, { revokedAt: 7 });
});

test('of many reads in one turn the first are answered before the turn is over, and a commit before them is seen', async () => {
  const address = await addressOf('sqlite');
  const database = await openAt(address);
  const stranger = new DatabaseSync(address.replace(/^sqlite:/, ''));
  stranger.exec("insert into limits values ('a', 1, 1)");
  const count = async () =>
    (await database.read<{ count: number }>(sql`select count(*) as count from limits`))[0]?.count;
  assert.equal(await count(), 1);

  stranger.exec("insert into limits values ('b', 1, 1)");
  let answeredInTurn = 0;
  let isTurnOver = false;
  setImmediate(() => {
    isTurnOver = true;
  });
  const counts = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const counted = await count();
      if (!isTurnOver) answeredInTurn += 1;
      return counted;
    }),
  );

  assert.deepEqual([...new Set(counts)], [2]);
  assert.ok(answeredInTurn >= 100 && answeredInTurn < 200, String(answeredInTurn));
  stranger.close();
});
