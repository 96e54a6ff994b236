/** Proves in a real Chromium that a new user gets to a working token, and that the playground is usable. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type Application, createApplication, createUser, PASSWORD, type User } from '../support/actors.ts';
import { launchChromium, signInAt, visit } from '../support/chromium.ts';
import { assertAlive } from '../support/grant.ts';
import { applicationPath } from '../support/portal.ts';
import { type Service, startService } from '../support/service.ts';

const THREE_MINUTES_MS = 180_000;

let chromium: Browser;
let service: Service;
let ada: User;
let quill: Application;

before(async () => {
  [chromium, service] = await Promise.all([launchChromium(), startService({ database: 'sqlite' })]);
  ada = await createUser(service);
  // Without an administrator a visitor is told how to become one.
  await service.cliHere(['users', 'make-admin', ada.nickname]);
  quill = await createApplication(service, { owner: ada });
});

/** From the first page of the playground to tokens, by clicking. */
async function walk(page: Page): Promise<void> {
  await page.click('main a.button.primary');
  await page.click('[name=decision][value=approve]');
  await page.click('[name=act][value=exchange]');
  await page.waitForSelector('#access_token');
}

const statuses = async (page: Page) =>
  (await page.locator('.wire-head .chip:first-of-type').allTextContents()).reverse();

for (const script of [true, false]) {
  const how = script ? 'with script' : 'without script';

  test(`a newcomer who reads nothing but the screen holds a working token within three minutes, ${how}`, () =>
    visit(chromium, { script }, async (page) => {
      const nickname = `grace-${script ? 'a' : 'b'}`;
      const started = performance.now();
      const link = (name: string) => page.getByRole('link', { name, exact: true }).click();
      const button = (name: string) => page.getByRole('button', { name, exact: true }).click();
      await page.goto(service.url);
      await link('Create an account');
      await page.getByLabel('Nickname', { exact: true }).fill(nickname);
      await page.getByLabel('Email', { exact: true }).fill(`${nickname}@example.org`);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await button('Create account');
      await link('Register application');
      await page.getByLabel('Application name').fill('Inkwell');
      await page.getByLabel('Redirect URI 1', { exact: true }).fill('https://inkwell.example/cb');
      await button('Register application');
      await page.getByText('Copy the secret now.').waitFor();
      await link('Continue to application');
      await link('Get your first token');
      await link('Open the consent page');
      await button('Authorize Inkwell');
      await button('Exchange the code');
      const token = (await page.locator('#access_token').textContent()) ?? '';
      await button('Ask who I am');
      await page.getByText(`"nickname": "${nickname}"`).waitFor();

      await assertAlive(service, token);
      assert.ok(performance.now() - started < THREE_MINUTES_MS);
    }));

  test(`every button of the playground shows what a client has to cope with, ${how}`, () =>
    visit(chromium, { script }, async (page) => {
      await signInAt(page, service.url, ada);
      await page.goto(`${service.url}${applicationPath(quill)}/test`);
      await walk(page);
      const shown: Record<string, number> = { expire: 1, refresh: 1, lose: 2, twice: 2, introspect: 1, late: 4 };
      let count = 1;
      for (const [act, more] of Object.entries(shown)) {
        await page.click(`[name=act][value=${act}]`);
        count += more;
        await page.waitForSelector(`#wire-${count}-answer`);
      }

      const seen = await statuses(page);

      assert.deepEqual(
        seen.map((status) => status.slice(0, 3)),
        ['200', '401', '200', '200', '200', '200', '200', '200', '200', '200', '400', '401'],
      );
      await page.click('[name=act][value=deny]');
      await page.waitForURL(/\/test\/callback\?.*error=access_denied/);
      assert.ok((await page.textContent('main'))?.includes('access_denied'));
    }));

  test(`a language is chosen by its tab, ${how}`, () =>
    visit(chromium, { script }, async (page) => {
      await page.goto(`${service.url}/docs`);
      const panels = page.locator('.code-tabs').first().locator('.code-panel');
      assert.deepEqual(await visible(), [true, false, false, false]);

      await page.locator('.code-tabs').first().getByLabel('Python').check();

      assert.deepEqual(await visible(), [false, false, true, false]);

      async function visible(): Promise<boolean[]> {
        return Promise.all((await panels.all()).map((panel) => panel.isVisible()));
      }
    }));
}
