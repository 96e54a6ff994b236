/**
 * Every page in a real browser: longer words fit, a language from right to left mirrors it, and it is still told what is
 * chosen where the system paints the colours, and on paper.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium, visitor } from '../support/chromium.ts';
import { mirrored } from './pseudo.ts';
import { everyPage } from './samples/samples.ts';
import { readStylesheet } from './sheets.ts';

const ASSETS = new URL('../../src/pages/assets/', import.meta.url);
/** The longest name, without an opportunity for a line break. */
const LONG = everyPage((text) => (text === 'Quill' || text === 'Writes.' ? 'W'.repeat(255) : text), 'ru');
const PLAIN = everyPage((text) => text, 'ru');
const MIRRORED = everyPage((text) => text, 'en', mirrored);

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

/**
 * Every block of the page has the same distance from the side at which reading begins, whichever side that is. Inside of
 * what is always read from left to right lines are not mirrored, and a picture has no direction.
 */
const IS_MIRRORED = `(() => {
  const root = document.documentElement;
  if (root.dir !== 'rtl') return ['not from right to left'];
  if (root.scrollWidth !== root.clientWidth) return ['wider than its window'];
  const blocks = [...document.body.querySelectorAll(':not(svg, svg *, [dir="ltr"] *, [popover], [popover] *)')]
    .filter((each) => each.checkVisibility())
    .filter((each) => !/inline|contents|none/.test(getComputedStyle(each).display) || each.matches('.button, .chip'));
  const rects = () => blocks.map((each) => each.getBoundingClientRect());
  const fromRight = rects().map(({ right }) => root.clientWidth - right);
  root.dir = 'ltr';
  const fromLeft = rects().map(({ left, width }) => (width === 0 ? NaN : left));
  root.dir = 'rtl';
  const at = fromLeft.findIndex((left, index) => Math.abs(left - fromRight[index]) > 1);
  return at < 0 ? [] : [blocks[at].tagName + '.' + blocks[at].className + ' at ' + fromRight[at] + ', not ' + fromLeft[at]];
})()`;

/** With the colours of the system borders alone tell what can be pressed, what is chosen and what is current. */
const IN_FORCED_COLOURS = `(() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const border = (each) => getComputedStyle(each).borderBottomColor;
  const paper = getComputedStyle(document.body).backgroundColor;
  const faults = [];
  for (const each of seen('.button, .chip, .notice, .card, select, textarea, input:not([type=hidden], .unseen, .code-tab *)'))
    if (getComputedStyle(each).borderBottomStyle === 'none' || border(each) === paper)
      faults.push('no border: ' + each.tagName + '.' + each.className);
  for (const list of seen('.tabs, .views, .navigation, .code-choice')) {
    const current = list.querySelector('[aria-current=page], input:checked + label');
    const others = [...list.querySelectorAll('a:not([aria-current]), input:not(:checked) + label')];
    if (current?.checkVisibility() && others.some((other) => other.checkVisibility() && border(other) === border(current)))
      faults.push('what is current looks like the others: ' + list.className);
  }
  for (const bar of seen('.bars rect'))
    if (getComputedStyle(bar).fill === paper) faults.push('a bar cannot be seen');
  return faults;
})()`;

/** On paper there is nothing to press and no way to other pages; ink is dark, also for who reads on a dark screen. */
const ON_PAPER = `(() => {
  const gone = '.navigation, .tabs, .views, .filters, .foot, .pager, .button, .skip, form[role=search]';
  const seen = [...document.querySelectorAll(gone)].filter((each) => each.checkVisibility());
  const faults = seen.map((each) => 'printed: ' + each.tagName + '.' + each.className);
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  canvas.fillStyle = getComputedStyle(document.body).color;
  canvas.fillRect(0, 0, 1, 1);
  if (Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)) > 90) faults.push('light ink');
  if (!document.querySelector('h1')?.checkVisibility()) faults.push('no heading');
  return faults;
})()`;

/** What is seen of a page, by how it is shown. */
const SHOWN = [
  { media: { forcedColors: 'none', media: 'screen' }, faults: IS_MIRRORED },
  { media: { forcedColors: 'active', media: 'screen' }, faults: IN_FORCED_COLOURS },
  { media: { forcedColors: 'none', media: 'print' }, faults: ON_PAPER },
] as const;

/** So many pages side by side: to show them in another way costs more than to look at them. */
const AT_ONCE = 12;

/** Half of the pages in a wide window, half in a small one: a style that knows left and right stands on many pages. */
const SHOW = `async (documents) => {
  const frames = documents.map((document_, index) => {
    const frame = document.createElement('iframe');
    Object.assign(frame.style, { visibility: 'hidden', border: '0', height: '900px', width: index % 2 === 0 ? '1280px' : '320px' });
    frame.srcdoc = document_;
    return frame;
  });
  const loaded = frames.map((frame) => new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })));
  document.body.replaceChildren(...frames);
  await Promise.all(loaded);
}`;

const LOOK = `(code) => [...document.querySelectorAll('iframe')].map((frame) => frame.contentWindow.eval(code))`;

test('every page is its own mirror from right to left, can be used with the system’s colours, and read on paper', async () => {
  const context = await visitor(browser, { dark: true });
  const page = await context.newPage();
  const faults: string[] = [];
  const pages = [...MIRRORED];

  await page.goto(`${address}/plain/sign-in`);
  for (let first = 0; first < pages.length; first += AT_ONCE) {
    const some = pages.slice(first, first + AT_ONCE);
    await page.evaluate(`(${SHOW})(${JSON.stringify(some.map(([, document]) => document))})`);
    for (const { media, faults: code } of SHOWN) {
      await page.emulateMedia(media);
      const found: readonly (readonly string[])[] = await page.evaluate(`(${LOOK})(${JSON.stringify(code)})`);
      assert.equal(found.length, some.length);
      faults.push(...found.flatMap((each, index) => each.map((fault) => `${some[index]?.[0]}: ${fault}`)));
    }
  }

  assert.deepEqual(faults, []);
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
