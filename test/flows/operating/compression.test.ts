/** Proves what is compressed on its way, for whom, and what is not. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createUser } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { send } from '../../support/http-client.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;

before(async () => {
  service = await startService({ database: 'sqlite' });
});

/** As a browser reads it: decoded by what the answer says of itself. */
async function read(path: string, headers: Record<string, string>) {
  const answer = await fetch(`${service.url}${path}`, { headers });
  return { answer, text: await answer.text(), encoding: answer.headers.get('content-encoding') };
}

/** What is different in each answer to the same request: the seals of its forms. */
const withoutSeals = (page: string) => page.replaceAll(/name="form_token" value="[^"]*"/g, '');

test('a page is compressed for whoever takes it, and reads the same', async () => {
  const plain = await read('/sign-in', { 'accept-encoding': 'identity' });
  assert.equal(plain.encoding, null);
  assert.equal(plain.answer.headers.get('vary'), 'Accept-Encoding');
  for (const accepted of ['gzip', 'br, gzip', 'gzip;q=0.2, br;q=0.9', '*', 'x-gzip', 'GZIP', 'identity;q=0.1, gzip']) {
    const { answer, text, encoding } = await read('/sign-in', { 'accept-encoding': accepted });

    assert.equal(encoding, 'gzip', accepted);
    assert.ok(Number(answer.headers.get('content-length')) < plain.text.length / 2);
    assert.equal(withoutSeals(text), withoutSeals(plain.text));
  }
  const endless = `${','.repeat(2000)}gzip`;
  for (const accepted of ['', 'gzip;q=0', 'gzip;q=0, *', 'deflate', 'gzip;q=x', ';;;,,,q=', '*;q=0', endless])
    assert.equal((await read('/sign-in', { 'accept-encoding': accepted })).encoding, null, accepted);
});

test('HEAD tells of a page what GET does', async () => {
  const ask = { headers: { 'accept-encoding': 'gzip' } };
  const [head, get] = await Promise.all([
    send(`${service.url}/docs`, { ...ask, method: 'HEAD' }),
    send(`${service.url}/docs`, ask),
  ]);

  assert.equal(head.headers['content-encoding'], 'gzip');
  assert.equal(head.body, '');
  assert.equal(head.headers['content-length'], get.headers['content-length']);
});

test('styles and script are compressed best, and each form of them has a tag of its own', async () => {
  const page = (await send(`${service.url}/`)).body;
  const paths = page.match(/\/assets\/[a-z]+-[0-9a-f]{16}\.(css|js)/g) ?? [];
  assert.equal(paths.length, 2);
  for (const path of paths) {
    const forms = await Promise.all(
      ['identity', 'gzip', 'gzip, br'].map((accepted) => read(path, { 'accept-encoding': accepted })),
    );
    assert.deepEqual(
      forms.map(({ encoding }) => encoding),
      [null, 'gzip', 'br'],
    );
    const [plain, ...others] = forms;
    const tags = forms.map(({ answer }) => answer.headers.get('etag') ?? '');
    assert.equal(new Set(tags).size, 3);
    for (const { text, answer } of others) {
      assert.equal(text, plain?.text);
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
    }
    const again = await send(`${service.url}${path}`, {
      headers: { 'accept-encoding': 'br', 'if-none-match': tags[2] ?? '' },
    });
    assert.equal(again.status, 304);
    assert.equal(again.headers.etag, tags[2]);
  }
});

test('a page that another site asks for with a person’s cookies is not compressed', async () => {
  const browser = openBrowser(service.url);
  await browser.signIn(await createUser(service));
  const ask = (site: string) => browser.get('/account', { 'accept-encoding': 'gzip', 'sec-fetch-site': site });

  for (const [site, encoding] of [
    ['cross-site', undefined],
    ['same-site', undefined],
    ['same-origin', 'gzip'],
    ['none', 'gzip'],
  ] as const)
    assert.equal((await ask(site)).headers['content-encoding'], encoding, site);
  const stranger = await read('/sign-in', { 'accept-encoding': 'gzip', 'sec-fetch-site': 'cross-site' });
  assert.equal(stranger.encoding, 'gzip');
});

test('answers for programs are sent as they are', async () => {
  const answer = await send(`${service.url}/.well-known/oauth-authorization-server`, {
    headers: { 'accept-encoding': 'gzip, br' },
  });

  assert.equal(answer.headers['content-encoding'], undefined);
  assert.ok(answer.body.startsWith('{'));
});
