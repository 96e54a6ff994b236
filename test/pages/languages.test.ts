/** Every page in Russian in a real browser: longer words fit, mirrored pages too, and the script uses the language. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium, visitor } from '../support/chromium.ts';
import { everyPage } from './samples/samples.ts';
import { readStylesheet } from './sheets.ts';

const ASSETS = new URL('../../src/pages/assets/', import.meta.url);
/** The longest name, without an opportunity for a line break. */
const LONG = everyPage((text) => (text === 'Quill' || text === 'Writes.' ? 'W'.repeat(255) : text), 'ru');
const PLAIN = everyPage((text) => text, 'ru');

let server: Server;
let browser: Browser;
let address = '';

before(async () => {
  server = createServer((request, response) => {
    const [, folder = '', name = ''] = (request.url ?? '').split('/');
    if (folder === 'assets') {
      const isStyle = name.endsWith('.css');
      const content = isStyle ? readStylesheet() : readFileSync(new URL(name, ASSETS));
      return response.writeHead(200, { 'content-type': isStyle ? 'text/css' : 'text/javascript' }).end(content);
    }
    const body = (folder === 'long' ? LONG : PLAIN).get(decodeURIComponent(name)) ?? '';
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with a port.
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
});

after(() => server.close());

/**
 * The smallest screen, a wide one at twice its size (640 pixels of the stylesheet are 1280 of the screen), a phone whose
 * letters alone are twice as large, and a wide one.
 */
const WINDOWS = [
  { width: 320, letters: 100 },
  { width: 640, letters: 100 },
  { width: 640, letters: 200 },
  { width: 1280, letters: 100 },
];

/**
 * Answers by how much a document is too wide in each window, written both ways. The windows are frames that nobody sees: the
 * stylesheet asks them for their width as it asks windows, and they are laid out without being drawn.
 */
const MEASURE = `async (url, windows) => {
  const frame = document.createElement('iframe');
  Object.assign(frame.style, { visibility: 'hidden', border: '0', height: '900px', width: '320px' });
  frame.src = url;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const page = frame.contentDocument.documentElement;
  const found = windows.flatMap(({ width, letters }) => ['ltr', 'rtl'].map((direction) => {
    frame.style.width = width + 'px';
    page.dir = direction;
    page.style.fontSize = letters + '%';
    return { how: width + ' pixels, letters ' + letters + ' %, ' + direction, seen: page.clientWidth - width, excess: page.scrollWidth - page.clientWidth };
  }));
  frame.remove();
  return found;
}`;

interface Measured {
  readonly how: string;
  /** Nothing, where the frame is as wide as it was made. */
  readonly seen: number;
  readonly excess: number;
}

test('no page is wider than its window: small, enlarged, and whichever way it is written', async () => {
  const context = await visitor(browser);
  const page = await context.newPage();
  const tooWide: string[] = [];

  await page.goto(`${address}/plain/nothing`);
  for (const name of LONG.keys()) {
    const url = `${address}/long/${encodeURIComponent(name)}`;
    const measured: readonly Measured[] = await page.evaluate(
      `(${MEASURE})(${JSON.stringify(url)}, ${JSON.stringify(WINDOWS)})`,
    );
    assert.equal(measured.length, 2 * WINDOWS.length);
    for (const { how, seen, excess } of measured)
      if (seen !== 0 || excess !== 0) tooWide.push(`${name}, ${how}: ${excess}`);
  }

  assert.deepEqual(tooWide, []);
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
