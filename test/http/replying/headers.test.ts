/** The headers of every kind of answer, and how a reply changes them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { consentPolicy, createHeaderSets } from '../../../src/http/replying/headers.ts';
import { htmlReply, jsonReply, seeOther } from '../../../src/http/replying/replies.ts';
import type { Kind, Route } from '../../../src/http/route.ts';
import { proves } from '../../support/proves.ts';
import { type Hallway, openHallway } from '../server/listening.ts';
import { exchange, type RawAnswer } from '../wire.ts';

const KINDS: readonly Kind[] = ['page', 'api', 'open-api', 'asset', 'health'];

const routes: readonly Route[] = [
  ...KINDS.map((kind): Route => ({ method: 'GET', path: `/${kind}`, kind, handler: () => jsonReply(200, {}) })),
  {
    method: 'GET',
    path: '/consent',
    kind: 'page',
    handler: () => htmlReply(200, '', { 'content-security-policy': consentPolicy('myapp://oauth') }),
  },
  {
    method: 'GET',
    path: '/cookies',
    kind: 'page',
    handler: () => seeOther('/next', { 'set-cookie': ['a=1', 'b=2'] }),
  },
  { method: 'GET', path: '/empty', kind: 'page', handler: () => ({ status: 200 }) },
  { method: 'GET', path: '/bytes', kind: 'asset', handler: () => ({ status: 200, body: Buffer.from([0, 255]) }) },
  { method: 'GET', path: '/snow', kind: 'api', handler: () => jsonReply(200, '☃é') },
];

let hallway: Hallway;
before(async () => {
  hallway = await openHallway({ routes, url: 'https://id.example.org' });
});
after(() => hallway.server.stop(0));

const get = (path: string): Promise<RawAnswer> => exchange(hallway.port, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);

test('every answer forbids sniffing, referrers and openers, and insists on https', async () => {
  for (const kind of KINDS) {
    const { headers } = await get(`/${kind}`);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', kind);
    assert.equal(headers.get('referrer-policy'), 'no-referrer', kind);
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', kind);
    assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/, kind);
    assert.equal(headers.get('strict-transport-security'), 'max-age=63072000; includeSubDomains', kind);
    assert.equal(headers.get('server'), undefined, kind);
    assert.equal(headers.get('x-powered-by'), undefined, kind);
  }
});

test('on plain http nothing insists on https', () => {
  for (const set of Object.values(createHeaderSets({ url: 'http://127.0.0.1:3000' }))) {
    assert.ok(!set.places.has('strict-transport-security'));
  }
});

test('a page may load only what is ours, cannot be framed and is not stored', async () => {
  const { headers } = await get('/page');
  const policy = new Set(headers.get('content-security-policy')?.split('; '));

  assert.deepEqual(
    policy,
    new Set([
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self' data:",
      "script-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]),
  );
  assert.equal(headers.get('x-frame-options'), 'DENY');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
  assert.equal(headers.get('access-control-allow-origin'), undefined);
});

proves(
  'RFC 6749 §5.1',
  'The authorization server MUST include "Cache-Control: no-store" and "Pragma: no-cache".',
  async () => {
    for (const kind of ['api', 'open-api']) {
      const { headers } = await get(`/${kind}`);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('pragma'), 'no-cache');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    }
  },
);

test('an asset may be kept forever', async () => {
  assert.equal((await get('/asset')).headers.get('cache-control'), 'public, max-age=31536000, immutable');
});

test('a reply puts its own header in the place of the one of its kind', async () => {
  const policy = (await get('/consent')).headers.get('content-security-policy') ?? '';

  assert.ok(policy.endsWith("; form-action 'self' myapp:"));
  assert.equal(policy.match(/default-src/g)?.length, 1);
});

test('a redirect has no body, says so, and carries several cookies apart', async () => {
  const answer = await get('/cookies');

  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get('location'), '/next');
  assert.equal(answer.headers.get('content-length'), '0');
  assert.equal(answer.headers.get('set-cookie'), 'a=1, b=2');
});

test('the length of an answer is counted in bytes', async () => {
  assert.equal((await get('/snow')).headers.get('content-length'), '7');
  assert.equal((await get('/snow')).body, '"☃é"');
  assert.equal((await get('/bytes')).headers.get('content-length'), '2');
  assert.equal((await get('/empty')).headers.get('content-length'), '0');
});

test('the consent page may lead to a private-use scheme by name', () => {
  for (const [uri, scheme] of [
    ['com.example.app:/cb', 'com.example.app:'],
    ['myapp://oauth?x=1', 'myapp:'],
    ['MyApp+x-1://cb', 'myapp+x-1:'],
  ] as const) {
    assert.ok(consentPolicy(uri).endsWith(`; form-action 'self' ${scheme}`), uri);
  }
});

test('the consent page may lead to the client on the web, and on from there', () => {
  for (const [uri, sources] of [
    ['https://app.example.com/cb', 'https://app.example.com https:'],
    ['http://127.0.0.1:4711/cb', 'http://127.0.0.1:4711 http: https:'],
    ['http://[::1]:4711/cb', 'http: https:'],
  ] as const) {
    assert.ok(consentPolicy(uri).endsWith(`; form-action 'self' ${sources}`), uri);
    assert.ok(consentPolicy(uri).includes("frame-ancestors 'none'"), uri);
  }
});

test('no redirect URI can write into the policy', () => {
  for (const uri of ['https://a;script-src *', 'x;y:/z', "https://a'b,c/", 'nonsense', '', 'a b:c']) {
    assert.ok(!/\*|a;|;y|b,c/.test(consentPolicy(uri)), uri);
  }
});
