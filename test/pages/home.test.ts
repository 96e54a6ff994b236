/** Proves the home pages in a real Chromium: what a visitor meets, what an account finds, and in which order. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { offerSetup } from '../../src/accounts/setup.ts';
import type { Application, User } from '../support/actors.ts';
import { suspend } from '../support/administration.ts';
import { launchChromium, signInAt, visit } from '../support/chromium.ts';
import { type Clocked, startClocked } from '../support/clocked.ts';
import { agree, authorizeParams, codeFields, obtainCode } from '../support/grant.ts';
import { axe } from '../support/looks.ts';
import { token } from '../support/token-client.ts';

const WIDTHS = [320, 360, 768, 1024, 1280];

let chromium: Browser;
let clocked: Clocked;
let ada: User;
let bob: User;
let quill: Application;

before(async () => {
  [chromium, clocked] = await Promise.all([launchChromium(), startClocked('sqlite')]);
  const root = await clocked.createUser('root', true);
  [ada, bob] = [await clocked.createUser('ada'), await clocked.createUser('bob')];
  quill = await clocked.createApplication(ada);
  const spammer = await clocked.createApplication(ada, { name: 'Spammer' });
  await suspend(await clocked.signedIn(root), spammer, 'It sends spam.');
  await agree(await clocked.signedIn(bob), authorizeParams(quill));
  await fail();
});

/** One code exchanged and used again, and three requests with a slash too many. */
async function fail(): Promise<void> {
  const browser = await clocked.signedIn(ada);
  const code = await obtainCode(browser, quill);
  await token(clocked.url, codeFields(quill, code));
  await token(clocked.url, codeFields(quill, code));
  for (let count = 0; count < 3; count += 1) {
    await browser.authorize(authorizeParams(quill, { redirect_uri: `${quill.redirect_uris[0]}/` }));
  }
  await clocked.flush();
}

/** The headings of the main part, from the top. */
const headings = (page: Page) => page.locator('main h1, main h2').allTextContents();

for (const script of [true, false]) {
  test(`a visitor reads what this is and sees it, and finds code of this very service, ${script ? 'with' : 'without'} script`, () =>
    visit(chromium, { script, language: 'en' }, async (page) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 740 });
        await page.goto(`${clocked.url}/`);
        const excess = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(excess) <= 0, `${excess} pixels too wide at ${width}`);
        const box = await page.locator('main a:has-text("Sign in")').boundingBox();
        assert.ok(box && box.y + box.height <= 740, `the way in is in sight at ${width}`);
      }

      const card = await page.locator('.drawn').boundingBox();
      const words = await page.locator('.hero h1').boundingBox();
      assert.ok(
        card && words && card.x > words.x + words.width / 2 && card.y < 740,
        'the drawn card is beside the words',
      );
      assert.match((await page.textContent('.building code')) ?? '', new RegExp(clocked.url));
      if (script) assert.deepEqual(await axe(page), []);
    }));
}

test('the ticks beside what the service promises stand in the line of their titles', () =>
  visit(chromium, { language: 'en' }, async (page) => {
    await page.goto(`${clocked.url}/`);

    const apart = await page.evaluate<number[]>(`[...document.querySelectorAll('.promises li')].map((promise) => {
      const [tick, title] = ['.icon', 'h3'].map((part) => promise.querySelector(part).getBoundingClientRect());
      return Math.abs(tick.top + tick.height / 2 - title.top - title.height / 2);
    })`);

    assert.ok(apart.length > 1 && apart.every((each) => each < 1.5), String(apart));
  }));

test('the operator may say it in other words, and leave the part for developers out', async () => {
  const other = await startClocked('sqlite', {
    LATCHKEY_INTRODUCTION: 'One account for <everything> of ours.',
    LATCHKEY_HOME_FOR_DEVELOPERS: 'false',
  });
  await other.createUser('root', true);
  await visit(chromium, { language: 'en' }, async (page) => {
    await page.goto(other.url);

    assert.match((await page.textContent('.hero')) ?? '', /One account for <everything> of ours\./);
    assert.equal(await page.locator('.building').count(), 0);
  });
});

