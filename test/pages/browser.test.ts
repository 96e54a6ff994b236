/** Every page in a real browser: readable for everyone, never wider than the screen, comfortable with script, whole without. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, visitor } from '../support/chromium.ts';
import { everyPage } from './samples.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const ASSETS = new URL('../../src/pages/assets/', import.meta.url);
const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const PLAIN = everyPage((text) => text);
/** A name as long as one may be, without a single place to break it. */
const LONG = everyPage((text) => (text === 'Quill' || text === 'Writes.' ? 'W'.repeat(255) : text));

let server: Server;
let browser: Browser;
let address = '';

before(async () => {
  server = createServer((request, response) => {
    const [, folder = '', name = ''] = (request.url ?? '').split('/');
    if (folder === 'assets') {
      const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
      return response.writeHead(200, { 'content-type': type }).end(readFileSync(new URL(name, ASSETS)));
    }
    const body = (folder === 'long' ? LONG : PLAIN).get(decodeURIComponent(name)) ?? '';
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with a port.
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
});

after(async () => {
  await browser.close();
  server.close();
});

async function open(set: 'plain' | 'long', name: string, look: Parameters<typeof visitor>[1]): Promise<Page> {
  const context = await visitor(browser, look);
  const page = await context.newPage();
  await page.goto(`${address}/${set}/${encodeURIComponent(name)}`);
  return page;
}

/** What axe-core finds, one line each. It is brought in past the page's own policy, which would refuse it. */
async function findings(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations, passes }) =>
      violations.flatMap((rule) => rule.nodes.map((node) => rule.id + ': ' + node.html)).concat(passes.length > 5 ? [] : ['axe did not run']))`,
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value;
}

for (const look of [
  { width: 360, dark: true },
  { width: 1280, dark: false },
]) {
  test(`axe-core finds nothing on any page at ${look.width} pixels, ${look.dark ? 'dark' : 'light'}`, async () => {
    const context = await visitor(browser, look);
    const page = await context.newPage();
    const found: string[] = [];

    for (const name of PLAIN.keys()) {
      await page.goto(`${address}/plain/${encodeURIComponent(name)}`);
      for (const finding of await findings(page)) found.push(`${name}: ${finding}`);
    }

    assert.deepEqual(found, []);
    await context.close();
  });
}

test('no page is wider than a small screen, even with a name of 255 letters without a space', async () => {
  const context = await visitor(browser, { width: 320 });
  const page = await context.newPage();
  const tooWide: string[] = [];

  for (const name of LONG.keys()) {
    await page.goto(`${address}/long/${encodeURIComponent(name)}`);
    const excess = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (excess !== 0) tooWide.push(`${name}: ${excess}`);
  }

  assert.deepEqual(tooWide, []);
  await context.close();
});

test('no page has anything that its content security policy blocks', async () => {
  const context = await visitor(browser, {});
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));

  for (const name of PLAIN.keys()) await page.goto(`${address}/plain/${encodeURIComponent(name)}`);

  assert.deepEqual(complaints, []);
  await context.close();
});

test('with script one empty row for a redirect URI is shown, and the button brings another, past the spare ones too', async () => {
  const page = await open('plain', 'application new', {});
  const rows = page.locator('input[name=redirect_uri]:visible');

  assert.equal(await rows.count(), 1);
  for (let click = 0; click < 5; click += 1)
    await page.getByRole('button', { name: 'Add another redirect URI' }).click();

  assert.equal(await rows.count(), 6);
  assert.equal(await page.evaluate('document.activeElement.id'), 'redirect_uri_6');
  await page.context().close();
});

test('without script the spare rows are all there, and no button that would do nothing', async () => {
  const page = await open('plain', 'application new', { script: false });

  assert.equal(await page.locator('input[name=redirect_uri]:visible').count(), 4);
  assert.equal(await page.locator('.needs-script:visible').count(), 0);
  await page.context().close();
});

test('a password can be shown, and leaves as a password', async () => {
  const page = await open('plain', 'sign-in', {});
  const password = page.locator('#password');

  await password.fill('correct horse');
  await page.getByRole('button', { name: /^Show/ }).click();
  assert.equal(await password.getAttribute('type'), 'text');
  await page.evaluate("document.forms[0].addEventListener('submit', (event) => event.preventDefault())");
  await page.getByRole('button', { name: 'Sign in' }).click();

  assert.equal(await password.getAttribute('type'), 'password');
  await page.context().close();
});

test('copying puts the whole value on the clipboard and says so', async () => {
  const page = await open('plain', 'secret', {});
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  await page.getByRole('button', { name: 'Copy client_secret' }).click();
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });

  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 's3cret');
  await page.context().close();
});

test('the secret can be downloaded as JSON without script', async () => {
  const page = await open('plain', 'secret', { script: false });

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Download as JSON').click()]);

  assert.equal(download.suggestedFilename(), 'client.json');
  const file = JSON.parse(readFileSync(await download.path(), 'utf8'));
  assert.deepEqual([file.client_id, file.client_secret], ['quill', 's3cret']);
  await page.context().close();
});

test('the keyboard alone reaches the decision: cancel first, then authorize', async () => {
  const page = await open('plain', 'consent', {});
  const reached: unknown[] = [];

  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate('document.activeElement.value ?? document.activeElement.className'));
  }

  assert.equal(reached[0], 'skip');
  const stops = reached.filter((stop) => ['profile', 'email', 'deny', 'approve'].includes(String(stop)));
  assert.deepEqual(stops, ['profile', 'email', 'deny', 'approve']);
  await page.context().close();
});
