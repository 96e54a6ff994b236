/** Tables of people often say in several columns that somebody is locked out: each of them counts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyEngine } from '../support/each-database.ts';
import { whoami } from '../support/grant.ts';
import { loadFixture, railsTime, type Tables } from './fixture.ts';
import { setTakeoverStage } from './stage.ts';

/** A table that also says who was deleted, banned and left: each of the first three people is one of them. */
function withColumns(tables: Tables): Tables {
  const before = railsTime(Date.now() / 1000 - 60);
  const said = ['deleted_at', 'banned_at', 'left_at'];
  const rows = tables.users.map((row, index) => ({
    ...row,
    ...Object.fromEntries(said.map((name, at) => [name, at === index ? before : null])),
  }));
  return { ...tables, users: rows };
}

test('whoever was banned or deleted stays out, though another column says who is locked', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    const list = async () => {
      const { stdout } = await stage.service.cliHere(['users', 'list', '--json']);
      const people = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      return people
        .filter(({ state }) => state === 'disabled')
        .map(({ id }) => id)
        .toSorted((a, b) => a - b);
    };

    const first = await stage.importTables(withColumns(tables), engine);

    assert.equal(first.people.disabled, 3);
    assert.deepEqual(await list(), [1, 2, 11]);
    assert.equal((await whoami(stage.service, held.tokens.live.access)).status, 401);

    const chosen = ['--column', 'disabled=left_at', '--column', 'disabled=locked_at'];
    await stage.importTables(withColumns(tables), engine, ...chosen);

    assert.deepEqual(await list(), [7, 11]);
    assert.equal((await whoami(stage.service, held.tokens.live.access)).status, 200);
  }));
