/** A reader of the audit log that goes on from a number sees every event once, in order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followLog, type LoggedEvent } from '../../src/accounts/history.ts';
import { type Clocked, onMovedClock } from '../support/clocked.ts';

const ALL = {
  kinds: ['account.created'],
  accountName: null,
  clientId: null,
  since: 0,
  until: null,
  most: 1000,
} as const;

async function read(clocked: Clocked, after: number | null): Promise<readonly LoggedEvent[]> {
  const events = await followLog(clocked.world, ALL, { after, isEndless: false });
  return events ? await Array.fromAsync(events) : [];
}

test(
  'what is younger than ten seconds is left for the next call, so that a number committed late is not missed',
  onMovedClock(async (clocked) => {
    await clocked.createUser('ada');
    const tooEarly = await read(clocked, null);
    clocked.pass(11);
    const first = await read(clocked, null);
    await clocked.createUser('grace');
    clocked.pass(11);
    const second = await read(clocked, first.at(-1)?.id ?? null);

    assert.deepEqual([tooEarly.length, first.length, second.length], [0, 1, 1]);
    assert.deepEqual(
      [...first, ...second].map(({ nickname }) => nickname),
      ['ada', 'grace'],
    );
  }),
);

test(
  'a reader that follows up to a number of events ends after them',
  onMovedClock(async (clocked) => {
    for (const name of ['ada', 'grace', 'edsger']) await clocked.createUser(name);
    clocked.pass(11);

    const following = await followLog(clocked.world, { ...ALL, since: 1, most: 2 }, { after: null, isEndless: true });
    const heard = following ? await Array.fromAsync(following) : [];

    assert.deepEqual(
      heard.map(({ nickname }) => nickname),
      ['ada', 'grace'],
    );
  }),
);

test(
  'a reader that follows is told of what happens after it began, oldest first',
  onMovedClock(async (clocked) => {
    await clocked.createUser('ada');
    clocked.pass(11);
    const following = await followLog(clocked.world, ALL, { after: null, isEndless: true });
    const next = following?.next();
    await clocked.createUser('grace');
    clocked.pass(11);

    const heard = await next;

    assert.equal(heard?.value?.nickname, 'grace');
    await following?.return(undefined);
  }),
);
