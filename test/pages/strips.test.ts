/** Proves in a real Chromium that tabs which do not fit say so, and that the current one is in sight. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Application, User } from '../support/actors.ts';
import { launchChromium, signInAt, visit } from '../support/chromium.ts';
import { type Clocked, startClocked } from '../support/clocked.ts';
import { applicationPath } from '../support/portal.ts';

let chromium: Browser;
let clocked: Clocked;
let ada: User;
let quill: Application;

before(async () => {
  [chromium, clocked] = await Promise.all([launchChromium(), startClocked('sqlite')]);
  ada = await clocked.createUser('ada', true);
  quill = await clocked.createApplication(ada);
});

interface Strip {
  readonly name: string;
  readonly goesOn: boolean;
  /** How much of each arrow is seen, from 0 to 1, and whether it stands at its edge. */
  readonly before: number;
  readonly after: number;
  /** What of the current tab is beyond the edges or under an arrow, in pixels. */
  readonly hidden: number;
  /** How much of an arrow lies beyond the edge of the strip, in pixels. */
  readonly beyond: number;
}

const LOOK = `[...document.querySelectorAll('.tabs, .navigation')].filter((each) => each.checkVisibility()).map((strip) => {
  const list = strip.querySelector('ul');
  const seen = (which) => {
    const style = getComputedStyle(list, which);
    return style.content === 'none' ? 0 : Number(style.opacity);
  };
  const { left, right } = strip.getBoundingClientRect();
  const current = strip.querySelector('[aria-current]')?.getBoundingClientRect();
  const [first, last] = document.documentElement.dir === 'rtl' ? ['::after', '::before'] : ['::before', '::after'];
  const inner = [left + 24 * seen(first), right - 24 * seen(last)];
  return {
    name: strip.className,
    goesOn: strip.scrollWidth > strip.clientWidth + 1,
    before: seen('::before'),
    after: seen('::after'),
    beyond: Math.max(
      -parseFloat(getComputedStyle(list, '::before').insetInlineStart) - parseFloat(getComputedStyle(strip).paddingInlineStart),
      -parseFloat(getComputedStyle(list, '::after').insetInlineEnd) - parseFloat(getComputedStyle(strip).paddingInlineEnd),
    ),
    hidden: current ? Math.max(0, inner[0] - current.left, current.right - inner[1]) : 0,
  };
})`;

/** Arrows follow what is scrolled when the page is drawn the next time. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

const look = (page: Page): Promise<readonly Strip[]> => page.evaluate(LOOK);

const WAYS = [
  { language: 'en', turned: false, forced: false },
  { language: 'ru', turned: false, forced: false },
  { language: 'ru', turned: true, forced: false },
  { language: 'en', turned: false, forced: true },
] as const;

/** The script runs after the page is turned round, as it would on a page that is written so. */
const TURN = `new MutationObserver((_, self) => {
  if (!document.documentElement) return;
  document.documentElement.dir = 'rtl';
  self.disconnect();
}).observe(document, { childList: true, subtree: true })`;

for (const { language, turned, forced } of WAYS) {
  const how = `${language}${turned ? ', from right to left' : ''}${forced ? ', in forced colours' : ''}`;

  test(`in a narrow window an arrow that is seen whole tells that tabs go on, and the current tab is in sight: ${how}`, () =>
    visit(chromium, { script: true, language }, async (page) => {
      await signInAt(page, clocked.url, ada);
      if (turned) await page.addInitScript(TURN);
      if (forced) await page.emulateMedia({ forcedColors: 'active' });
      for (const width of [320, 360, 768]) {
        await page.setViewportSize({ width, height: 740 });
        for (const end of ['', '/activity', '/settings']) {
          await page.goto(`${clocked.url}${applicationPath(quill)}${end}`);
          await page.evaluate(DRAWN);
          const strips = await look(page);
          assert.equal(strips.length, 2);
          for (const { name, goesOn, before, after, hidden, beyond } of strips) {
            const where = `${name} of "${end}" at ${width}`;
            assert.equal(before > 0.9 || after > 0.9, goesOn, `${where}: ${before}, ${after}`);
            assert.ok(beyond <= 0, `${where}: ${beyond} pixels of an arrow are cut off`);
            assert.ok(hidden <= 1, `${where}: ${hidden} pixels of the current one are hidden`);
          }
        }
      }
    }));
}

test('at either end of the row only the arrow towards the rest is left', () =>
  visit(chromium, { script: true, language: 'en' }, async (page) => {
    await signInAt(page, clocked.url, ada);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${clocked.url}${applicationPath(quill)}`);
    const scrollTo = async (left: number) => {
      await page.evaluate(`document.querySelector('.tabs').scrollLeft = ${left}`);
      await page.evaluate(DRAWN);
      const [tabs] = (await look(page)).filter(({ name }) => name === 'tabs');
      return [tabs?.before, tabs?.after];
    };

    assert.deepEqual(await scrollTo(0), [0, 1]);
    assert.deepEqual(await scrollTo(90), [1, 1]);
    assert.deepEqual(await scrollTo(9999), [1, 0]);
  }));

test('a window that is made wide enough for every tab shows no arrow', () =>
  visit(chromium, { script: true, language: 'en' }, async (page) => {
    await signInAt(page, clocked.url, ada);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${clocked.url}${applicationPath(quill)}/settings`);
    await page.evaluate(DRAWN);
    assert.ok((await look(page)).some(({ before }) => before > 0.9));

    await page.setViewportSize({ width: 1280, height: 740 });
    await page.evaluate(DRAWN);

    for (const strip of await look(page)) assert.deepEqual(strip, { ...strip, goesOn: false, before: 0, after: 0 });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(DRAWN);
    assert.ok((await look(page)).some(({ before, after }) => before + after > 0.9));
  }));

test('without script every tab and every place is in sight', () =>
  visit(chromium, { script: false, language: 'ru' }, async (page) => {
    await signInAt(page, clocked.url, ada);
    for (const width of [320, 360, 768]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`${clocked.url}${applicationPath(quill)}/settings`);
      for (const strip of await look(page)) assert.deepEqual(strip, { ...strip, goesOn: false, before: 0, after: 0 });
    }
  }));
