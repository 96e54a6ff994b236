/** Proves in a real Chromium that a time which is told in the reader's zone moves nothing around it. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, Page, Route } from 'playwright-core';
import { html } from '../../src/pages/html.ts';
import { moment } from '../../src/pages/parts/moment.ts';
import { outOfBand as english } from '../../src/pages/text/en/consent.ts';
import { en } from '../../src/pages/text/en.ts';
import { outOfBand as russian } from '../../src/pages/text/ru/consent.ts';
import { ru } from '../../src/pages/text/ru.ts';
import { launchChromium, visit } from '../support/chromium.ts';
import { type Clocked, startClocked } from '../support/clocked.ts';
import { eventually } from '../support/eventually.ts';

let chromium: Browser;
let clocked: Clocked;

before(async () => {
  [chromium, clocked] = await Promise.all([launchChromium(), startClocked('sqlite')]);
});

/** Every width that a sentence can have, so that each way in which it can break is among them. */
const WIDTHS = Array.from({ length: 120 }, (_, index) => 160 + index * 3);
const AT = Date.UTC(2026, 10, 16, 12, 34) / 1000;

for (const [language, text, words] of [
  ['en', en, english],
  ['ru', ru, russian],
] as const) {
  test(`a page is shown once its times are told in the reader's zone, however late its script comes, and moves nothing (${language})`, async () => {
    const sentence = html`<p>${words.explained('10', moment({ text, now: AT }, AT))}</p>`;
    const tables = WIDTHS.map((width) => `<table width="${width}"><tr><td>${sentence}</td></tr></table>`).join('');

    await visit(chromium, { language }, async (page) => {
      await page.addInitScript(COUNT_SHIFTS);
      const script = await openWith(page, tables);

      assert.deepEqual(await page.evaluate(LOOK), { painted: 0, shifted: 0, told: 0 }, 'the script is on its way');
      await script.continue();
      await page.evaluate(SHOWN);
      assert.deepEqual(await page.evaluate(LOOK), { painted: 1, shifted: 0, told: WIDTHS.length });
    });
  });
}

const COUNT_SHIFTS = `globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

const LOOK = `({
  painted: performance.getEntriesByName('first-contentful-paint').length,
  shifted,
  told: [...document.querySelectorAll('td > p > time')].filter((time) => !time.textContent.endsWith('UTC')).length,
})`;

/** The page was drawn, and drawn again: what moved is counted by then. */
const SHOWN = `new Promise((resolve) => {
  const drawn = () => requestAnimationFrame(() => setTimeout(resolve));
  new PerformanceObserver(() => requestAnimationFrame(drawn)).observe({ type: 'paint', buffered: true });
})`;

/**
 * A real page with more in it: everything else about it, its policy too, is what the service sends. It is read to its end
 * and has its style; what is answered is the request for its script, which waits.
 */
async function openWith(page: Page, markup: string): Promise<Route> {
  const address = `${clocked.url}/docs/parts`;
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replace('</main>', `${markup}</main>`) });
  });
  const asked = new Promise<Route>((resolve) => page.route(/\.js$/, resolve));
  const styled = page.waitForEvent('requestfinished', (request) => request.resourceType() === 'stylesheet');
  await page.goto(address, { waitUntil: 'commit' });
  const [script] = await Promise.all([asked, styled]);
  await eventually('the page is read and styled', () => page.evaluate<boolean>(READ));
  await drawWithoutScript(address, markup);
  return script;
}

/** Begun later than the page, and drawn: so the browser has had the time to draw the page too, if it would. */
async function drawWithoutScript(address: string, markup: string): Promise<void> {
  await visit(chromium, {}, async (page) => {
    await page.route(address, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<script\b.*?<\/script>/gs, '');
      await route.fulfill({ response, body: body.replace('</main>', `${markup}</main>`) });
    });
    await page.goto(address);
    await page.evaluate(SHOWN);
  });
}

const READ = `document.readyState === 'interactive' && document.styleSheets.length > 0`;
