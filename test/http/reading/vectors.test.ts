/** Ambiguous, malformed and endless HTTP: refused before any door is opened. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Route } from '../../../src/http/route.ts';
import type { Listener } from '../../../src/http/server/pipeline.ts';
import { gate, type Hallway, openHallway } from '../server/listening.ts';
import { connect, exchange } from '../wire.ts';

let hallway: Hallway;
before(async () => {
  hallway = await openHallway();
});
after(() => hallway.server.stop(0));

const token = 'POST /oauth/token HTTP/1.1\r\nHost: x\r\n';

const MALFORMED: readonly (readonly [why: string, bytes: string])[] = [
  ['a length and a transfer encoding', `${token}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['two different lengths', `${token}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`],
  ['two equal lengths', `${token}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`],
  ['a list of lengths', `${token}Content-Length: 3, 3\r\n\r\nabc`],
  ['a signed length', `${token}Content-Length: +3\r\n\r\nabc`],
  ['a negative length', `${token}Content-Length: -1\r\n\r\nabc`],
  ['an unknown transfer encoding', `${token}Transfer-Encoding: gzip\r\n\r\nabc`],
  ['chunked that is not last', `${token}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
  ['chunked twice', `${token}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['a bad chunk size', `${token}Transfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n`],
  ['a space before the colon', `${token}Content-Length : 3\r\n\r\nabc`],
  ['a folded header', `${token}X-A: 1\r\n 2\r\n\r\n`],
  ['bare line feeds', 'GET /page HTTP/1.1\nHost: x\n\n'],
  ['a bare carriage return in a header', `${token}X-A: 1\rX-B: 2\r\n\r\n`],
  ['no Host', 'GET /page HTTP/1.1\r\n\r\n'],
  ['NUL in a header', `${token}X-A: a\0b\r\n\r\n`],
  ['NUL in the path', 'GET /pa\0ge HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['raw UTF-8 in the path', 'GET /pagé HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a space in the path', 'GET /pa ge HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown version', 'GET /page HTTP/3.7\r\nHost: x\r\n\r\n'],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
];

for (const [why, bytes] of MALFORMED) {
  test(`${why}: 400, and the connection is closed`, async () => {
    const wire = await connect(hallway.port);
    wire.send(Buffer.from(bytes, why.includes('UTF-8') ? 'utf8' : 'latin1'));

    assert.equal((await wire.next()).status, 400);
    assert.ok(!(await wire.rest()).includes('HTTP/1.1'));
  });
}

test('headers beyond 24 KiB are 431', async () => {
  assert.equal(
    (await exchange(hallway.port, `GET /page HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(25_000)}\r\n\r\n`)).status,
    431,
  );
});

test('endless chunk extensions are 413', async () => {
  const bytes = `${token}Transfer-Encoding: chunked\r\n\r\n3;${'a'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`;

  assert.equal((await exchange(hallway.port, bytes)).status, 413);
});

test('CONNECT is not for us', async () => {
  const wire = await connect(hallway.port);
  wire.send('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n');

  assert.equal((await wire.next()).status, 405);
  assert.equal(await wire.rest(), '');
});

test('a request to upgrade is answered as the request it is', async () => {
  const bytes = 'GET /page HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

  assert.equal((await exchange(hallway.port, bytes)).body, '<p>page</p>');
});

test('HTTP/1.0 without Host is served, and its connection closed', async () => {
  const wire = await connect(hallway.port);
  wire.send('GET /page HTTP/1.0\r\n\r\n');

  assert.equal((await wire.next()).body, '<p>page</p>');
  assert.equal(await wire.rest(), '');
});

test('a thousand pipelined requests are answered in order', async () => {
  const wire = await connect(hallway.port);
  const numbers = Array.from({ length: 1_000 }, (_, index) => index);
  wire.send(numbers.map((number) => `GET /api/echo?${number} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));

  for (const number of numbers) assert.equal(JSON.parse((await wire.next()).body).query, String(number));
  wire.socket.destroy();
});

test('one connection keeps one door busy, however many requests it sends ahead', async () => {
  const { opened, open: release } = gate();
  let inside = 0;
  let most = 0;
  const handler = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await opened;
    inside -= 1;
    return { status: 200, body: 'x' };
  };
  const { port, server, listener } = await openHallway({
    routes: [{ method: 'GET', path: '/', kind: 'page', handler }],
  });
  const wire = await connect(port);
  wire.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50));
  await exchange(port, 'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n');
  release();

  for (let count = 0; count < 50; count += 1) assert.equal((await wire.next()).status, 200);
  assert.equal(most, 1);
  wire.socket.destroy();
  await listener.idle();
  await server.stop(0);
});

test('whoever sends ahead more than the house can remember is cut off, and forgotten with his connection', async () => {
  const { opened, open: release } = gate();
  const handler = () => opened.then(() => ({ status: 200, body: 'x' }));
  const { port, server } = await openHallway({ routes: [{ method: 'GET', path: '/', kind: 'page', handler }] });
  const many = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000);
  const wires = await Promise.all(Array.from({ length: 12 }, () => connect(port)));
  for (const wire of wires) wire.send(many);

  await Promise.race(wires.map(({ closed }) => closed));
  for (const wire of wires) wire.socket.destroy();
  await Promise.all(wires.map(({ closed }) => closed));
  release();
  const later = await connect(port);
  later.send(many);
  for (let count = 0; count < 1_000; count += 1) assert.equal((await later.next()).status, 200);
  later.socket.destroy();
  await server.stop(0);
});

test('trailers are not headers', async () => {
  const bytes = `${token}Transfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\nAuthorization: Bearer x\r\nHost: evil\r\n\r\n`;

  assert.equal((await exchange(hallway.port, bytes)).status, 200);
});

test('range and conditional requests on pages get the whole page', async () => {
  const conditions = 'Range: bytes=0-1\r\nIf-None-Match: *\r\nIf-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT';
  const answer = await exchange(hallway.port, `GET /page HTTP/1.1\r\nHost: x\r\n${conditions}\r\n\r\n`);

  assert.equal(answer.status, 200);
  assert.equal(answer.body, '<p>page</p>');
});

test('headers that dribble in are answered with 408 while others are served', async () => {
  const impatient = await openHallway({ limits: { headersTimeoutMs: 100, requestTimeoutMs: 200, checkEveryMs: 20 } });
  const slow = await Promise.all(Array.from({ length: 100 }, () => connect(impatient.port)));
  for (const wire of slow) wire.send('GET /page HTTP/1.1\r\nHost: x\r\nX-Slow: ');

  assert.equal((await exchange(impatient.port, 'GET /page HTTP/1.1\r\nHost: x\r\n\r\n')).status, 200);
  for (const wire of slow) assert.equal((await wire.next()).status, 408);
  await impatient.server.stop(0);
});

test('a connection on which nothing is ever asked is closed', async () => {
  const impatient = await openHallway({ limits: { headersTimeoutMs: 100, requestTimeoutMs: 100, checkEveryMs: 20 } });
  const silent = await connect(impatient.port);

  await silent.closed;
  await impatient.server.stop(0);
});

test('a client that never reads its answer is let go', async () => {
  const body = Buffer.alloc(32 * 1_048_576, 97);
  const routes: Route[] = [{ method: 'GET', path: '/large', kind: 'asset', handler: () => ({ status: 200, body }) }];
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  const watched = (listener: Listener): Listener => ({
    ...listener,
    answer(res, expectsContinue) {
      res.socket?.once('close', () => resolve());
      listener.answer(res, expectsContinue);
    },
  });
  const { port, server } = await openHallway({ routes, limits: { silenceTimeoutMs: 200 }, watched });
  const deaf = await connect(port);
  deaf.socket.pause();
  deaf.send('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');

  await letGo;
  deaf.socket.destroy();
  await server.stop(0);
});
