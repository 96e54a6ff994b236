/** Proves by positions in a real Chromium that a decision about access is in sight: what is at stake, and both answers. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Application, User } from '../support/actors.ts';
import { launchChromium, signInAt, visit } from '../support/chromium.ts';
import { type Clocked, startClocked } from '../support/clocked.ts';
import { agree, authorizeParams } from '../support/grant.ts';
import { axe } from '../support/looks.ts';

const THREE = ['profile', 'email', 'applications'];
const MANY = Array.from({ length: 20 }, (_, index) => `right_${index + 1}`);
const LONG = `Die außerordentlich ausführliche Anwendung ${'x'.repeat(30)} ${'lang '.repeat(35)}Ende`.slice(0, 255);
const SCREENS = [
  { width: 1280, height: 720 },
  { width: 360, height: 740 },
] as const;
/** Also 200 % zoom of a laptop, a tablet, and the narrowest phone. */
const WIDTHS = [320, 360, 480, 640, 768, 1024, 1280];

let chromium: Browser;
let clocked: Clocked;
let ada: User;
let quill: Application;
let greedy: Application;
let long: Application;

before(async () => {
  const described = MANY.map((name, index) => [name, { description: `See part ${index + 1} of your notes` }]);
  const env = { LATCHKEY_SCOPES: JSON.stringify(Object.fromEntries(described)) };
  [chromium, clocked] = await Promise.all([launchChromium(), startClocked('sqlite', env)]);
  ada = await clocked.createUser('ada');
  quill = await clocked.createApplication(ada, { scopes: THREE, required: ['profile'] });
  greedy = await clocked.createApplication(ada, { name: 'Greedy', scopes: MANY });
  long = await clocked.createApplication(ada, { name: LONG, scopes: THREE });
});

const asking = (application: Application, scopes: readonly string[]) => {
  const params = authorizeParams(application, { scope: scopes.join(' '), prompt: 'consent' });
  return `${clocked.url}/oauth/authorize?${new URLSearchParams(params)}`;
};

/** Whether every element of the selector lies in the window, and is not hidden by another. */
const IN_SIGHT = (selector: string) => `[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, Math.min(bottom, innerHeight) - 2);
  const isInside = top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
  return isInside && at !== null && (element.contains(at) || at.contains(element));
})`;

async function assertInSight(page: Page, selector: string, count: number, where: string): Promise<void> {
  const seen = await page.evaluate(IN_SIGHT(selector));
  assert.deepEqual(seen, Array(count).fill(true), `${selector} ${where}`);
}

for (const language of ['en', 'ru']) {
  for (const script of [true, false]) {
    test(`three permissions and both answers are in sight without scrolling, in ${language}, ${script ? 'with' : 'without'} script`, () =>
      visit(chromium, { language, script }, async (page) => {
        await signInAt(page, clocked.url, ada);
        for (const size of SCREENS) {
          await page.setViewportSize(size);
          await page.goto(asking(quill, THREE));
          const where = `at ${size.width} × ${size.height} in ${language}`;

          await assertInSight(page, 'h1', 1, where);
          await assertInSight(page, '.asker-facts li', 4, where);
          await assertInSight(page, '.permissions .choice', 3, where);
          await assertInSight(page, '[name=decision]', 2, where);
        }
      }));
  }
}

test('with twenty permissions both answers stay in sight, at the top, in the middle and at the end', () =>
  visit(chromium, { language: 'en' }, async (page) => {
    await signInAt(page, clocked.url, ada);
    for (const size of SCREENS) {
      await page.setViewportSize(size);
      await page.goto(asking(greedy, MANY));
      for (const part of [0, 0.5, 1]) {
        await page.evaluate(`scrollTo(0, ${part} * document.documentElement.scrollHeight)`);
        await assertInSight(page, '[name=decision]', 2, `at ${size.width}, scrolled to ${part}`);
      }
    }
  }));

test('no name is cut at any width, nothing is wider than the window, and axe finds nothing', () =>
  visit(chromium, { language: 'en' }, async (page) => {
    await signInAt(page, clocked.url, ada);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      for (const application of [quill, long]) {
        await page.goto(asking(application, THREE));
        const cut = await page.evaluate(`[...document.querySelectorAll('h1, [name=decision], .asker-facts li')].filter(
          (element) => element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1).length`);
        assert.equal(cut, 0, `cut at ${width}`);
        assert.equal(
          await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
          0,
          `too wide at ${width}`,
        );
      }
      assert.equal((await page.textContent('h1'))?.includes(LONG), true);
      const button = await page.locator('[value=approve]').boundingBox();
      assert.ok(button && button.height < 64, `a button, not a page, at ${width}`);
      if (width === 360 || width === 1280) assert.deepEqual(await axe(page), []);
    }
  }));

