/** Proves with real servers what a call to another host does, and what it never does (SPEC D52). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { ClientRequest, createServer, IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { after, type TestContext, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import { call, type OutboundResult } from '../../src/outbound/call.ts';
import { selfSigned } from '../support/certificate.ts';

const HOST = 'hooks.example.org';
const LOOPBACK = { target: '127.0.0.0/8', isPlain: false };
const PLAIN_LOOPBACK = { target: '127.0.0.0/8', isPlain: true };
const { certificate, key } = selfSigned(HOST);
setDefaultCACertificates([...getCACertificates('default'), certificate]);

const servers: { server: Server; sockets: Set<Socket> }[] = [];

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  });
  servers.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

after(() => {
  for (const { server, sockets } of servers) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

const plainServer = (answer: RequestListener) => listen(createServer(answer));
const tlsServer = (answer: RequestListener) => listen(createTlsServer({ cert: certificate, key: pem() }, answer));

function pem(): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}

/** A world in which every name has these addresses, and which counts how often it was asked. */
function world(
  addresses: readonly string[] = ['127.0.0.1'],
  allow = [PLAIN_LOOPBACK],
): Parameters<typeof call>[0] & { asked: number } {
  return {
    asked: 0,
    settings: { outboundAllow: allow },
    async resolve() {
      this.asked += 1;
      return addresses;
    },
  };
}

function reasonOf(result: OutboundResult): string {
  return result.ok ? `answered ${result.value.status}` : result.refusal.reason;
}

type OutboundCall = Parameters<typeof call>[1];

const asked = (port: number, more: Partial<OutboundCall> = {}): OutboundCall => ({
  url: `http://127.0.0.1:${port}/hook?x=1`,
  ...more,
});

test('over TLS the name is compared with the certificate, sent as SNI and Host, and resolved once', async () => {
  const seen: (string | undefined)[] = [];
  const port = await tlsServer((request, response) => {
    seen.push(request.headers.host, Reflect.get(request.socket, 'servername'));
    response.end('welcome');
  });
  const here = world(['127.0.0.1'], [LOOPBACK]);

  const result = await call(here, { url: `https://${HOST}:${port}/` });

  assert.ok(result.ok, JSON.stringify(result));
  assert.equal(result.value.body.toString(), 'welcome');
  assert.deepEqual(seen, [`${HOST}:${port}`, HOST]);
  assert.equal(here.asked, 1);
});

test('a certificate of another name ends the call', async () => {
  const port = await tlsServer((_request, response) => response.end());

  const result = await call(world(['127.0.0.1'], [LOOPBACK]), { url: `https://other.example.org:${port}/` });

  assert.ok(!result.ok);
  assert.match(result.refusal.detail, /ERR_TLS_CERT_ALTNAME_INVALID/);
});

test('a name that changes its address after it was judged is still called at the judged one', async () => {
  const port = await plainServer((_request, response) => response.end('judged'));
  const answers = [['127.0.0.1'], ['169.254.169.254']];
  const here = world();
  here.resolve = async () => answers.shift() ?? [];

  const result = await call(here, { url: `http://${HOST}:${port}/` });

  assert.ok(result.ok, JSON.stringify(result));
  assert.equal(answers.length, 1);
});

test('a name with one forbidden address among others is not called at all', async () => {
  let calls = 0;
  const port = await plainServer((_request, response) => {
    calls += 1;
    response.end();
  });

  for (const bad of ['169.254.169.254', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '::1']) {
    const result = await call(world(['127.0.0.1', bad], [LOOPBACK]), { url: `https://${HOST}:${port}/` });
    assert.equal(reasonOf(result), 'forbidden_address', bad);
  }
  assert.equal(calls, 0);
});

test('forbidden addresses are refused however the URL writes them', async () => {
  const forms = ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '017700000001', '[::1]', '[::ffff:127.0.0.1]'];
  for (const form of forms) {
    const result = await call(world([], []), { url: `https://${form}:1/` });
    assert.equal(reasonOf(result), 'forbidden_address', form);
  }
});

test('plain http is refused unless it was allowed', async () => {
  const port = await plainServer((_request, response) => response.end());

  assert.equal(reasonOf(await call(world([], []), asked(port))), 'forbidden_address');
  assert.equal(reasonOf(await call(world([], [LOOPBACK]), asked(port))), 'forbidden_address');
  assert.equal(reasonOf(await call(world([], [PLAIN_LOOPBACK]), asked(port))), 'answered 200');
});

