/** Proves how many requests that may write are at work at once where one thread writes for all, and whom that holds up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonReply } from '../../../src/http/replying/replies.ts';
import type { Handler, Route } from '../../../src/http/route.ts';
import { eventually } from '../../support/eventually.ts';
import { gate, openHallway } from './listening.ts';

const MOST_FRESH = 160;
const ASKED = 240;

/** Writes that are held until the test lets them go, and a page that is not. */
function heldWrites() {
  const held = gate();
  let begun = 0;
  const write: Handler = async () => {
    begun += 1;
    await held.opened;
    return jsonReply(200, {});
  };
  const routes: readonly Route[] = [
    { method: 'POST', path: '/write', kind: 'api', handler: write },
    { method: 'GET', path: '/page', kind: 'page', handler: () => jsonReply(200, {}) },
    { method: 'POST', path: '/question', kind: 'api', isRead: true, handler: () => jsonReply(200, {}) },
  ];
  return { routes, open: held.open, begun: () => begun };
}

const writesTo = (port: number) =>
  Array.from({ length: ASKED }, () => fetch(`http://127.0.0.1:${port}/write`, { method: 'POST', body: 'a=b' }));

test('of many writes so many are at work as two groups hold, the others are begun when they end, and neither pages nor questions wait', async ({
  mock,
}) => {
  const { routes, open, begun } = heldWrites();
  const { port, server, listener } = await openHallway({ routes, isEmbedded: true });
  // Within one moment, however long this machine takes for it.
  const moment = performance.now();
  const clock = mock.method(performance, 'now', () => moment);
  const answers = writesTo(port);
  await eventually('all have come', () => listener.load.running + listener.load.waiting === ASKED);

  const atWork = begun();
  const page = await fetch(`http://127.0.0.1:${port}/page`);
  const question = await fetch(`http://127.0.0.1:${port}/question`, { method: 'POST', body: 'a=b' });
  const waiting = listener.load.waiting;
  open();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);

  clock.mock.restore();
  await server.stop(0);
  assert.deepEqual([atWork, waiting, page.status, question.status], [MOST_FRESH, ASKED - MOST_FRESH, 200, 200]);
  assert.deepEqual(new Set(statuses), new Set([200]));
});

test('writes that take longer than a moment hold up no other', async () => {
  const { routes, open, begun } = heldWrites();
  const { port, server } = await openHallway({ routes, isEmbedded: true });

  const answers = writesTo(port);
  await eventually('all are at work', () => begun() === ASKED);

  open();
  await Promise.all(answers);
  await server.stop(0);
});

test('where the database has writers of its own, all are at work at once', async ({ mock }) => {
  const { routes, open, begun } = heldWrites();
  const { port, server } = await openHallway({ routes });
  const moment = performance.now();
  const clock = mock.method(performance, 'now', () => moment);

  const answers = writesTo(port);
  await eventually('all are at work', () => begun() === ASKED);

  clock.mock.restore();
  open();
  await Promise.all(answers);
  await server.stop(0);
});
