/** Proves that every call ends, whatever the far side sends in place of an answer: what is never settled keeps its place for ever. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { call } from '../../src/outbound/call.ts';
import { MOST_IN_ALL } from '../../src/outbound/places.ts';
import { selfSigned } from '../support/certificate.ts';

const HOST = 'hooks.example.org';
const { certificate, key } = selfSigned(HOST);
setDefaultCACertificates([...getCACertificates('default'), certificate]);

const WORLD = {
  settings: { outboundAllow: [{ target: '127.0.0.0/8', isPlain: true }] },
  resolve: async () => ['127.0.0.1'],
};
const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';

const servers = new Set<Server>();
const sockets = new Set<Socket>();

after(() => {
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
});

/** Answers the first bytes of each connection. */
async function listen(server: Server, connected: string, answer: (socket: Socket) => void): Promise<number> {
  server.on(connected, (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => answer(socket));
  });
  servers.add(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const plainServer = (answer: (socket: Socket) => void) => listen(createServer(), 'connection', answer);

async function outcomeOf(url: string, method: 'GET' | 'POST' = 'GET'): Promise<string> {
  const result = await call(WORLD, { url, method, ...(method === 'POST' && { body: '{}' }) });
  return result.ok ? `answered ${result.value.status}` : `${result.refusal.reason} ${result.refusal.status}`;
}

test('an answer that switches to another protocol is refused at once, over http and over TLS, and its connection is closed', async () => {
  const closed: Promise<unknown>[] = [];
  const answer = (socket: Socket) => {
    closed.push(once(socket, 'close'));
    socket.write(SWITCHED);
  };
  const port = await plainServer(answer);
  const pem = String(key.export({ type: 'pkcs8', format: 'pem' }));
  const tlsPort = await listen(createTlsServer({ cert: certificate, key: pem }), 'secureConnection', answer);

  for (const method of ['GET', 'POST'] as const) {
    assert.equal(await outcomeOf(`http://127.0.0.1:${port}/`, method), 'unreachable 101');
    assert.equal(await outcomeOf(`https://${HOST}:${tlsPort}/`, method), 'unreachable 101');
  }
  await Promise.all(closed);
  assert.equal(closed.length, 4);
});

test('answers that switch protocols give their places back, also where more come than there are places', async () => {
  const port = await plainServer((socket) => socket.write(SWITCHED));

  for (let count = 0; count <= MOST_IN_ALL; count += 1)
    assert.equal(await outcomeOf(`http://127.0.0.1:${port}/`), 'unreachable 101');
});

const ODD: Readonly<Record<string, readonly [text: string, outcome: string]>> = {
  'says 101 and nothing of an upgrade': ['HTTP/1.1 101 x\r\n\r\n', 'unreachable 101'],
  'has a status below those of the standard': ['HTTP/1.1 099 x\r\n\r\n', 'unreachable 99'],
  'announces an upgrade with a final status': [
    'HTTP/1.1 200 x\r\nConnection: Upgrade\r\nUpgrade: x\r\nContent-Length: 0\r\n\r\n',
    'answered 200',
  ],
  'is followed by a second one that switches': [
    `HTTP/1.1 200 x\r\nContent-Length: 2\r\n\r\nok${SWITCHED}`,
    'answered 200',
  ],
};

for (const [what, [text, outcome]] of Object.entries(ODD))
  test(`an answer that ${what} ends the call at once`, async () => {
    const port = await plainServer((socket) => socket.write(text));

    assert.equal(await outcomeOf(`http://127.0.0.1:${port}/`, 'POST'), outcome);
  });

test('an interim answer after which the connection ends is no answer', async () => {
  for (const status of [100, 102, 103]) {
    const head = `HTTP/1.1 ${status} x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`;
    const port = await plainServer((socket) => socket.end(head));

    assert.equal(await outcomeOf(`http://127.0.0.1:${port}/`, 'POST'), 'unreachable undefined', String(status));
  }
});

test('an interim answer that nothing follows, and an answer whose end never comes, are given up after five seconds', async () => {
  const texts = ['HTTP/1.1 100 x\r\n\r\n', 'HTTP/1.1 103 x\r\n\r\n', 'HTTP/1.1 200 x\r\n\r\nhalf of it'];
  const calls = texts.map(async (text) => {
    const port = await plainServer((socket) => socket.write(text));
    return outcomeOf(`http://127.0.0.1:${port}/`, 'POST');
  });

  assert.deepEqual(await Promise.all(calls), ['too_slow undefined', 'too_slow undefined', 'too_slow 200']);
});
