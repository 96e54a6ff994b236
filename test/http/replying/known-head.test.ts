/** Answers whose headers were put into words before are, byte for byte, those that node:http would have written. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Reply, Route } from '../../../src/http/route.ts';
import { type Hallway, openHallway } from '../server/listening.ts';
import { connect, exchange } from '../wire.ts';

const STATUSES = [200, 204, 304, 401, 404, 429, 503, 599];
const BODIES = { ascii: '{"a":1}', snow: '"☃é"', empty: '', none: undefined } as const;
/** The names that tell node:http what to do with the connection or the body are among them. */
const HEADERS = {
  plain: { 'Content-Type': 'application/json; charset=utf-8', 'cache-control': 'private' },
  several: { 'Set-Cookie': ['a=1', 'b=2'], Link: 'é' },
  dated: { Date: 'Thu, 01 Jan 1970 00:00:00 GMT' },
  closing: { Connection: 'close' },
  alive: { 'Keep-Alive': 'timeout=5' },
} as const;

const replies = new Map<string, Reply>();
for (const status of STATUSES) {
  for (const [body, content] of Object.entries(BODIES)) {
    for (const [name, headers] of Object.entries(HEADERS)) {
      const reply = { status, headers, ...(content === undefined ? {} : { body: content }) };
      replies.set(`${status}/${body}/${name}`, reply);
    }
  }
}

const loose = (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers } });
const frozen = new Map(
  [...replies].map(([path, reply]) => [path, Object.freeze({ ...reply, headers: frozenOf(reply) })]),
);

function frozenOf({ headers }: Reply): NonNullable<Reply['headers']> {
  return Object.freeze({ ...headers });
}

const routes: readonly Route[] = [...replies].flatMap(([path, reply]): Route[] => [
  { method: 'GET', path: `/loose/${path}`, kind: 'open-api', handler: () => loose(reply) },
  { method: 'GET', path: `/frozen/${path}`, kind: 'open-api', handler: () => frozen.get(path) ?? reply },
  {
    method: 'GET',
    path: `/shared/${path}`,
    kind: 'open-api',
    handler: () => ({ ...reply, headers: frozen.get(path)?.headers ?? {} }),
  },
]);
const BROKEN: Route = {
  method: 'GET',
  path: '/broken',
  kind: 'open-api',
  handler: () => ({ status: 200, headers: Object.freeze({ 'X-Told': 'a\r\nX-More: b' }), body: 'ok' }),
};

let hallway: Hallway;
before(async () => {
  hallway = await openHallway({ routes: [...routes, BROKEN], url: 'https://id.example.org' });
});
after(() => hallway.server.stop(0));

const dateless = (text: string): string => text.replace(/^Date: (?!Thu, 01 Jan 1970).*$/gm, 'Date: now');

/** Everything that comes for some requests on one connection; the last of them closes it. */
async function receive(requests: readonly string[]): Promise<string> {
  const wire = await connect(hallway.port);
  wire.send(requests.join(''));
  return dateless(await wire.rest());
}

const WAYS: Readonly<Record<string, (path: string) => string[]>> = {
  'asked twice': (path) => [
    `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  ],
  HEAD: (path) => [`HEAD ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`],
  'HTTP/1.0': (path) => [`GET ${path} HTTP/1.0\r\nHost: x\r\n\r\n`],
  'HTTP/1.0, kept alive': (path) => [
    `GET ${path} HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n`,
    `GET ${path} HTTP/1.0\r\nHost: x\r\n\r\n`,
  ],
  'Expect: 100-continue': (path) => [
    `GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  ],
};

for (const [way, requestsFor] of Object.entries(WAYS)) {
  test(`frozen headers and headers made anew give the same bytes: ${way}`, async () => {
    for (const path of replies.keys()) {
      const expected = await receive(requestsFor(`/loose/${path}`));
      assert.match(expected, /^HTTP\/1\.1 \d{3} /, path);
      assert.equal(await receive(requestsFor(`/frozen/${path}`)), expected, path);
      assert.equal(await receive(requestsFor(`/frozen/${path}`)), expected, `${path}, again`);
      assert.equal(await receive(requestsFor(`/shared/${path}`)), expected, `${path}, a body of its own`);
    }
  });
}

test('a frozen header that would begin another line is refused, each time, with nothing of it sent', async () => {
  for (const round of [1, 2]) {
    const answer = await exchange(hallway.port, 'GET /broken HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.equal(answer.status, 500, `round ${round}`);
    assert.equal(answer.headers.get('x-more'), undefined);
    assert.equal(answer.headers.get('x-told'), undefined);
  }
});

test('a service that stops says so also where the headers are known', async () => {
  const stopping = await openHallway({ routes, url: 'https://id.example.org' });
  const wire = await connect(stopping.port);
  const ask = () => wire.send('GET /frozen/200/ascii/plain HTTP/1.1\r\nHost: x\r\n\r\n');
  ask();
  assert.equal((await wire.next()).headers.get('connection'), 'keep-alive');
  stopping.listener.drain();
  ask();
  assert.equal((await wire.next()).headers.get('connection'), 'close');
  await wire.closed;
  await stopping.server.stop(0);
});
