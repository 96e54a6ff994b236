/** Old tokens that ended before the takeover, or since: whoever presents them is told so, and is no attacker. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyEngine } from '../support/each-database.ts';
import { whoami } from '../support/grant.ts';
import { refreshed } from './drive.ts';
import { loadFixture } from './fixture.ts';
import { setTakeoverStage } from './stage.ts';

const OFTEN = 12;
const LIMITED = { LATCHKEY_DANGER_NO_RATE_LIMITS: 'false', LATCHKEY_FAILURES_PER_NETWORK: '5' };

test('tokens that stayed behind are told 401 however often, and an invented one of ours is limited', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held, LIMITED);
    const { expired_alone, revoked, used_before } = held.tokens;
    const ask = async (value: string) => (await whoami(stage.service, value)).status;
    const askOften = async (value: string) =>
      [...new Set(await Promise.all(Array.from({ length: OFTEN }, () => ask(value))))].toSorted();
    await stage.importTables(tables, 'folder');

    for (const { access } of [expired_alone, revoked, used_before]) assert.deepEqual(await askOften(access), [401]);
    const answers = Array.from({ length: OFTEN }, () =>
      refreshed(stage.service, held.applications.quill, revoked.refresh ?? ''),
    );
    assert.deepEqual([...new Set((await Promise.all(answers)).map(({ status }) => status))], [400]);
    assert.deepEqual(await askOften(`lka_${'A'.repeat(60)}`), [401, 429]);
  }));

test('without a takeover a string of a foreign form is a guess', async () => {
  const { held } = loadFixture('plain');
  const { service } = await setTakeoverStage('sqlite', held, LIMITED);

  const answers = await Promise.all(Array.from({ length: OFTEN }, () => whoami(service, held.tokens.revoked.access)));

  assert.ok(answers.some(({ status }) => status === 429));
});
