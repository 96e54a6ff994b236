/** The digest of the schema, by which a start sees in a moment that a file is what the migrations made. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { connect } from '../../../src/storage/sqlite/connection.ts';
import { digestOf, readSchema, SCHEMA_DIGEST } from '../../../src/storage/sqlite/schema-text.ts';
import { addressOf, openAt } from '../engines.ts';

test('the digest in the code is that of a new database, also once it was analysed, and of no other', async () => {
  const address = await addressOf('sqlite');
  await openAt(address);
  const path = address.replace(/^sqlite:/, '');
  const changed = new DatabaseSync(path);
  const digest = (): string => digestOf(readSchema(connect(path, 'reader')));

  assert.equal(SCHEMA_DIGEST, digest());
  changed.exec('analyze');
  assert.equal(SCHEMA_DIGEST, digest());
  changed.exec('create trigger another after insert on pairs begin select 1; end');
  assert.notEqual(SCHEMA_DIGEST, digest());
  changed.exec('drop trigger another');
  assert.equal(SCHEMA_DIGEST, digest());
  changed.exec('create view another as select 1');
  assert.notEqual(SCHEMA_DIGEST, digest());
});
