/** What happens to a request on its way to a door, over real sockets. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { proves } from '../../support/proves.ts';
import { connect, exchange, type RawAnswer } from '../wire.ts';
import { type Hallway, openHallway } from './listening.ts';

let hallway: Hallway;
before(async () => {
  hallway = await openHallway();
});
after(() => hallway.server.stop(0));

const ask = (head: string, body = ''): Promise<RawAnswer> =>
  exchange(
    hallway.port,
    `${head}\r\nHost: localhost\r\n\r\n${body}`.replaceAll(/(?<!\r)\n/g, '\r\n'),
    head.startsWith('HEAD'),
  );
const get = (target: string, headers = ''): Promise<RawAnswer> => ask(`GET ${target} HTTP/1.1${headers}`);

test('a door sees method, path, query, parameters, address and user agent', async () => {
  const answer = await get('/things/a%20b?x=1&y=%20', '\r\nUser-Agent: Some App');

  assert.deepEqual(JSON.parse(answer.body), {
    method: 'GET',
    path: '/things/a%20b',
    query: 'x=1&y=%20',
    parameters: { id: 'a b' },
    body: '',
    source: { address: '127.0.0.1', userAgent: 'Some App' },
  });
});

test('a user agent is kept to its first 255 characters', async () => {
  const answer = await get('/api/echo', `\r\nUser-Agent: ${'u'.repeat(300)}`);

  assert.equal(JSON.parse(answer.body).source.userAgent, 'u'.repeat(255));
});

test('a request without a user agent is served', async () => {
  assert.equal(JSON.parse((await get('/api/echo')).body).source.userAgent, null);
});

proves('RFC 9110 §9.3.2', 'The server MUST NOT send content in the response to HEAD.', async () => {
  const whole = await get('/page');
  const head = await ask('HEAD /page HTTP/1.1\r\nConnection: close');

  assert.equal(head.status, 200);
  assert.equal(head.headers.get('content-length'), whole.headers.get('content-length'));
  assert.equal(head.body, '');
});

proves('RFC 9110 §15.5.6', 'The origin server MUST generate an Allow header field in a 405 response.', async () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND']) {
    const answer = await exchange(
      hallway.port,
      `${method} /oauth/token HTTP/1.1\r\nHost: x\r\n\r\n`,
      method === 'HEAD',
    );
    assert.equal(answer.status, 405, method);
    assert.equal(answer.headers.get('allow'), 'POST, OPTIONS', method);
  }
});

test('an unknown path is a page for those who ask for HTML and JSON for the others', async () => {
  const page = await get('/nowhere', '\r\nAccept: text/html,application/xhtml+xml');
  const json = await get('/nowhere', '\r\nAccept: */*');

  assert.equal(page.status, 404);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  assert.equal(json.status, 404);
  assert.equal(JSON.parse(json.body).error, 'not_found');
});

test('path tricks are unknown paths', async () => {
  for (const path of [
    '//page',
    '/./page',
    '/x/../page',
    '/page/',
    '/page;x',
    '/PAGE',
    '/page%00',
    '/p%61ge',
    '/page//',
  ]) {
    assert.equal((await get(path)).status, 404, path);
  }
});

test('a query never changes which door is opened', async () => {
  assert.equal((await get('/page?/oauth/token?x')).body, '<p>page</p>');
});

test('a doubled Host, Authorization or Content-Type is refused', async () => {
  for (const header of ['Host: localhost', 'Authorization: Bearer a', 'Content-Type: text/plain']) {
    const name = header.split(':')[0]?.toUpperCase();
    const doubled = `\r\n${header}\r\n${name}: other`;
    assert.equal((await get('/api/echo', doubled)).status, 400, header);
  }
});

proves(
  'RFC 9112 §3.2',
  'A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request message that lacks a Host header field and to any request message that contains more than one Host header field line or a Host header field with an invalid field value.',
  async () => {
    const ask = (lines: string) => exchange(hallway.port, `GET /page HTTP/1.1\r\n${lines}\r\n`);
    const named = ['a b', 'a/b', 'a?b', 'a#b', 'me@a', 'a:x', 'a:1:2', '[::1', 'a\\b', '<a>', 'http://a', '[a b]'];
    for (const host of named) assert.equal((await ask(`Host: ${host}\r\n`)).status, 400, host);
    for (const lines of ['', 'Host: a\r\nHost: a\r\n']) assert.equal((await ask(lines)).status, 400, lines);

    const sound = [
      'a',
      'A.example:8080',
      'my_service:3000',
      '127.0.0.1:',
      '[::1]:3000',
      '[fe80::1%25eth0]',
      'a%2Db',
      '',
    ];
    for (const host of sound) assert.equal((await ask(`Host: ${host}\r\n`)).status, 200, host);
  },
);

