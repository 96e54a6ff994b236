/** Proves in a real Chromium that a newcomer gets from nothing to a working token, and that the playground is usable. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { type Application, createApplication, createUser, PASSWORD, type User } from '../support/actors.ts';
import { launchChromium, picture, visitor } from '../support/chromium.ts';
import { assertAlive } from '../support/grant.ts';
import { applicationPath } from '../support/portal.ts';
import { type Service, startService } from '../support/service.ts';

const THREE_MINUTES_MS = 180_000;
const LONG = `${'Die außerordentlich ausführliche Anwendung '.repeat(5)}Ende`;

let chromium: Browser;
let service: Service;
let ada: User;
let quill: Application;
let long: Application;

before(async () => {
  [chromium, service] = await Promise.all([launchChromium(), startService({ database: 'sqlite' })]);
  ada = await createUser(service);
  [quill, long] = await Promise.all([
    createApplication(service, { owner: ada }),
    createApplication(service, { owner: ada, name: LONG }),
  ]);
});

after(async () => {
  await chromium.close();
  await service.stop();
});

async function signIn(page: Page): Promise<void> {
  await page.goto(`${service.url}/sign-in`);
  await page.fill('[name=nickname]', ada.nickname);
  await page.fill('[name=password]', ada.password);
  await page.click('form[action="/sign-in"] button[type=submit]');
}

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

  async function visit(body: (page: Page) => Promise<void>): Promise<void> {
    const context = await visitor(chromium, { script });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy|violates/.test(message.text()))
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await body(page);
    assert.deepEqual(complaints, []);
    await context.close();
  }

  test(`a newcomer clicks from the first page to a working token within three minutes, ${how}`, () =>
    visit(async (page) => {
      const nickname = `grace-${script ? 'a' : 'b'}`;
      const started = performance.now();
      await page.goto(service.url);
      await page.click('main a[href="/sign-up"]');
      await page.fill('[name=nickname]', nickname);
      await page.fill('[name=email]', `${nickname}@example.org`);
      await page.fill('[name=password]', PASSWORD);
      await page.click('form[action="/sign-up"] button[type=submit]');
      await page.click('main a[href="/oauth/applications/new"]');
      await page.fill('[name=name]', 'Inkwell');
      await page.locator('[name=redirect_uri]').first().fill('https://inkwell.example/cb');
      await page.click('form[action="/oauth/applications"] button.primary');
      await page.waitForSelector('#client_secret');
      await page.click('main a.button.primary');
      await page.click('.tabs a[href$="/test"]');
      await walk(page);
      const token = (await page.textContent('#access_token')) ?? '';
      await page.click('[name=act][value=whoami]');

      assert.ok((await page.textContent('.wire'))?.includes(`"nickname":"${nickname}"`));
      await assertAlive(service, token);
      assert.ok(performance.now() - started < THREE_MINUTES_MS);
    }));

  test(`every button of the playground shows what a client has to cope with, ${how}`, () =>
    visit(async (page) => {
      await signIn(page);
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
    visit(async (page) => {
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

for (const look of [
  { width: 1280, dark: false },
  { width: 768, dark: true },
  { width: 360, dark: true },
]) {
  test(`axe finds nothing in the playground and the documentation, ${look.width} pixels wide`, async () => {
    const context = await visitor(chromium, look);
    const page = await context.newPage();
    const found: string[] = [];
    const inspect = async (name: string) => {
      await page.waitForLoadState();
      await picture(page, `${name}-${look.width}${look.dark ? '-dark' : ''}`);
      found.push(...(await faults(page)).map((fault) => `${name}: ${fault}`));
    };
    for (const name of ['', '/endpoints', '/tokens', '/scopes', '/errors', '/clients']) {
      await page.goto(`${service.url}/docs${name}`);
      await inspect(`docs${name.replace('/', '-')}`);
    }
    await signIn(page);
    await page.goto(`${service.url}${applicationPath(long)}/test`);
    await inspect('playground-start');
    await page.click('main a.button.primary');
    await page.click('[name=decision][value=approve]');
    await inspect('playground-callback');
    await page.click('[name=act][value=exchange]');
    await page.click('[name=act][value=late]');
    await page.waitForSelector('#wire-5-answer');
    await inspect('playground-run');
    await page.goto(`${service.url}${applicationPath(long)}/test/callback?code=x&state=y`);
    await inspect('playground-foreign');
    await context.close();
    assert.deepEqual(found, []);
  });
}

/** What axe complains of, and a page that is wider than its window. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations: { id: string; nodes: { target: string[] }[] }[] = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then((result) => result.violations)',
  );
  const wide: boolean = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  const told = violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  return wide ? [...told, 'the page is wider than its window'] : told;
}
