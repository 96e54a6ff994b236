/** Every page in Russian in a real browser: longer words fit, mirrored pages too, and the script speaks along. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { launchChromium, visitor } from '../support/chromium.ts';
import { everyPage } from './samples.ts';

const ASSETS = new URL('../../src/pages/assets/', import.meta.url);
/** A name as long as one may be, without a single place to break it. */
const LONG = everyPage((text) => (text === 'Quill' || text === 'Writes.' ? 'W'.repeat(255) : text), 'ru');
const PLAIN = everyPage((text) => text, 'ru');

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
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
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

test('no page is wider than a small screen, whichever way it is written', async () => {
  const context = await visitor(browser, { width: 320 });
  const page = await context.newPage();
  const tooWide: string[] = [];

  for (const name of LONG.keys()) {
    await page.goto(`${address}/long/${encodeURIComponent(name)}`);
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate(`document.documentElement.dir = '${direction}'`);
      const excess = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      if (excess !== 0) tooWide.push(`${name} ${direction}: ${excess}`);
    }
  }

  assert.deepEqual(tooWide, []);
  await context.close();
});

test('axe-core finds nothing on any page in Russian', async () => {
  const context = await visitor(browser, { width: 360 });
  const page = await context.newPage();
  const found: string[] = [];

  for (const name of PLAIN.keys()) {
    await page.goto(`${address}/plain/${encodeURIComponent(name)}`);
    await page.evaluate(axe.source);
    const ids = await page.evaluate('axe.run(document).then(({ violations }) => violations.map(({ id }) => id))');
    // axe.run answers with a list of violations, each with an id.
    for (const id of ids as string[]) found.push(`${name}: ${id}`);
  }

  assert.deepEqual(found, []);
  await context.close();
});

test('the script speaks the language of the page', async () => {
  const context = await visitor(browser);
  const page = await context.newPage();
  await page.goto(`${address}/plain/sign-in`);

  await page.getByRole('button', { name: /^Показать/ }).click();

  assert.equal(await page.getByRole('button', { name: /^Скрыть/ }).count(), 1);
  await context.close();
});

test('the stylesheet knows beginnings and ends, not left and right, so that pages can be mirrored', () => {
  const style = readFileSync(new URL('style.css', ASSETS), 'utf8');

  assert.doesNotMatch(style, /^\s*(?:[a-z-]+-)?(?:left|right)(?:-[a-z]+)?:|: (?:left|right);/m);
});
