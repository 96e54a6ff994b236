/** Proves the pages in a real Chromium: every task with and without script, under the service's own protections. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type Application, createApplication, createUser, PASSWORD, type User } from '../support/actors.ts';
import { launchChromium, signInAt, typeCredentials, visit, visitor } from '../support/chromium.ts';
import { authorizeParams, codeFields, tokensOf } from '../support/grant.ts';
import { type Service, startService } from '../support/service.ts';
import { token } from '../support/token-client.ts';

const SCHEME = 'myapp://oauth';
const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob';

let chromium: Browser;
let service: Service;
let ada: User;
let quill: Application;

before(async () => {
  [chromium, service] = await Promise.all([launchChromium(), startService({ database: 'sqlite' })]);
  ada = await createUser(service);
  quill = await createApplication(service, { owner: ada, redirectUris: [SCHEME, OUT_OF_BAND], noIss: true });
});

const authorizeUrl = (more: Record<string, string>) =>
  `${service.url}/oauth/authorize?${new URLSearchParams(authorizeParams(quill, { scope: 'profile email', prompt: 'consent', ...more }))}`;

/** Chromium has no program for the scheme and drops the request, but it sends it only if the CSP allows it. */
function leaving(page: Page): Promise<string> {
  return page
    .waitForRequest((request) => request.url().startsWith('myapp:'), { timeout: 10_000 })
    .then((request) => request.url());
}

for (const script of [true, false]) {
  const how = script ? 'with script' : 'without script';

  test(`a visitor signs up, registers an application and sees its secret once, ${how}`, () =>
    visit(chromium, { script }, async (page) => {
      const nickname = `grace-${script ? 'a' : 'b'}`;
      await page.goto(`${service.url}/sign-up`);
      await page.fill('[name=nickname]', nickname);
      await page.fill('[name=email]', `${nickname}@example.org`);
      await page.fill('[name=password]', PASSWORD);
      await page.click('form[action="/sign-up"] button[type=submit]');
      await page.goto(`${service.url}/oauth/applications/new`);
      await page.fill('[name=name]', 'Inkwell');
      await page.locator('[name=redirect_uri]').first().fill('https://inkwell.example/cb');
      await page.click('summary:has-text("More options")');
      await page.check('[name=scope][value=email]');
      await page.click('form[action="/oauth/applications"] button[type=submit]:not([aria-hidden]):not([name])');

      const secret = (await page.textContent('#client_secret')) ?? '';

      assert.match(secret, /^[\w-]{43,}$/);
      await page.click('text=Continue to application');
      assert.ok(!(await page.content()).includes(secret));
      await page.waitForSelector('h1:has-text("Inkwell")');
    }));

  test(`consent really leaves for a custom scheme, with what the user left ticked, ${how}`, () =>
    visit(chromium, { script }, async (page) => {
      await page.goto(authorizeUrl({}));
      await typeCredentials(page, ada);
      await page.waitForSelector('[name=decision][value=approve]');
      await page.uncheck('[name=scope][value=email]');
      const left = leaving(page);
      await page.click('[name=decision][value=approve]', { noWaitAfter: true });

      const callback = await left;

      assert.match(callback, /^myapp:\/\/oauth\?code=[\w-]+&state=xyz$/);
      const code = /code=([\w-]+)/.exec(callback)?.[1] ?? '';
      assert.equal(tokensOf(await token(service.url, codeFields(quill, code))).scope, 'profile');
    }));

  test(`a refusal really leaves for a custom scheme, ${how}`, () =>
    visit(chromium, { script }, async (page) => {
      await page.goto(authorizeUrl({ state: 'kept' }));
      await typeCredentials(page, ada);
      await page.waitForSelector('[name=decision][value=deny]');
      const left = leaving(page);
      await page.click('[name=decision][value=deny]', { noWaitAfter: true });

      assert.match(
        await left,
        /^myapp:\/\/oauth\?error=access_denied&error_description=[^&]+&error_uri=[^&]+&state=kept$/,
      );
    }));

  test(`the out-of-band page shows the code, ${how}`, () =>
    visit(chromium, { script }, async (page) => {
      await page.goto(authorizeUrl({ redirect_uri: OUT_OF_BAND }));
      await typeCredentials(page, ada);
      await page.click('[name=decision][value=approve]');
      await page.waitForURL(/\/oauth\/authorize\/[\w-]+$/);

      const code = new URL(page.url()).pathname.split('/').at(-1) ?? '';

      assert.ok((await page.textContent('main'))?.includes(code));
      tokensOf(await token(service.url, { ...codeFields(quill, code), redirect_uri: OUT_OF_BAND }));
    }));

  test(`a user takes access back and changes the profile, ${how}`, () =>
    visit(chromium, { script }, async (page) => {
      await signInAt(page, service.url, ada);
      await page.goto(authorizeUrl({ redirect_uri: OUT_OF_BAND }));
      await page.click('[name=decision][value=approve]');
      await page.waitForURL(/\/oauth\/authorize\/[\w-]+$/);
      await page.goto(`${service.url}/oauth/authorized_applications`);
      await page.click('[popovertarget]:has-text("Remove access")');
      await page.click('form[action$="/revoke"] button[type=submit]');
      await page.waitForLoadState();
      await page.waitForSelector('text=Quill no longer has access.');
      assert.equal(await page.locator('form[action$="/revoke"]').count(), 0);

      await page.goto(`${service.url}/account`);
      await page.fill('[name=name]', `Ada ${how}`);
      await page.click('form[action="/account"] button[type=submit]');
      await page.waitForLoadState();
      assert.equal(await page.inputValue('[name=name]'), `Ada ${how}`);
      await page.click('form[action="/sign-out"] button[type=submit]');
      await page.goto(`${service.url}/account`);
      await page.waitForSelector('[name=password]');
    }));
}

test('a wrong password is reported beside the form, and the nickname stays', async () => {
  const context = await visitor(chromium);
  const page = await context.newPage();
  await page.goto(`${service.url}/sign-in`);
  await typeCredentials(page, { ...ada, password: 'wrong wrong wrong' });

  assert.equal(await page.inputValue('[name=nickname]'), ada.nickname);
  assert.equal(await page.inputValue('[name=password]'), '');
  assert.ok(await page.locator('[role=alert], [aria-invalid=true]').count());
  await context.close();
});

test('from top to decision the keyboard alone is enough', async () => {
  const context = await visitor(chromium);
  const page = await context.newPage();
  await page.goto(authorizeUrl({ redirect_uri: OUT_OF_BAND }));
  const pressUntil = async (selector: string) => {
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab');
      if (await page.locator(`${selector}:focus`).count()) return;
    }
    assert.fail(`Tab never reaches ${selector}`);
  };
  await pressUntil('[name=nickname]');
  await page.keyboard.type(ada.nickname);
  await pressUntil('[name=password]');
  await page.keyboard.type(ada.password);
  await page.keyboard.press('Enter');
  await page.waitForSelector('[name=decision]');
  await pressUntil('[name=decision][value=approve]');
  await page.keyboard.press('Enter');

  await page.waitForURL(/\/oauth\/authorize\/[\w-]+$/);
  await context.close();
});
