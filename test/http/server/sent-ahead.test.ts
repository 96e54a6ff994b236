/** Requests that a connection sends before its earlier ones are answered. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { createPipelinedRequests } from '../../../src/http/server/admission.ts';
import { eventually } from '../../support/eventually.ts';
import { openHallway } from './listening.ts';

const CONNECTIONS = 40;
const AHEAD = 20;

test('of the requests that were sent ahead one is begun in a turn and in a millisecond, and all are answered in order', async () => {
  const pipelined = createPipelinedRequests();
  const turns: number[] = [];
  let begun = 0;
  const server = createServer((req, res) => {
    const answer = () => res.end(`<${req.url}>`);
    if (res.socket !== null) answer();
    else
      pipelined.wait(res, () => {
        begun += 1;
        answer();
      });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const watch = () => {
    if (begun > 0) turns.push(begun);
    begun = 0;
    if (server.listening) setImmediate(watch);
  };
  setImmediate(watch);
  const { port } = server.address() as AddressInfo;
  const paths = Array.from({ length: AHEAD }, (_, index) => `/${index}`);

  const began = performance.now();
  const received = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(port, '127.0.0.1');
      const last = `GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('') + last);
      let text = '';
      for await (const piece of socket) text += piece;
      return [...text.matchAll(/<([^>]*)>/g)].map(([, path]) => path);
    }),
  );
  const tookMs = performance.now() - began;
  server.close();

  for (const answered of received) assert.deepEqual(answered, [...paths, '/last']);
  assert.equal(
    turns.reduce((sum, each) => sum + each, begun),
    CONNECTIONS * AHEAD,
  );
  // A clock of whole milliseconds may be early by one of two.
  assert.ok(tookMs > (CONNECTIONS * AHEAD) / 2, `${tookMs} ms`);
  assert.ok(Math.max(...turns) <= 1, `${Math.max(...turns)} in a turn`);
});

/** Requests of 27 bytes each that are handed over, while each connection sends `ahead` of them in one go. */
async function countHandedOver(connections: number, ahead: number) {
  const turns = [0];
  const { port, server } = await openHallway({
    watched: (listener) => ({
      ...listener,
      answer(res, expectsContinue) {
        turns[0] = (turns[0] ?? 0) + 1;
        listener.answer(res, expectsContinue);
      },
    }),
  });
  const watch = () => {
    if (turns[0] !== 0) turns.unshift(0);
    timer = setImmediate(watch);
  };
  let timer = setImmediate(watch);
  const sockets = Array.from({ length: connections }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume(),
  );
  await eventually('the connections are taken', () => server.connections() === connections);
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost:x\r\n\r\n'.repeat(ahead));
  await Promise.race(sockets.map((socket) => once(socket, 'close')));
  clearImmediate(timer);
  for (const socket of sockets) socket.destroy();
  await server.stop(0);
  return turns;
}

test('a connection that sends too much ahead is closed, and what is left of it is not read', async () => {
  const turns = await countHandedOver(1, 2400);
  assert.ok(Math.max(...turns) <= 1002, `${Math.max(...turns)} in a turn`);
});

test('many connections that send ahead at the same moment are read for some milliseconds in a turn, the others closed', async () => {
  const turns = await countHandedOver(40, 100);
  // The first of each connection is not sent ahead, and the one too many is counted here before it is refused.
  assert.ok(Math.max(...turns) <= 2000 + 2 * 40, `${Math.max(...turns)} in a turn`);
});