test('other headers may repeat, even those named like parts of every object', async () => {
  const answer = await get(
    '/api/echo',
    '\r\nX-A: 1\r\nX-A: 2\r\n__proto__: 1\r\nconstructor: 2\r\nCookie: a=1\r\nCookie: b=2',
  );

  assert.equal(answer.status, 200);
});

test('a target that is no path is refused', async () => {
  const foreign = ['http://evil.example/page', 'http://127.0.0.1.evil.example/page', 'http://127.0.0.1:81/page'];
  const guised = [
    'http://evil@127.0.0.1/page',
    'http://127.0.0.1@evil.example/page',
    'http:///page',
    'ftp://127.0.0.1/page',
  ];
  const targets = [...foreign, ...guised, 'evil.example:80', '*', 'page'];

  for (const target of targets) assert.equal((await get(target)).status, 400, target);
  assert.equal((await ask('OPTIONS * HTTP/1.1')).status, 400);
});

proves(
  'RFC 9112 §3.2.2',
  'a server MUST accept the absolute-form in requests, even though most HTTP/1.1 clients will only send it to proxies.',
  async () => {
    const page = await get('/page');
    for (const target of [
      'http://127.0.0.1/page',
      'http://127.0.0.1:80/page',
      'HTTPS://127.0.0.1/page',
      'http://127.0.0.1/page?a=b',
    ])
      assert.deepEqual([target, (await get(target)).body], [target, page.body]);
    for (const target of ['http://127.0.0.1', 'http://127.0.0.1?a=b', 'http://127.0.0.1/nowhere'])
      assert.equal((await get(target)).status, 404, target);
  },
);

proves(
  'RFC 9110 §15.5.16',
  'If the problem was caused by an unsupported content coding, the Accept-Encoding response header field ought to be used to indicate which (if any) content codings would have been accepted in the request.',
  async () => {
    const post = (coding: string) =>
      ask(`POST /oauth/token HTTP/1.1\r\nContent-Length: 3\r\nContent-Encoding: ${coding}`, 'a=b');
    for (const coding of ['gzip', 'br', 'GZIP, identity']) {
      const answer = await post(coding);
      assert.equal(answer.status, 415, coding);
      assert.equal(answer.headers.get('accept-encoding'), 'identity');
    }
    for (const coding of ['identity', 'Identity', '']) assert.equal((await post(coding)).status, 200, coding);
  },
);

/** The status of an answer behind which the connection was closed, although another request stands there. */
async function closedAfter(bytes: string): Promise<number> {
  const wire = await connect(hallway.port);
  wire.send(`${bytes}GET /page HTTP/1.1\r\nHost: x\r\n\r\n`);
  const [head = '', ...more] = (await wire.rest()).split('HTTP/1.1 ').filter(Boolean);
  assert.deepEqual(more, [], bytes);
  assert.match(head, /\r\nConnection: close\r\n/i, bytes);
  return Number(head.slice(0, 3));
}

proves(
  'RFC 9112 §6.1',
  'A server or client that receives an HTTP/1.0 message containing a Transfer-Encoding header field MUST treat the message as if the framing is faulty, even if a Content-Length is present, and close the connection after processing the message.',
  async () => {
    for (const headers of ['Transfer-Encoding: chunked', 'Connection: keep-alive\r\nTransfer-Encoding: chunked'])
      assert.equal(await closedAfter(`POST /oauth/token HTTP/1.0\r\nHost: x\r\n${headers}\r\n\r\n0\r\n\r\n`), 400);
    assert.equal((await ask('POST /oauth/token HTTP/1.0\r\nContent-Length: 1', 'a')).status, 200);
  },
);

proves(
  'RFC 9112 §6.1',
  'A server that receives a request message with a transfer coding it does not understand SHOULD respond with 501 (Not Implemented).',
  async () => {
    for (const coding of ['gzip, chunked', 'gzip,CHUNKED', 'gzip\r\nTransfer-Encoding: chunked']) {
      const head = `POST /oauth/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${coding}\r\n\r\n`;
      assert.equal(await closedAfter(`${head}1\r\na\r\n0\r\n\r\n`), 501, coding);
    }
    assert.equal((await ask('POST /oauth/token HTTP/1.1\r\nTransfer-Encoding: Chunked', '0\r\n\r\n')).status, 200);
  },
);

