/** Files in memory: found by their hashed name, or what is there in place of another instance's, and nothing else is. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadAssets } from '../../../src/http/browser/assets.ts';
import { type Hallway, openHallway } from '../server/listening.ts';
import { exchange, type RawAnswer } from '../wire.ts';

const LOOK = { accentHue: 42, logo: '', footerLinks: [], contact: '', url: 'http://127.0.0.1:3000' };
const { assets } = loadAssets(LOOK);

let hallway: Hallway;
before(async () => {
  hallway = await openHallway({
    routes: [{ method: 'GET', path: '/assets/:file', kind: 'asset', handler: assets.handler }],
  });
});
after(() => hallway.server.stop(0));

const get = (path: string, headers = ''): Promise<RawAnswer> =>
  exchange(hallway.port, `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);

test('a file is served under a name that changes with its content', async () => {
  const { assets: other } = loadAssets({ ...LOOK, accentHue: 43 });
  const answer = await get(assets.path('style.css'));

  assert.match(assets.path('style.css'), /^\/assets\/style-[0-9a-f]{16}\.css$/);
  assert.notEqual(other.path('style.css'), assets.path('style.css'));
  assert.match(answer.body, /--hue: 42;/);
  assert.equal(answer.headers.get('content-type'), 'text/css; charset=utf-8');
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
});

test('a browser that has the file is told so', async () => {
  const etag = (await get(assets.path('script.js'))).headers.get('etag') ?? '';
  const again = await get(assets.path('script.js'), `If-None-Match: ${etag}\r\n`);

  assert.equal(again.status, 304);
  assert.equal(again.headers.get('content-length'), undefined);
});

test('a page of an instance with another version or colour gets the style sheet and the picture that are there, uncached, and no script', async () => {
  const { assets: other } = loadAssets({ ...LOOK, accentHue: 43 });
  const [sheet, dark] = await Promise.all([get(other.path('style.css')), get(other.path('style-dark.css'))]);
  const icon = await get(other.path('icon.svg'), 'If-None-Match: *\r\n');
  const script = await get('/assets/script-0123456789abcdef.js');

  assert.match(sheet.body, /--hue: 42;/);
  assert.match(dark.body, /color-scheme: dark;/);
  for (const [answer, type] of [
    [sheet, 'text/css; charset=utf-8'],
    [dark, 'text/css; charset=utf-8'],
    [icon, 'image/svg+xml'],
  ] as const) {
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), type);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('etag'), undefined);
  }
  assert.deepEqual([script.status, script.headers.get('cache-control')], [404, 'no-store']);
});

test('whatever else is asked for is not there, and not cached', async () => {
  const names = [
    'style.css',
    '..%2f..%2fpackage.json',
    '%2e%2e%2fpackage.json',
    '..%5cpackage.json',
    '....%2f%2fpackage.json',
    '%2fetc%2fpasswd',
    '.env',
    'logo-0123456789abcdef.png',
    'style-0123456789abcdef.svg',
    'style-0123456789abcde.css',
    '__proto__-0123456789abcdef.css',
    '__proto__',
    'constructor',
    '%00',
  ];
  for (const name of names) {
    const answer = await get(`/assets/${name}`);
    assert.equal(answer.status, 404, name);
    assert.equal(answer.headers.get('cache-control'), 'no-store', name);
  }
});

test('a link to a file that does not exist is a defect', () => {
  assert.throws(() => assets.path('missing.css'), /missing\.css/);
});
