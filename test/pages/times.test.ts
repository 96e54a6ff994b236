/** Proves in a real Chromium that a time which is told in the reader's zone moves nothing around it. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { html } from '../../src/pages/html.ts';
import { moment } from '../../src/pages/parts/moment.ts';
import { outOfBand as english } from '../../src/pages/text/en/consent.ts';
import { en } from '../../src/pages/text/en.ts';
import { outOfBand as russian } from '../../src/pages/text/ru/consent.ts';
import { ru } from '../../src/pages/text/ru.ts';
import { launchChromium, visit } from '../support/chromium.ts';
import { type Clocked, startClocked } from '../support/clocked.ts';

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
  test(`a sentence keeps its height at every width when its time is told in the reader's zone, without a hole (${language})`, async () => {
    const sentence = html`<p>${words.explained('10', moment({ text, now: AT }, AT))}</p>`;
    const tables = WIDTHS.map((width) => `<table width="${width}"><tr><td>${sentence}</td></tr></table>`).join('');
    const look = async (script: boolean) => {
      let seen: readonly Sentence[] = [];
      await visit(chromium, { script, language }, async (page) => {
        await openWith(page, tables);
        seen = await page.evaluate(LOOK);
      });
      return seen;
    };

    const written = await look(false);
    const told = await look(true);

    assert.equal(written.length, WIDTHS.length);
    assert.deepEqual(
      told.map(({ height }) => height),
      written.map(({ height }) => height),
    );
    assert.ok(written.every(({ time }) => time.endsWith('UTC')));
    assert.ok(told.every(({ time }) => !time.includes('UTC')));
    assert.deepEqual(
      told.filter(({ hole }) => hole > 1).map(({ hole }) => hole),
      [],
    );
    assert.ok(
      told.some(({ held }) => held),
      'one of these sentences would have lost a line',
    );
  });
}

interface Sentence {
  readonly height: number;
  readonly time: string;
  /** What is between the time and the letter that follows it, in pixels, where both are on one line. */
  readonly hole: number;
  readonly held: boolean;
}

const LOOK = `[...document.querySelectorAll('td > p')].map((sentence) => {
  const time = sentence.querySelector('time');
  const next = document.createRange();
  next.setStart(time.nextSibling, 0);
  next.setEnd(time.nextSibling, 1);
  const end = [...time.getClientRects()].at(-1);
  const after = next.getBoundingClientRect();
  return {
    height: sentence.getBoundingClientRect().height,
    time: time.textContent,
    hole: after.left >= end.right ? after.left - end.right : 0,
    held: sentence.style.minBlockSize !== '',
  };
})`;

/** A real page with more in it: everything else about it, its policy too, is what the service sends. */
async function openWith(page: Page, markup: string): Promise<void> {
  const address = `${clocked.url}/docs/parts`;
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replace('</main>', `${markup}</main>`) });
  });
  await page.goto(address);
}