test('until there is an administrator the home page says so, and a link that was used says what to do', async () => {
  const fresh = await startClocked('sqlite');
  const path = `${fresh.url}/setup/${await offerSetup(fresh.world)}`;
  await visit(chromium, { language: 'en' }, async (page) => {
    await page.goto(fresh.url);
    assert.match(
      (await page.textContent('main')) ?? '',
      /Latchkey is running.*Open the set-up link printed in the terminal/s,
    );
    assert.equal(await page.locator('a[href^="/sign-up"]').count(), 0);
    assert.deepEqual(await axe(page), []);

    await fresh.createUser('root', true);
    await page.goto(path);

    assert.match((await page.textContent('main')) ?? '', /This set-up link no longer works/);
    assert.deepEqual(await axe(page), []);
    await page.goto(fresh.url);
    assert.equal(await page.locator('.hero').count(), 1);
  });
});

test('a developer finds alarms first, then each application with its figures, and the commonest cause as a link', () =>
  visit(chromium, { language: 'en' }, async (page) => {
    await signInAt(page, clocked.url, ada);
    await page.goto(clocked.url);

    const main = (await page.textContent('main')) ?? '';

    assert.match(main, /An administrator has suspended Spammer/);
    assert.match(main, /A code or refresh token of Quill was used twice/);
    assert.deepEqual((await headings(page)).slice(1), ['Your applications', 'Apps with access']);
    const row = page.locator('tr:has-text("Quill")');
    assert.match((await row.textContent()) ?? '', /4 refused.*has an extra trailing slash/s);
    await row.locator('a:has-text("extra trailing slash")').click();
    await page.waitForSelector('h2:has-text("extra trailing slash")');
  }));

test('who never registered an application reads about apps with access first', () =>
  visit(chromium, { language: 'en' }, async (page) => {
    await signInAt(page, clocked.url, bob);
    await page.goto(clocked.url);

    assert.deepEqual((await headings(page)).slice(1), ['Apps with access', 'Building an app?']);
    assert.match((await page.textContent('.access-list')) ?? '', /Quill\s*2 permissions|Quill\s*1 permission/);
    assert.equal(await page.locator('main .button.primary').count(), 0, 'nothing urges to register');
    assert.deepEqual(await axe(page), []);
  }));

test('places stand in the same order at the side and in the row of a phone, those of developers under their heading', () =>
  visit(chromium, { language: 'en' }, async (page) => {
    await signInAt(page, clocked.url, ada);
    await page.goto(clocked.url);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      const places = await page.locator('.navigation a').allTextContents();
      assert.deepEqual(places, ['Apps with access', 'Account', 'Applications', 'Docs']);
    }
    await page.setViewportSize({ width: 1280, height: 740 });
    const [title, first] = [page.locator('.nav-title'), page.locator('.nav-group a').first()];
    const [above, below] = [await title.boundingBox(), await first.boundingBox()];
    assert.ok(above && below && above.y + above.height <= below.y);
    assert.equal(await title.textContent(), 'Developer');
  }));

/** Each word of a table that stands on two lines. */
const BROKEN_WORDS = `[...document.querySelectorAll('main td')].flatMap((cell) => {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (walker.nextNode()) {
    for (const word of walker.currentNode.data.matchAll(/[\\p{L}]{2,24}/gu)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, word.index);
      range.setEnd(walker.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word[0]);
    }
  }
  return broken;
})`;

test('beside a long name the cause of refusals wraps between its words where there is room for a table', async () => {
  const carol = await clocked.createUser('carol');
  const long = await clocked.createApplication(carol, {
    name: 'Die außerordentlich ausführliche Anwendung '.repeat(5).trim(),
  });
  const browser = await clocked.signedIn(carol);
  await browser.authorize(authorizeParams(long, { redirect_uri: `${long.redirect_uris[0]}/` }));

  for (const language of ['en', 'ru'])
    await visit(chromium, { language }, async (page) => {
      await signInAt(page, clocked.url, carol);
      for (const width of [768, 900, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(clocked.url);
        assert.ok((await page.locator('main td').count()) > 2);
        assert.deepEqual(await page.evaluate(BROKEN_WORDS), [], `${language} at ${width}`);
      }
    });
});
