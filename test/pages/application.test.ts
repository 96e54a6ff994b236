/** Proves the places of one application in a real Chromium: what is in sight on each, at every width, with and without script. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Application, User } from '../support/actors.ts';
import { launchChromium, signInAt, visit } from '../support/chromium.ts';
import { type Clocked, startClocked } from '../support/clocked.ts';
import { authorizeParams, codeFields, obtainCode } from '../support/grant.ts';
import { axe } from '../support/looks.ts';
import { applicationPath } from '../support/portal.ts';
import { token } from '../support/token-client.ts';

const WIDTHS = [320, 360, 768, 1024, 1280];

let chromium: Browser;
let clocked: Clocked;
let ada: User;
let quill: Application;

before(async () => {
  [chromium, clocked] = await Promise.all([launchChromium(), startClocked('sqlite')]);
  ada = await clocked.createUser('ada');
  quill = await clocked.createApplication(ada);
  const browser = await clocked.signedIn(ada);
  await token(clocked.url, codeFields(quill, await obtainCode(browser, quill)));
  const code = await obtainCode(browser, quill);
  await token(clocked.url, { ...codeFields(quill, code), client_secret: 'wrong' });
  for (const end of ['/', '/2', '/3', '/4', '/5', '/6']) {
    await browser.authorize(authorizeParams(quill, { redirect_uri: `${quill.redirect_uris[0]}${end}` }));
  }
  await clocked.flush();
});

function visitAs(script: boolean, body: (page: Page) => Promise<void>): Promise<void> {
  return visit(chromium, { script, language: 'en' }, async (page) => {
    await signInAt(page, clocked.url, ada);
    await body(page);
  });
}

const open = (page: Page, end: string) => page.goto(`${clocked.url}${applicationPath(quill)}${end}`);

async function assertFits(page: Page, width: number): Promise<void> {
  const excess = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(Number(excess) <= 0, `${excess} pixels too wide at ${width}`);
}

for (const script of [true, false]) {
  const manner = script ? 'with script' : 'without script';

  test(`the overview shows identity, three figures as links and five refusals with their cause on about one screen, ${manner}`, () =>
    visitAs(script, async (page) => {
      await page.setViewportSize({ width: 1280, height: 960 });
      await open(page, '');

      assert.equal(await page.locator('a.figure').count(), 3);
      const refusals = page.locator('#refusals .brief a');
      assert.equal(await refusals.count(), 5);
      const last = await refusals.last().boundingBox();
      assert.ok(last && last.y + last.height <= 960, `the fifth refusal is in sight, not at ${last?.y}`);
      const id = await page.locator('#client_id').boundingBox();
      assert.ok(id && id.height < 40, 'the client_id stands on one line');
      await refusals.first().click();
      assert.match(page.url(), /\/requests\/[0-9a-f]{16}$/);
    }));

  test(`every place of an application is reached by one navigation, and fits every width, ${manner}`, () =>
    visitAs(script, async (page) => {
      await open(page, '');
      for (const [name, heading] of [
        ['Connect', 'Addresses'],
        ['Credentials', 'Secrets'],
        ['Activity', 'Requests'],
        ['Test', 'Ask for permission'],
        ['Settings', 'Registration'],
      ] as const) {
        await page.getByRole('navigation', { name: 'Quill' }).getByRole('link', { name, exact: true }).click();
        await page.locator('main h2').filter({ hasText: heading }).first().waitFor();
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 740 });
          await assertFits(page, width);
        }
        if (script) assert.deepEqual(await axe(page), [], name);
      }
    }));

  test(`the languages of a request are tabs: choosing one shows its code and hides the others, ${manner}`, () =>
    visitAs(script, async (page) => {
      await open(page, '/connect');
      const go = page.locator('#snippet-token-3');
      assert.equal(await go.isVisible(), false);

      await page.check('#snippet-token-tab-3');

      assert.equal(await go.isVisible(), true);
      assert.equal(await page.locator('#snippet-token-0').isVisible(), false);
      assert.match((await go.textContent()) ?? '', /http\.NewRequest/);
    }));
}

test('addresses of earlier versions lead to where their content is now', () =>
  visitAs(false, async (page) => {
    await open(page, '/requests?error=invalid_client');
    assert.match(page.url(), /\/activity\?error=invalid_client&outcome=refused$/);
    assert.equal(await page.getByText('does not come from this service').count(), 1);
    for (const [end, place] of [
      ['/families', 'Activity'],
      ['/permissions', 'Settings'],
      ['/users', 'Overview'],
    ] as const) {
      await open(page, end);
      assert.equal(await page.locator('.tabs [aria-current=page]').textContent(), place);
    }
  }));

for (const script of [true, false]) {
  const manner = script ? 'with script' : 'without script';

  test(`a refused request is filled into the playground, its secrets are typed again, and it is really sent, ${manner}`, () =>
    visitAs(script, async (page) => {
      await open(page, '/activity?error=invalid_client');
      await page.getByRole('link', { name: 'client_secret does not come from this service' }).click();
      const curl = (await page.locator('#refused-curl').textContent()) ?? '';
      assert.match(curl, /grant_type=authorization_code/);
      assert.doesNotMatch(curl, /client_secret=wrong/);
      await page.getByRole('link', { name: 'Replay in playground' }).click();

      assert.equal(await page.getByLabel('grant_type').inputValue(), 'authorization_code');
      assert.equal(await page.getByLabel('redirect_uri').inputValue(), quill.redirect_uris[0]);
      assert.equal(await page.getByLabel('client_secret', { exact: true }).inputValue(), '');
      await page.getByLabel('client_secret', { exact: true }).fill(quill.client_secret);
      await page.getByLabel('code', { exact: true }).fill('nonsense-code');
      if (script) assert.deepEqual(await axe(page), []);
      await page.getByRole('button', { name: 'Send request' }).click();

      await page.getByText('"invalid_grant"').first().waitFor();
      assert.ok(!(await page.content()).includes(quill.client_secret), 'the secret is not on the page');
    }));

  test(`buttons and answers of the playground stand side by side from 1100 pixels, headers folded, ${manner}`, () =>
    visitAs(script, async (page) => {
      await page.setViewportSize({ width: 1100, height: 900 });
      await open(page, '/test');
      await page.click('main a.button.primary');
      await page.click('[name=decision][value=approve]');
      await page.click('[name=act][value=exchange]');
      await page.click('[name=act][value=refresh]');
      await page.waitForSelector('#wire-2-answer');

      const [press, answer] = [
        await page.locator('[name=act][value=whoami]').boundingBox(),
        await page.locator('#wire-2-answer').boundingBox(),
      ];
      assert.ok(press && answer && answer.x >= press.x + press.width, 'beside, not below');
      assert.ok(answer.y < 900, `the answer is in sight, not at ${answer.y}`);
      const marked = (await page.locator('#wire-2-answer mark').allTextContents()).join(' ');
      assert.match(marked, /lka_.* .*lkr_/, 'both tokens are new');
      assert.doesNotMatch(marked, /Bearer/);
      assert.match((await page.locator('#wire-2-answer').textContent()) ?? '', /\{\n {2}"access_token": "/);
      assert.equal(await page.locator('.wire-headers').first().isVisible(), false);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 740 });
        await assertFits(page, width);
      }
    }));
}