test('URLs that cannot be called are refused before anything is asked', async () => {
  const here = world();
  for (const url of ['', 'hooks', 'ftp://example.org/', 'file:///etc/passwd', `https://user:pass@${HOST}/`])
    assert.equal(reasonOf(await call(here, { url })), 'bad_url', url);
  assert.equal(here.asked, 0);
});

test('a name without an address is unknown', async () => {
  const here = world();
  here.resolve = () => Promise.reject(new Error('ENOTFOUND'));

  assert.equal(reasonOf(await call(here, { url: `https://${HOST}/` })), 'unknown_host');
});

test('a redirect is not followed', async () => {
  let calls = 0;
  const port = await plainServer((_request, response) => {
    calls += 1;
    response.writeHead(302, { location: `http://127.0.0.1:${port}/elsewhere` }).end();
  });

  assert.equal(reasonOf(await call(world(), asked(port))), 'redirect');
  assert.equal(calls, 1);
});

test('an answer of 64 KiB is read, and of one byte more is not', async () => {
  const port = await plainServer((request, response) => response.end(Buffer.alloc(Number(request.url?.slice(1)))));
  const sized = (bytes: number) => call(world(), { url: `http://127.0.0.1:${port}/${bytes}` });

  const whole = await sized(65_536);
  assert.ok(whole.ok);
  assert.equal(whole.value.body.length, 65_536);
  assert.equal(reasonOf(await sized(65_537)), 'too_large');
});

test('an endless answer is cut off at its limit', async () => {
  const closed = Promise.withResolvers<void>();
  const port = await plainServer((_request, response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(30_000)), 5);
    response.on('close', () => {
      clearInterval(timer);
      closed.resolve();
    });
  });

  assert.equal(reasonOf(await call(world(), asked(port))), 'too_large');
  await closed.promise;
});

/** Sends all of it at once, whatever it is asked. */
const tellingServer = (text: string) =>
  listen(createTcpServer((socket) => void socket.once('data', () => socket.write(text))));

/** How often these events come from now on. */
function countEvents(t: TestContext, source: { emit: Socket['emit'] }, name: string): () => number {
  const { emit } = source;
  const counted = t.mock.method(source, 'emit', emit);
  return () => counted.mock.calls.filter(({ arguments: [event] }) => event === name).length;
}

test('an answer in thousands of chunks of a byte is refused, and it is not read to its end', async (t) => {
  const port = await tellingServer(
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(60_000)}0\r\n\r\n`,
  );
  const { push } = IncomingMessage.prototype;
  const pushed = t.mock.method(IncomingMessage.prototype, 'push', push);

  assert.equal(reasonOf(await call(world(), asked(port))), 'too_large');
  // What one read of 64 KB has brought is gone through.
  assert.ok(pushed.mock.callCount() < 12_000, `${pushed.mock.callCount()} pieces were read`);
});

test('an answer in a thousand chunks is read', async () => {
  const port = await tellingServer(
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(1000)}0\r\n\r\n`,
  );
  const result = await call(world(), asked(port));
  assert.ok(result.ok);
  assert.equal(result.value.body.toString(), 'a'.repeat(1000));
});

test('some interim answers are passed over, thousands are refused and not read', async (t) => {
  const interim = 'HTTP/1.1 103 \r\n\r\n';
  const last = 'HTTP/1.1 204 Done\r\n\r\n';
  assert.equal(reasonOf(await call(world(), asked(await tellingServer(interim.repeat(8) + last)))), 'answered 204');

  const port = await tellingServer(interim.repeat(50_000) + last);
  const told = countEvents(t, ClientRequest.prototype, 'information');
  const result = await call(world(), asked(port));
  assert.ok(!result.ok);
  assert.match(result.refusal.detail, /more than 8 interim answers$/);
  assert.equal(told(), 9);
});

/** Encrypts each piece as a record of its own, and sends all of them at once. */
function recordsServer(pieces: readonly string[]): Promise<number> {
  const server = createTcpServer((socket) => {
    let held: Buffer[] | undefined;
    const wire = new Duplex({
      read() {},
      write(piece, _encoding, done) {
        if (held) held.push(piece);
        else socket.write(piece);
        done();
      },
    });
    socket.on('data', (piece) => wire.push(piece));
    const secure = new TLSSocket(wire, { isServer: true, cert: certificate, key: pem() });
    secure.on('error', () => {});
    secure.once('data', async () => {
      held = [];
      for (const piece of pieces) await new Promise((resolve) => secure.write(piece, resolve));
      socket.write(Buffer.concat(held));
    });
  });
  return listen(server);
}

