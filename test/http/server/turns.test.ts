/** Many requests that arrive at the same moment, each on a connection of its own. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { jsonReply } from '../../../src/http/replying/replies.ts';
import type { Handler } from '../../../src/http/route.ts';
import { eventually } from '../../support/eventually.ts';
import { openHallway } from './listening.ts';

const CONNECTIONS = 40;
/** For so long requests are begun in a turn of the event loop (ARCHITECTURE.md, "The life of a request"). */
const MOST_MS = 5;
const WORK_MS = MOST_MS / 2;

/** Counts the handlers that begin in each turn; each holds the event loop for half of what a turn may take. */
function busyHandler() {
  const order: string[] = [];
  const turns: number[] = [];
  let begun = 0;
  let isWatched = false;
  const count = () => {
    isWatched = false;
    turns.push(begun);
    begun = 0;
  };
  const handler: Handler = ({ rawQuery }) => {
    order.push(rawQuery);
    begun += 1;
    if (!isWatched) setTimeout(count);
    isWatched = true;
    hold(WORK_MS);
    return jsonReply(200, { rawQuery });
  };
  return { handler, order, turns };
}

function hold(milliseconds: number): void {
  for (const until = performance.now() + milliseconds; performance.now() < until; );
}

test('requests that come together on many connections are begun for some milliseconds in a turn, and all are answered', async (t) => {
  const { handler, order, turns } = busyHandler();
  const { port, server } = await openHallway({ routes: [{ method: 'GET', path: '/work', kind: 'api', handler }] });
  t.after(() => server.stop(0));
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'));
  await eventually('the connections are taken', async () => (await server.connections()) === CONNECTIONS);

  const answers = sockets.map(async (socket, index) => {
    socket.write(`GET /work?${index} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    let text = '';
    for await (const piece of socket) text += piece;
    return text;
  });
  for (const [index, text] of (await Promise.all(answers)).entries())
    assert.ok(text.startsWith('HTTP/1.1 200') && text.endsWith(`{"rawQuery":"${index}"}`), text);

  assert.equal(new Set(order).size, CONNECTIONS);
  // The third begins when the time is just over for the next.
  assert.ok(Math.max(...turns) <= 3, `${Math.max(...turns)} in a turn`);
});

test('a request whose client leaves before its turn is not begun', async (t) => {
  const sockets: Socket[] = [];
  const begun: string[] = [];
  const handler: Handler = ({ rawQuery }) => {
    begun.push(rawQuery);
    // The others have arrived, and leave while this one takes all of the turn.
    for (const socket of sockets.splice(1)) socket.resetAndDestroy();
    hold(MOST_MS);
    return jsonReply(200, { rawQuery });
  };
  const { port, server, listener } = await openHallway({
    routes: [{ method: 'GET', path: '/work', kind: 'api', handler }],
  });
  t.after(() => server.stop(0));
  for (let index = 0; index < CONNECTIONS; index += 1) sockets.push(connect(port, '127.0.0.1').on('error', () => {}));
  await eventually('the connections are taken', async () => (await server.connections()) === CONNECTIONS);
  const [first] = sockets;
  assert.ok(first);
  for (const [index, socket] of sockets.entries()) socket.write(`GET /work?${index} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(first, 'data');
  await listener.idle();
  first.destroy();
  assert.ok(begun.length < CONNECTIONS / 2, `${begun.length} of ${CONNECTIONS} were begun`);
});
