/** Proves that what a token request needs is looked up at once, not one after the other: each is a round trip on PostgreSQL. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sql } from '../../src/storage/sql.ts';
import type { World } from '../../src/world.ts';
import { type Clocked, onMovedClock } from '../support/clocked.ts';
import { codeFields, obtainCode, refreshFields, tokensOf } from '../support/grant.ts';
import { token } from '../support/token-client.ts';

/** By the tables that only this lookup begins with. */
const LOOKUPS = { client: /from clients c left join client_secrets/, code: /from codes/, token: /from pairs/ } as const;

type Lookup = keyof typeof LOOKUPS;

/** For each lookup that was begun since, those which had not been answered by then. */
function watchLookups(world: World): Map<Lookup, readonly Lookup[]> {
  const begun = new Map<Lookup, readonly Lookup[]>();
  const open = new Set<Lookup>();
  const { database } = world;
  const read = database.read.bind(database);
  const watched = async (statement: Sql) => {
    const text = statement.text.join('').replaceAll(/\s+/g, ' ');
    const names = Object.keys(LOOKUPS) as Lookup[];
    const name = names.find((each) => LOOKUPS[each].test(text));
    if (name === undefined) return await read(statement);
    begun.set(name, [...open]);
    open.add(name);
    try {
      return await read(statement);
    } finally {
      open.delete(name);
    }
  };
  // What an engine tells at once is no lookup that anybody waits for.
  Object.assign(database, { read: watched, peek: undefined, readNow: undefined });
  return begun;
}

async function staged(clocked: Clocked) {
  const ada = await clocked.createUser('ada');
  const quill = await clocked.createApplication(ada);
  const browser = await clocked.signedIn(ada);
  return { quill, code: await obtainCode(browser, quill) };
}

test(
  'a code is looked up beside its application, a refresh token too, and a token beside who asks about it',
  onMovedClock(async (clocked) => {
    const { quill, code } = await staged(clocked);
    const begun = watchLookups(clocked.world);

    const tokens = tokensOf(await token(clocked.url, codeFields(quill, code)));
    assert.deepEqual(begun.get('client'), ['code']);
    begun.clear();
    const { access } = tokensOf(await token(clocked.url, refreshFields(quill, tokens.refresh)));
    assert.deepEqual(begun.get('client'), ['token']);
    begun.clear();
    const { client_id, client_secret } = quill;
    const told = await token(clocked.url, { client_id, client_secret, token: access }, { path: '/oauth/introspect' });
    assert.deepEqual(begun.get('client'), ['token']);
    assert.match(told.body, /"active":true/);
  }),
);

test(
  'who does not prove to be the application learns nothing by what was looked up beside it',
  onMovedClock(async (clocked) => {
    const { quill, code } = await staged(clocked);
    const wrong = { ...codeFields(quill, code), client_secret: 'wrong' };

    const refused = await token(clocked.url, wrong);
    const unknown = await token(clocked.url, { ...wrong, code: 'lk_none' });

    assert.equal(refused.status, 401);
    assert.deepEqual([refused.status, refused.body], [unknown.status, unknown.body]);
    tokensOf(await token(clocked.url, codeFields(quill, code)));
  }),
);