for (const language of ['en', 'ru'])
  test(`a name of 247 characters leaves the permissions in sight and can be read whole, in ${language}`, () =>
    visit(chromium, { language, script: false }, async (page) => {
      await signInAt(page, clocked.url, ada);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(asking(long, THREE));

      const seen = (await page.evaluate(IN_SIGHT('.permissions .choice'))) as boolean[];
      assert.deepEqual(seen.slice(0, 2), [true, true]);
      await assertInSight(page, '[name=decision]', 2, `in ${language}`);
      const label = await page.locator('[value=approve]').evaluate((each) => (each as { innerText: string }).innerText);
      assert.doesNotMatch(label.replace(LONG, '').trim().split('\n')[0] ?? '', /:$/);
      assert.equal(await page.locator('.name-in-full p').isVisible(), false);
      await page.click('.name-in-full summary');
      assert.equal(await page.locator('.name-in-full p').textContent(), LONG);
      assert.equal(await page.locator('.name-in-full p').isVisible(), true);
    }));

test('the answers stand one above the other on a phone, and side by side where there is room', () =>
  visit(chromium, { language: 'en' }, async (page) => {
    await signInAt(page, clocked.url, ada);
    const tops = () =>
      page.evaluate(
        `[...document.querySelectorAll('[name=decision]')].map((each) => each.getBoundingClientRect().top)`,
      );
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(asking(quill, THREE));
    const [deny, approve] = (await tops()) as [number, number];
    assert.ok(deny < approve);

    await page.setViewportSize({ width: 1280, height: 720 });

    const [left, right] = (await tops()) as [number, number];
    assert.equal(left, right);
  }));

/** By how much the widest choice of how long access lasts is wider than what shows it. */
const WIDER_THAN_SHOWN = `(() => {
  const select = document.querySelector('#lasts');
  const shown = select.getBoundingClientRect().width;
  select.style.width = select.style.maxWidth = 'max-content';
  const { width } = select.getBoundingClientRect();
  select.style.width = select.style.maxWidth = '';
  return Math.max(0, width - shown);
})()`;

for (const language of ['en', 'ru'])
  test(`until when access lasts, and what the choice does to access there is, can be read at any width, in ${language}`, () =>
    visit(chromium, { language }, async (page) => {
      const person = await clocked.createUser(`again-${language}`);
      await agree(await clocked.signedIn(person), authorizeParams(quill, { scope: 'profile email', lasts: 'month' }));
      await signInAt(page, clocked.url, person);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 740 });
        await page.goto(asking(quill, THREE));
        assert.equal(await page.evaluate(WIDER_THAN_SHOWN), 0, `the end is cut at ${width}`);
        await assertInSight(page, '[name=decision]', 2, `at ${width}`);
        await page.evaluate("document.querySelector('#lasts-hint').scrollIntoView({ block: 'center' })");
        await assertInSight(page, '#lasts-hint', 1, `at ${width}`);
        await assertInSight(page, '[name=decision]', 2, `at ${width}, scrolled`);
      }
    }));

/** Where the dot before each fact is: seen between two facts, or outside of the list, which cuts it off; else what is after it. */
const DOTS = `(() => {
  const list = document.querySelector('.asker-facts');
  const { left } = list.getBoundingClientRect();
  const cuts = getComputedStyle(list).overflowX === 'clip';
  return [...list.children].map((fact, index) => {
    const dot = getComputedStyle(fact, '::before');
    const start = fact.getBoundingClientRect().left + parseFloat(dot.insetInlineStart);
    if (getComputedStyle(fact, '::after').content !== 'none' || dot.content === 'none') return 'after it';
    if (start >= left) return fact.offsetTop === list.children[index - 1].offsetTop ? 'between' : 'at the end';
    return cuts && start + parseFloat(dot.width) <= left + 0.5 ? 'unseen' : 'at the beginning';
  });
})()`;

test('the dot between two facts about an application is seen between them, never at either end of a line', () =>
  visit(chromium, { language: 'en' }, async (page) => {
    await signInAt(page, clocked.url, ada);
    const seen = new Set<string>();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(asking(quill, THREE));
      for (const where of await page.evaluate<string[]>(DOTS)) seen.add(where);
    }
    assert.deepEqual([...seen].toSorted(), ['between', 'unseen']);
  }));

test('the ring around a permission that has the focus is seen above and below it', () =>
  visit(chromium, { language: 'en' }, async (page) => {
    await signInAt(page, clocked.url, ada);
    await page.goto(asking(greedy, MANY));
    await page.locator('.choice input').first().focus();
    await page.keyboard.press('Tab');
    const row = await page.locator('.choice:has(:focus-visible)').boundingBox();
    assert.ok(row);
    const line = (y: number) => page.screenshot({ clip: { x: row.x + 20, y, width: 200, height: 1 } });

    const [above, below] = [await line(Math.round(row.y) - 3), await line(Math.round(row.y + row.height) + 2)];

    assert.deepEqual(above, below);
  }));

test('only what is new is marked when an application asks for more', () =>
  visit(chromium, { language: 'en' }, async (page) => {
    const eve = await clocked.createUser('eve');
    await agree(await clocked.signedIn(eve), authorizeParams(quill, { scope: 'profile email' }));
    await signInAt(page, clocked.url, eve);

    await page.goto(asking(quill, THREE));

    const marked = await page.locator('.permissions .choice:has(.chip.accent)').allTextContents();
    assert.equal(marked.length, 1);
    assert.match(marked[0] ?? '', /applications you registered/);
  }));
