/** The last moment of the port: whoever the system has connected is served, whoever comes later is refused. */
import assert from 'node:assert/strict';
import { connect as dial } from 'node:net';
import { test } from 'node:test';
import { holdsOnly } from '../../../src/http/server/connection-table.ts';
import { connect } from '../wire.ts';
import { openHallway } from './listening.ts';

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
});
