/** The address of a source is read as that of this service's own database, and what is wrong with it is told without it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../support/postgres.ts';
import { loadFixture, writeSource } from './fixture.ts';
import { setTakeoverStage } from './stage.ts';

test('an address that cannot be used is refused with what is wrong with it, and the password in it is not repeated', async () => {
  const { held } = loadFixture('plain');
  const stage = await setTakeoverStage('sqlite', held);
  const behind = 'latchkey: The address behind --from must';
  const refusals: readonly (readonly [string, string])[] = [
    [
      'postgres://old:se%cret@db.example/app',
      `${behind} write % as %25 where it stands for itself, in a password for example.`,
    ],
    ['postgres://old:secret@db.example:1,db.example:2/app', `${behind} name one server.`],
    ['postgres://old:secret@db.example:99999/app', `${behind} name a port of at most 65535.`],
    ['postgres://old:secret@db.example/app?sslcert=x', `${behind} leave sslcert out, which is not supported.`],
    [
      'postgis://old:secret@db.example/app',
      'latchkey: --from takes postgres://…, a file of SQLite, or JSON lines in a file or a folder, and no address that begins with postgis://.',
    ],
  ];

  for (const [from, why] of refusals) assert.equal((await stage.run(from)).stderr, `${why}\n`);
  for (const scheme of ['mysql', 'mysql2', 'mariadb', 'trilogy'])
    assert.match(
      (await stage.run(`${scheme}://old:secret@db.example/app`)).stderr,
      /^latchkey: MySQL is read from JSON lines/,
    );
});

test('a database that cannot be read says why: a certificate that nobody vouches for, or a setting that PostgreSQL does not have', async () => {
  const { held } = loadFixture('plain');
  const stage = await setTakeoverStage('sqlite', held);
  const address = await freshDatabase();
  const having = (setting: string) => `${address}${address.includes('?') ? '&' : '?'}${setting}`;

  const unproved = await stage.run(having('sslmode=verify-full'));
  const pooled = await stage.run(having('pool=5'));

  assert.match(
    unproved.stderr,
    /^latchkey: The database to import from cannot be read: self-signed certificate[^\n]*: name the file of its authority with sslrootcert=FILE [^\n]+\n$/,
  );
  assert.match(pooled.stderr, /^latchkey: [^\n]+ "pool" \(42704\): leave out of the address what is neither [^\n]+\n$/);
});

test('an address without a host, as the programs of PostgreSQL take it, and one with any server in it are read', async () => {
  const { held, tables } = loadFixture('plain');
  const stage = await setTakeoverStage('sqlite', held);
  const url = new URL(await writeSource(tables, 'postgres'));
  const { username, password, hostname, port, pathname } = url;
  const user = password === '' ? username : `${username}:${password}`;

  const local = await stage.import(`postgres://${user}@${pathname}?port=${port}`, '--dry-run');
  const any = await stage.import(
    `postgres://${user}@${hostname}:${port}${pathname}?target_session_attrs=any`,
    '--dry-run',
  );

  assert.deepEqual([local.people.added, any.people.added], [tables.users.length, tables.users.length]);
});
