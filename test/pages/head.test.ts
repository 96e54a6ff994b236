/** Proves what the head of a page tells browsers, messengers and password managers. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { createUser } from '../support/actors.ts';
import { openBrowser } from '../support/browser-like.ts';
import { launchChromium, visit } from '../support/chromium.ts';
import { send } from '../support/http-client.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;

before(async () => {
  service = await startService({ database: 'sqlite' });
  // Until there is an administrator, the home page is about that.
  await createUser(service, { admin: true });
});

test('the tab of a browser shows the keyhole, without another request, and /favicon.ico leads to it', async () => {
  const chromium = await launchChromium();
  await visit(chromium, {}, async (page) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${service.url}/sign-in`, { waitUntil: 'load' });
    const size = await page.evaluate(`(async () => {
      const picture = new Image();
      picture.src = document.querySelector('link[rel=icon]').href;
      await picture.decode();
      return picture.width;
    })()`);

    assert.ok(Number(size) > 0);
    assert.deepEqual(asked.filter((url) => !url.startsWith('data:')).length, 3, asked.join(' '));
  });
  const icon = await send(`${service.url}/favicon.ico`);
  assert.equal(icon.status, 303);
  const drawn = await send(`${service.url}${icon.location}`);
  assert.equal(drawn.status, 200);
  assert.equal(drawn.headers['content-type'], 'image/svg+xml');
});

test('the browser is told the colours that the pages have', async () => {
  const { body } = await send(`${service.url}/sign-in`);
  const told = [...body.matchAll(/name="theme-color" content="([^"]+)"/g)].map(([, color]) => color);
  const sheet = readFileSync(new URL('../../src/pages/assets/styles/ground.css', import.meta.url), 'utf8');
  const painted = [...sheet.matchAll(/--paper: ([^;]+);/g)].map(([, color]) => color?.replace('var(--hue)', '262'));

  assert.equal(told.length, 2);
  assert.deepEqual(told, painted);
});

test('public pages can be shown with a picture elsewhere, and private ones cannot', async () => {
  for (const path of ['/', '/docs', '/docs/errors']) {
    const { body } = await send(`${service.url}${path}`);
    const picture = /property="og:image" content="([^"]+)"/.exec(body)?.[1] ?? '';

    assert.match(body, /property="og:title" content="[^"]+"/, path);
    assert.match(body, /name="description" content="[^"]+"/, path);
    assert.equal(picture.startsWith(`${service.url}/assets/preview-`), true, picture);
    assert.equal((await send(picture)).headers['content-type'], 'image/png');
  }
  const browser = openBrowser(service.url);
  await browser.signIn(await createUser(service));
  for (const path of ['/sign-in', '/', '/account', '/oauth/applications', '/nowhere'])
    assert.doesNotMatch((await browser.get(path)).body, /og:|twitter:|name="description"/, path);
});

test('a password manager is led to where the password is changed', async () => {
  const browser = openBrowser(service.url);
  await browser.signIn(await createUser(service));
  const answer = await browser.get('/.well-known/change-password');

  assert.equal(answer.status, 303);
  const page = await browser.get(answer.location?.split('#')[0] ?? '');
  assert.equal(page.status, 200);
  assert.match(page.body, /autocomplete="new-password"/);
  assert.equal((await browser.get('/.well-known/resource-that-should-not-exist')).status, 404);
});
