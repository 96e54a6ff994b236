/** Bodies over real sockets: within the limit, beyond it, announced, chunked, slow, abandoned. */
import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { after, before, type TestContext, test } from 'node:test';
import { type Hallway, openHallway } from '../server/listening.ts';
import { connect, exchange } from '../wire.ts';

const LIMIT = 65_536;

let hallway: Hallway;
before(async () => {
  hallway = await openHallway();
});
after(() => hallway.server.stop(0));

const CHUNKED_GET = 'GET /page HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';

const post = (path: string, ...headers: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');

/** How many pieces of bodies node:http hands over from now on. */
function countPieces(t: TestContext): () => number {
  const { push } = IncomingMessage.prototype;
  const counted = t.mock.method(IncomingMessage.prototype, 'push', push);
  t.after(() => counted.mock.restore());
  return () => counted.mock.callCount();
}

test('a body within the limit arrives whole, in however many pieces', async () => {
  const body = Array.from({ length: LIMIT }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
  const wire = await connect(hallway.port);
  wire.send(post('/oauth/token', `Content-Length: ${LIMIT}`));
  for (let at = 0; at < body.length; at += 777) wire.send(body.slice(at, at + 777));

  assert.equal(JSON.parse((await wire.next()).body).body, body);
  wire.socket.destroy();
});

test('a chunked body is read as well, byte by byte if need be', async () => {
  const chunks = [...'grant_type=x'].map((letter) => `1\r\n${letter}\r\n`).join('');
  const answer = await exchange(
    hallway.port,
    `${post('/oauth/token', 'Transfer-Encoding: chunked')}${chunks}0\r\n\r\n`,
  );

  assert.equal(JSON.parse(answer.body).body, 'grant_type=x');
});

test('a body that announces more than the limit is refused before it is sent', async () => {
  const wire = await connect(hallway.port);
  wire.send(post('/oauth/token', `Content-Length: ${LIMIT + 1}`));
  const answer = await wire.next();

  assert.equal(answer.status, 413);
  assert.equal(answer.headers.get('connection'), 'close');
  wire.socket.end();
  await wire.closed;
});

test('a client that sends all of a too large body still reads the answer', async () => {
  const wire = await connect(hallway.port);
  wire.send(post('/oauth/token', 'Content-Length: 500000'));
  wire.send('a'.repeat(500_000));

  assert.equal((await wire.next()).status, 413);
  assert.equal(await wire.rest(), '');
});

test('a chunked body without end is refused at the limit', async () => {
  const wire = await connect(hallway.port);
  const chunk = `1000\r\n${'a'.repeat(0x1000)}\r\n`;
  wire.send(post('/oauth/token', 'Transfer-Encoding: chunked'));
  for (let sent = 0; sent <= LIMIT; sent += 0x1000) wire.send(chunk);

  const answer = await wire.next();

  assert.equal(answer.status, 413);
  assert.equal(answer.headers.get('connection'), 'close');
  wire.socket.end();
  await wire.closed;
});

test('a client that never stops sending is cut off', async () => {
  const wire = await connect(hallway.port);
  wire.send(post('/oauth/token', 'Transfer-Encoding: chunked'));
  const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
  const pour = () => {
    while (!wire.socket.destroyed && wire.socket.write(chunk));
  };
  wire.socket.on('drain', pour);
  pour();

  await wire.closed;
  assert.ok(wire.socket.bytesWritten < 64 * 1_048_576);
});

test('a body in thousands of chunks of a byte is refused, and it is not read to its end', async (t) => {
  for (const start of [post('/oauth/token', 'Transfer-Encoding: chunked'), CHUNKED_GET]) {
    const wire = await connect(hallway.port);
    const pieces = countPieces(t);
    wire.send(`${start}${'1\r\na\r\n'.repeat(300_000)}`);

    assert.equal((await wire.next()).status, start === CHUNKED_GET ? 200 : 413);
    await wire.closed;
    assert.ok(pieces() < 60_000, `${pieces()} pieces were read`);
  }
});

test('each route has its own limit', async () => {
  const full = await exchange(hallway.port, `${post('/small', 'Content-Length: 10')}0123456789`);
  const over = await exchange(hallway.port, `${post('/small', 'Content-Length: 11')}0123456789a`);

  assert.equal(full.status, 200);
  assert.equal(over.status, 413);
});

test('a client that waits for permission gets it, and then its answer', async () => {
  const wire = await connect(hallway.port);
  wire.send(post('/oauth/token', 'Content-Length: 3', 'Expect: 100-continue'));
  assert.equal((await wire.next()).status, 100);
  wire.send('a=b');

  assert.equal(JSON.parse((await wire.next()).body).body, 'a=b');
  wire.socket.destroy();
});

test('a client that waits for permission to send too much is refused before it sends anything', async () => {
  for (const path of ['/oauth/token', '/nowhere']) {
    const wire = await connect(hallway.port);
    wire.send(post(path, `Content-Length: ${LIMIT + 1}`, 'Expect: 100-continue'));
    const answer = await wire.next();

    assert.equal(answer.status, path === '/nowhere' ? 404 : 413);
    assert.equal(answer.headers.get('connection'), 'close');
    wire.socket.end();
    await wire.closed;
  }
});

test('an expectation that we do not know is refused', async () => {
  const answer = await exchange(hallway.port, post('/oauth/token', 'Content-Length: 3', 'Expect: miracles'));

  assert.equal(answer.status, 417);
});

test('the body of a GET is ignored and the connection lives on', async () => {
  const wire = await connect(hallway.port);
  wire.send('GET /page HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello');
  assert.equal((await wire.next()).body, '<p>page</p>');
  wire.send('GET /api/echo HTTP/1.1\r\nHost: x\r\n\r\n');

  assert.equal(JSON.parse((await wire.next()).body).body, '');
  wire.socket.destroy();
});

test('the endless body of a GET is not read for long', async () => {
  const wire = await connect(hallway.port);
  wire.send(CHUNKED_GET);
  const answer = await wire.next();

  assert.equal(answer.body, '<p>page</p>');
  assert.equal(answer.headers.get('connection'), 'close');
  await wire.closed;
});

test('a small body sent to nowhere does not disturb the next request', async () => {
  const wire = await connect(hallway.port);
  wire.send(`${post('/nowhere', 'Content-Length: 40')}${'GET /page HTTP/1.1\r\nHost: x\r\n\r\n'.padEnd(40, 'x')}`);
  assert.equal((await wire.next()).status, 404);
  wire.send('GET /page HTTP/1.1\r\nHost: x\r\n\r\n');

  assert.equal((await wire.next()).body, '<p>page</p>');
  wire.socket.destroy();
});

test('a client that will close the connection is heard out before it is closed', async () => {
  const wire = await connect(hallway.port);
  wire.send(post('/nowhere', 'Content-Length: 60000', 'Connection: close'));
  assert.equal((await wire.next()).status, 404);
  wire.send('a'.repeat(60_000));

  assert.equal(await wire.rest(), '');
  assert.equal(wire.socket.errored, null);
});

test('clients that go away in the middle of a body leave nothing behind', async () => {
  const wires = await Promise.all(Array.from({ length: 50 }, () => connect(hallway.port)));
  for (const wire of wires) wire.send(`${post('/oauth/token', 'Content-Length: 100')}half`);
  for (const [index, wire] of wires.entries()) {
    if (index % 2 === 0) wire.socket.resetAndDestroy();
    else wire.socket.destroy();
  }
  await Promise.all(wires.map((wire) => wire.closed));
  assert.equal((await exchange(hallway.port, 'GET /page HTTP/1.1\r\nHost: x\r\n\r\n')).status, 200);

  await hallway.listener.idle();
  assert.deepEqual(hallway.logged, []);
});

test('a body that stalls is answered with 408', async () => {
  const limits = { headersTimeoutMs: 100, requestTimeoutMs: 100, checkEveryMs: 20 };
  const impatient = await openHallway({ limits });
  const answer = await exchange(impatient.port, `${post('/oauth/token', 'Content-Length: 100')}half`);

  assert.equal(answer.status, 408);
  await impatient.listener.idle();
  await impatient.server.stop(0);
});
