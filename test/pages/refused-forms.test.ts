/** Proves in a real Chromium where a page begins after its form was refused: at the problem, which its title names too. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type Application, createApplication, createUser, type User } from '../support/actors.ts';
import { launchChromium, signInAt, visit } from '../support/chromium.ts';
import { authorizeParams } from '../support/grant.ts';
import { applicationPath } from '../support/portal.ts';
import { type Service, startService } from '../support/service.ts';

let chromium: Browser;
let service: Service;
let ada: User;
let quill: Application;

before(async () => {
  [chromium, service] = await Promise.all([launchChromium(), startService({ database: 'sqlite' })]);
  ada = await createUser(service);
  quill = await createApplication(service, { owner: ada });
});

/** The role or the id of what has the focus. */
const FOCUSED = `(() => {
  const { activeElement: element } = document;
  return element.getAttribute('role') ?? element.id;
})()`;

const pressed = (action: string) => `form[action="${action}"] button[type=submit]:not([aria-hidden]):not([name])`;

async function assertBegins(page: Page, focused: string): Promise<void> {
  // Asked again from here: in a page without script, a function that waits inside the page is called once and never again.
  await page.locator(':focus').first().waitFor({ state: 'attached' });
  assert.equal(await page.evaluate(FOCUSED), focused);
  assert.match(await page.title(), /^Error: /);
}

for (const script of [true, false]) {
  const how = script ? 'with script' : 'without script';

  test(`several faults have a summary with the focus, a single one has the focus on its field, ${how}`, () =>
    visit(chromium, { script, language: 'en' }, async (page) => {
      await page.goto(`${service.url}/sign-up`);
      assert.doesNotMatch(await page.title(), /Error/);
      await page.click(pressed('/sign-up'));
      await assertBegins(page, 'alert');
      assert.equal(await page.locator('[role=alert] a').count(), 3);

      await page.fill('[name=nickname]', 'grace');
      await page.fill('[name=email]', 'grace');
      await page.fill('[name=password]', 'four unrelated words here');
      await page.click(pressed('/sign-up'));

      await assertBegins(page, 'email');
      assert.equal(await page.locator('[role=alert]').count(), 0, 'one fault is told once');
    }));

  test(`a wrong password, a wrong redirect URI and no permission at all each begin at the problem, ${how}`, () =>
    visit(chromium, { script, language: 'en' }, async (page) => {
      await page.goto(`${service.url}/sign-in`);
      await page.fill('[name=nickname]', ada.nickname);
      await page.fill('[name=password]', 'wrong');
      await page.click(pressed('/sign-in'));
      await assertBegins(page, 'alert');

      await signInAt(page, service.url, ada);
      await page.goto(`${service.url}${applicationPath(quill)}/edit`);
      await page.fill('#redirect_uri_1', 'http://app.example.com/cb');
      await page.click(pressed(applicationPath(quill)));
      await assertBegins(page, 'redirect_uri_1');

      const asked = authorizeParams(quill, { scope: 'profile email', prompt: 'consent' });
      await page.goto(`${service.url}/oauth/authorize?${new URLSearchParams(asked)}`);
      for (const box of await page.locator('[name=scope]').all()) await box.uncheck();
      await page.click('[name=decision][value=approve]');
      await assertBegins(page, 'alert');
    }));
}

test('a redirect URI that is missing is marked like any other field: with the focus, as invalid, in red', () =>
  visit(chromium, { script: true, language: 'en' }, async (page) => {
    await signInAt(page, service.url, ada);
    const borders = `['name', 'redirect_uri_1'].map((id) => getComputedStyle(document.getElementById(id)).borderTopColor)`;
    await page.goto(`${service.url}/oauth/applications/new`);
    await page.click(pressed('/oauth/applications'));
    const [ofName, ofUri] = await page.evaluate<string[]>(borders);
    await page.fill('[name=name]', 'Quill');
    await page.click(pressed('/oauth/applications'));

    await assertBegins(page, 'redirect_uri_1');
    assert.equal(ofUri, ofName);
    assert.notEqual((await page.evaluate<string[]>(borders))[0], ofName);
    const row = page.locator('#redirect_uri_1');
    assert.equal(await row.getAttribute('aria-invalid'), 'true');
    assert.equal(await row.getAttribute('aria-describedby'), 'redirect_uri-fault');
    assert.equal(await page.locator('.uri-row [aria-invalid]').count(), 1);
  }));

/** The address says so only for a moment: the page takes it out again. */
const SAVED = 'text=Application saved.';

test('two tabs with the settings of one application: the second is told what the first has saved, and saves over it', () =>
  visit(chromium, { script: true, language: 'en' }, async (page) => {
    const own = await createApplication(service, { owner: ada });
    const path = applicationPath(own);
    await signInAt(page, service.url, ada);
    const second = await page.context().newPage();
    for (const tab of [page, second]) await tab.goto(`${service.url}${path}/edit`);
    await page.fill('#name', 'Left');
    await page.fill('#description', 'Two\nlines');
    await page.click(pressed(path));
    await page.waitForSelector(SAVED);
    await second.fill('#name', 'Right');
    await second.fill('#homepage_url', 'https://right.example/');

    await second.click(pressed(path));

    await assertBegins(second, 'alert');
    assert.match(await second.locator('[role=alert]').innerText(), /Application name is now: Left/);
    assert.equal(await second.inputValue('#name'), 'Right');
    assert.equal(await second.inputValue('#description'), 'Two\nlines', 'nobody touched it here');
    await second.click(pressed(path));
    await second.waitForSelector(SAVED);
    await page.goto(`${service.url}${path}/edit`);
    const fields = ['#name', '#description', '#homepage_url'];
    assert.deepEqual(await Promise.all(fields.map((field) => page.inputValue(field))), [
      'Right',
      'Two\nlines',
      'https://right.example/',
    ]);
  }));

test('a list of refused requests fits a narrow phone, also with the longest error', () =>
  visit(chromium, { script: true, language: 'en' }, async (page) => {
    await signInAt(page, service.url, ada);
    const asked = authorizeParams(quill, { response_type: 'token' });
    await page.request.get(`${service.url}/oauth/authorize?${new URLSearchParams(asked)}`, { maxRedirects: 0 });
    for (const width of [320, 360, 480, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`${service.url}${applicationPath(quill)}/requests`);
      await page.waitForSelector('code:has-text("unsupported_response_type")');

      const excess = await page.evaluate('document.documentElement.scrollWidth - innerWidth');

      assert.ok(Number(excess) <= 0, `${excess} pixels too wide at ${width}`);
    }
  }));