proves(
  'RFC 9112 §6.3',
  'If a Transfer-Encoding header field is present in a request and the chunked transfer coding is not the final encoding, the message body length cannot be determined reliably; the server MUST respond with the 400 (Bad Request) status code and then close the connection.',
  async () => {
    for (const coding of ['gzip', 'identity', 'x-chunked', 'chunked, gzip'])
      assert.equal(
        await closedAfter(`POST /oauth/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${coding}\r\n\r\n`),
        400,
        coding,
      );
  },
);

test('a request line without a version, or with another than 1.0 and 1.1, is refused and the connection closed', async () => {
  for (const line of ['GET /health/live', 'GET /health/live HTTP/0.9', 'GET /health/live HTTP/2.0'])
    assert.ok([400, 505].includes(await closedAfter(`${line}\r\nHost: x\r\n\r\n`)), line);
  assert.ok([400, 505].includes(await closedAfter('GET /health/live\r\n\r\n')));
});

test('a URL of 16 KiB is read and a longer one is 414', async () => {
  const longest = `/api/echo?${'a'.repeat(16_384 - '/api/echo?'.length)}`;

  assert.equal((await get(longest)).status, 200);
  assert.equal((await get(`${longest}a`)).status, 414);
});

test('a browser may ask whether another origin may call an open API', async () => {
  const headers = '\r\nOrigin: https://app.example\r\nAccess-Control-Request-Method: POST';
  const answer = await ask(`OPTIONS /oauth/token HTTP/1.1${headers}`);

  assert.equal(answer.status, 204);
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  assert.equal(answer.headers.get('access-control-allow-methods'), 'POST, OPTIONS');
  assert.match(answer.headers.get('access-control-allow-headers') ?? '', /Authorization, Content-Type/);
  assert.equal(answer.headers.get('access-control-allow-credentials'), undefined);
  assert.equal(answer.headers.get('content-length'), undefined);
});

test('pages and closed APIs answer no such question and carry no CORS header', async () => {
  for (const path of ['/page', '/oauth/introspect', '/health/live']) {
    const answer = await ask(`OPTIONS ${path} HTTP/1.1\r\nOrigin: https://app.example`);
    assert.equal(answer.status, 405, path);
    assert.equal(answer.headers.get('access-control-allow-origin'), undefined, path);
  }
});

test('any origin may read the answers and the errors of an open API', async () => {
  for (const path of ['/api/echo', '/oauth/token']) {
    const answer = await get(path, '\r\nOrigin: https://app.example');
    assert.equal(answer.headers.get('access-control-allow-origin'), '*', path);
    assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin', path);
  }
});

test('a method override in a header or a parameter is ignored', async () => {
  const answer = await get('/page?_method=POST', '\r\nX-HTTP-Method-Override: POST');

  assert.equal(answer.body, '<p>page</p>');
});

test('the address of the client is taken from a trusted proxy, and from nobody else', async () => {
  const trusting = await openHallway({ trustedProxies: ['127.0.0.0/8'] });
  const head = 'GET /api/echo HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.2.3.4, 203.0.113.9\r\n\r\n';

  const believed = await exchange(trusting.port, head);
  const ignored = await exchange(hallway.port, head);

  assert.equal(JSON.parse(believed.body).source.address, '203.0.113.9');
  assert.equal(JSON.parse(ignored.body).source.address, '127.0.0.1');
  await trusting.server.stop(0);
});

test('a reply that never changes is sent whole each time, at two kinds of address and while clients are asked to leave', async () => {
  const reply = Object.freeze({ status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: 'Ключ' });
  const routes = (['page', 'open-api'] as const).map(
    (kind) => ({ method: 'GET', path: `/${kind}`, kind, handler: () => reply }) as const,
  );
  const { port, server, listener } = await openHallway({ routes });
  const told = (path: string) => exchange(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);

  const pages = [await told('/page'), await told('/page')];
  const open = await told('/open-api');
  listener.drain();
  const last = await told('/page');

  for (const { body, headers } of [...pages, open, last])
    assert.deepEqual([body, headers.get('content-length')], ['Ключ', '8']);
  assert.deepEqual(
    pages.map(({ headers }) => headers.get('access-control-allow-origin')),
    [undefined, undefined],
  );
  assert.equal(open.headers.get('access-control-allow-origin'), '*');
  assert.deepEqual(
    [...pages, last].map(({ headers }) => headers.get('connection')),
    ['keep-alive', 'keep-alive', 'close'],
  );
  await server.stop(0);
});
