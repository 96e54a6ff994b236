/** Migrations: applied once, under a lock, and never to a database that is newer, damaged or out of reach. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { Unusable } from '../../src/storage/database.ts';
import { type Migration, migrations } from '../../src/storage/migrations.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { sql } from '../../src/storage/sql.ts';
import { addressOf, beforeMigration, ENGINES, openAt } from './engines.ts';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-migrations-'));
after(() => rmSync(folder, { recursive: true, force: true }));

for (const engine of ENGINES) {
  describe(`migrations on ${engine}`, () => {
    test('five instances that start together on an empty database apply each migration once', async () => {
      const address = await addressOf(engine);

      const databases = await Promise.all(Array.from({ length: 5 }, () => openAt(address)));

      const rows = await databases[0]?.read<{ number: number }>(sql`select number as "number" from migrations`);
      assert.deepEqual(
        rows?.map((row) => row.number),
        [...new Set(rows?.map((row) => row.number))],
      );
      assert.ok((rows?.length ?? 0) > 0);
    });

    test('a second start finds everything where it was', async () => {
      const address = await addressOf(engine);
      const first = await openAt(address);
      await first.write([sql`insert into limits (name, spent, resets_at) values (${'kept'}, 1, 1)`]);

      const second = await openAt(address);

      const rows = await second.read<{ name: string }>(sql`select name as "name" from limits`);
      assert.equal(rows[0]?.name, 'kept');
    });

    test('a database written by a newer program is refused with one line that says so', async () => {
      const address = await addressOf(engine);
      const first = await openAt(address);
      await first.write([sql`insert into migrations (number, name, applied_at) values (9999, 'future', 1)`]);

      await assert.rejects(openDatabase(address, 2), (error) => {
        assert.ok(error instanceof Unusable);
        assert.match(error.message, /newer version/);
        return !error.message.includes('\n');
      });
    });
  });
}

test('a file that is not a database is refused with one line that names it', async () => {
  const path = join(folder, 'garbage.db');
  writeFileSync(path, 'this is not a database, not even a small one. '.repeat(100));

  await assert.rejects(openDatabase(`sqlite:${path}`, 1), (error) => {
    assert.ok(error instanceof Unusable);
    assert.ok(error.message.includes(path));
    return !error.message.includes('\n');
  });
});

test('a file of an older schema that somebody locks is refused with a line that leaves them time to bring it up to date', async () => {
  const address = await addressOf('sqlite');
  await beforeMigration('sessions-held', async () => await (await openDatabase(address, 1)).close());
  const other = new DatabaseSync(address.slice('sqlite:'.length));
  other.exec('begin immediate');

  const refused = openDatabase(address, 1);

  await assert.rejects(refused, (error) => {
    assert.ok(error instanceof Unusable);
    assert.match(
      error.message,
      /is locked by another program, which may be bringing it up to date\. Wait until it has, /,
    );
    return !error.message.includes('\n');
  });
  other.close();
  await (await openDatabase(address, 1)).close();
});

test('a folder that cannot be made is refused with one line that says what to check', async () => {
  const blocked = join(folder, 'a-file');
  writeFileSync(blocked, '');
  chmodSync(blocked, 0o400);

  await assert.rejects(openDatabase(`sqlite:${join(blocked, 'latchkey.db')}`, 1), (error) => {
    assert.ok(error instanceof Unusable);
    assert.match(error.message, /Check that the folder exists/);
    return !error.message.includes('\n');
  });
});

test('a PostgreSQL server that does not answer is refused with one line', async () => {
  await assert.rejects(openDatabase('postgres://nobody@127.0.0.1:1/nothing', 1), (error) => {
    assert.ok(error instanceof Unusable);
    return !error.message.includes('\n');
  });
});

test('on PostgreSQL pages of token pairs keep room for the changes that every pair sees', async () => {
  const database = await openAt(await addressOf('postgres'));

  const rows = await database.read<{ options: string }>(
    sql`select cast(reloptions as text) as "options" from pg_class where relname = ${'pairs'}`,
  );

  assert.equal(rows[0]?.options, '{fillfactor=70}');
});

test('on PostgreSQL a migration takes as long as it needs, whatever time the role or the address gives a statement', async () => {
  const address = new URL(await addressOf('postgres'));
  await (await openDatabase(address.href, 4)).close();
  address.searchParams.set('statement_timeout', '1500');
  address.searchParams.set('lock_timeout', '1500');
  // The list is constant for the program; here it is that of a later one.
  const list = migrations as Migration[];
  list.push({ number: 9998, name: 'slow', text: 'select pg_sleep(2)' });
  try {
    // The one that comes second waits for the lock of the first.
    const both = await Promise.all([openDatabase(address.href, 4), openDatabase(address.href, 4)]);

    const rows = await both[0].read<{ held: string }>(
      sql`select current_setting('statement_timeout') as "held" from migrations where number = ${9998}`,
    );
    assert.deepEqual(rows, [{ held: '1500ms' }]);
    await Promise.all(both.map((database) => database.close()));
  } finally {
    list.pop();
  }
});
