/** A database whose encoding cannot hold every name is refused at the start, before a request meets such a name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDatabaseOn, freshDatabase } from '../../support/postgres.ts';
import { type Outcome, run } from '../../support/service.ts';

async function migrate(encoding: string): Promise<Outcome> {
  const how = ` encoding '${encoding}' lc_collate 'C' lc_ctype 'C' template template0`;
  const env = { LATCHKEY_DATABASE: await createDatabaseOn(await freshDatabase(), how) };
  const done = await run(['migrate'], { env });
  if (done.code !== 0) return done;
  const words = ['users', 'create', '--nickname', 'Жанна', '--email', 'j@example.org', '--password-stdin'];
  return await run(words, { env, stdin: 'a lantern over the harbour' });
}

test('a database in Latin-1 is refused with one line that says what to make instead', async () => {
  const { code, stderr } = await migrate('LATIN1');

  assert.equal(code, 1);
  assert.match(stderr, /^latchkey: The database has the encoding LATIN1, [^\n]+ encoding 'UTF8' [^\n]+\n$/);
});

test('a database that holds bytes as they come, as a machine without languages makes it, is used', async () => {
  const { code, stderr } = await migrate('SQL_ASCII');

  assert.equal(code, 0, stderr);
});
