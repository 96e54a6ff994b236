/** The last moment of the port: whoever the system has connected is served, whoever comes later is refused. */
import assert from 'node:assert/strict';
import { connect as dial } from 'node:net';
import { test } from 'node:test';
import { htmlReply } from '../../../src/http/replying/replies.ts';
import type { Handler, Route } from '../../../src/http/route.ts';
import { holdsOnly, queueLength } from '../../../src/http/server/connection-table.ts';
import { eventually } from '../../support/eventually.ts';
import { connect } from '../wire.ts';
import { openHallway, ROUTES } from './listening.ts';

const PATIENCE_MS = 300_000;
const ASK = 'GET /page HTTP/1.1\r\nHost: x\r\n\r\n';

function askOnce(port: number): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = dial(port, '127.0.0.1');
    socket.setEncoding('latin1').on('data', (piece) => {
      heard += piece;
    });
    socket.on('error', ({ message }) => resolve(message)).on('close', () => resolve(heard.slice(0, 12)));
    socket.write(ASK);
  });
}

test('connections that the system has made and the process has not taken are served when the port closes', async () => {
  // On a busy machine a hundred turns of the event loop take longer than the service would wait for.
  const limits = { closeLimitMs: PATIENCE_MS, firstRequestMs: PATIENCE_MS, stopLimitMs: PATIENCE_MS };
  const { port, server } = await openHallway({ limits });
  const asked = Array.from({ length: 100 }, () => askOnce(port));
  // Sockets connect in the next tick: now all of them are in the system's queue, and none has been taken.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const stopped = server.stop(0);

  assert.deepEqual(await Promise.all(asked), new Array(100).fill('HTTP/1.1 200'));
  await stopped;
  await assert.rejects(connect(port), { code: 'ECONNREFUSED' });
});

/** As long as a request of a busy service may hold the event loop. */
const slowly: Handler = () => {
  const end = performance.now() + 5;
  while (performance.now() < end);
  return htmlReply(200, '<p>page</p>');
};

test('a busy process serves all who were queued before the port began to close, however few it takes in a turn', async () => {
  const limits = { emptyLimitMs: PATIENCE_MS, closeLimitMs: 1, firstRequestMs: PATIENCE_MS, stopLimitMs: PATIENCE_MS };
  const routes: readonly Route[] = [{ method: 'GET', path: '/page', kind: 'page', handler: slowly }];
  const { port, server } = await openHallway({ limits, routes });
  const asked = Array.from({ length: 60 }, () => askOnce(port));
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const stopped = server.stop(0);

  assert.deepEqual(await Promise.all(asked), new Array(60).fill('HTTP/1.1 200'));
  await stopped;
});

test('a request that arrives on a kept connection while the last one of another is answered is answered too', async () => {
  const held = Promise.withResolvers<void>();
  const routes: readonly Route[] = [
    ...ROUTES,
    {
      method: 'GET',
      path: '/held',
      kind: 'page',
      handler: () => held.promise.then(() => htmlReply(200, '<p>held</p>')),
    },
  ];
  const { port, server, listener } = await openHallway({ routes });
  const [kept, last] = [await connect(port), await connect(port)];
  kept.send(ASK);
  await kept.next();
  last.send(ASK.replace('/page', '/held'));
  await eventually('the last request is open', () => listener.load.open === 1);
  const stopped = server.stop(0);
  const isRefused = () =>
    connect(port).then(
      ({ socket }) => socket.destroy() === undefined,
      () => true,
    );
  await eventually('the port is closed', isRefused);

  // In one turn: what is sent here has arrived, and is not read before the last request is over.
  kept.send(ASK);
  held.resolve();

  const { status, headers } = await kept.next();
  assert.deepEqual([status, headers.get('connection')], [200, 'close']);
  assert.equal((await last.next()).status, 200);
  await stopped;
});

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const listening = (queued: string) =>
  `   0: 0100007F:1F90 00000000:0000 0A 00000000:000000${queued} 00:00000000 0 0 0 7 1`;
const made = (from: string) => `   1: 0100007F:1F90 0100007F:${from} 01 00000000:00000000 00:00000000 0 0 0 0 1`;
const halfMade = '   2: 0100007F:1F90 0100007F:C001 03 00000000:00000000 01:00000064 0 0 0 0 0';
const elsewhere = '   3: 0100007F:1F91 0100007F:C001 03 00000000:00000000 01:00000064 0 0 0 0 0';
const table = (...lines: readonly string[]) => [HEAD, ...lines, ''].join('\n');

test('the queue is ours alone when it is as long as what we put into it, and nobody else is on the way', () => {
  const own = [0xa001, 0xa002];
  const ours = [made('A001'), made('A002')];

  assert.equal(holdsOnly(table(listening('02'), ...ours, elsewhere), 8080, own), true);
  assert.equal(holdsOnly(table(listening('03'), ...ours, made('B001')), 8080, own), false);
  assert.equal(holdsOnly(table(listening('02'), made('A001'), made('B001')), 8080, own), false);
  assert.equal(holdsOnly(table(listening('02'), ...ours, halfMade), 8080, own), false);
  assert.equal(holdsOnly(table(...ours), 8080, own), false);
  assert.equal(holdsOnly('', 8080, own), false);
  assert.deepEqual(
    [table(listening('1F'), ...ours), table(...ours), ''].map((one) => queueLength(one, 8080)),
    [31, -1, -1],
  );
});