test('an answer in thousands of TLS records of a byte is refused, and it is not read to its end', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n';
  for (const pieces of [[head, ...'a'.repeat(5000)], [...head.replace('\r', `\r\nfiller: ${'a'.repeat(5000)}\r`)]]) {
    const port = await recordsServer(pieces);
    const read = countEvents(t, Socket.prototype, 'data');
    const result = await call(world(['127.0.0.1'], [LOOPBACK]), { url: `https://${HOST}:${port}/` });
    assert.equal(reasonOf(result), 'too_large');
    // Beside those of the answer, those of the server itself.
    assert.ok(read() < 1100, `${read()} pieces were read`);
    t.mock.restoreAll();
  }
});

test('an answer that drips is given up after five seconds in all, and its connection is closed', async () => {
  const closed = Promise.withResolvers<void>();
  const port = await plainServer((_request, response) => {
    const timer = setInterval(() => response.write('.'), 50);
    response.on('close', () => {
      clearInterval(timer);
      closed.resolve();
    });
  });
  const began = performance.now();

  assert.equal(reasonOf(await call(world(), asked(port))), 'too_slow');

  const took = performance.now() - began;
  assert.ok(took >= 4900 && took < 8000, `${took} ms`);
  await closed.promise;
});

test('a call that nobody waits for any more closes its connection', async () => {
  const arrived = Promise.withResolvers<IncomingMessage>();
  const port = await plainServer((request) => arrived.resolve(request));
  const gone = new AbortController();
  const calling = call(world(), asked(port, { signal: gone.signal }));
  const request = await arrived.promise;
  const closed = once(request.socket, 'close');

  gone.abort();

  assert.equal(reasonOf(await calling), 'aborted');
  await closed;
});

test('what the far side breaks is a refusal', async () => {
  const garbage = await listen(createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')));
  const silent = await listen(createTcpServer((socket) => socket.destroy()));
  const half = await plainServer((_request, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('12345');
    setImmediate(() => response.destroy());
  });

  for (const port of [garbage, silent, half, 1])
    assert.equal(reasonOf(await call(world(), asked(port))), 'unreachable', String(port));
});

test('nobody takes more places of a host than are left, and there is room again afterwards', async () => {
  const answers: (() => void)[] = [];
  const port = await plainServer((_request, response) => answers.push(() => response.end()));
  const calling: Promise<OutboundResult>[] = [];
  const begin = async (party: string, count: number) => {
    const until = answers.length + count;
    for (let each = 0; each < count; each += 1) calling.push(call(world(), asked(port, { party })));
    while (answers.length < until) await new Promise(setImmediate);
    return reasonOf(await call(world(), asked(port, { party })));
  };

  const refused = [
    await begin('a', 8),
    await begin('b', 4),
    await begin('c', 2),
    await begin('d', 1),
    await begin('e', 1),
  ];
  for (const answer of answers.splice(0)) answer();
  const answered = (await Promise.all(calling.splice(0))).map(reasonOf);
  const again = await begin('e', 8);
  for (const answer of answers) answer();

  assert.deepEqual([...refused, again], new Array(6).fill('too_many_calls'));
  assert.deepEqual(answered, new Array(16).fill('answered 200'));
  assert.deepEqual((await Promise.all(calling)).map(reasonOf), new Array(8).fill('answered 200'));
});

test('what is sent is what the caller wrote, and nothing that could tell who asked us', async () => {
  const seen = Promise.withResolvers<{ headers: object; body: string; method: string | undefined }>();
  const port = await plainServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.resolve({ headers: request.headers, body, method: request.method });
    response.end();
  });
  const headers = { 'content-type': 'application/json' };

  await call(world(), asked(port, { method: 'POST', headers, body: '{"a":1}' }));

  const { headers: sent, body, method } = await seen.promise;
  assert.deepEqual([method, body], ['POST', '{"a":1}']);
  assert.deepEqual(sent, {
    'content-type': 'application/json',
    'user-agent': 'Latchkey',
    'accept-encoding': 'identity',
    connection: 'close',
    host: `127.0.0.1:${port}`,
    'content-length': '7',
  });
});
