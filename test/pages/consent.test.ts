/** Proves consent, authorised applications and timelines in a real Chromium, in both languages, also without script. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Application, User } from '../support/actors.ts';
import { type Look, launchChromium, signInAt, visit } from '../support/chromium.ts';
import { type Clocked, startClocked } from '../support/clocked.ts';
import { authorizeParams, codeFields, refreshFields, tokensOf } from '../support/grant.ts';
import { token } from '../support/token-client.ts';

const ALL = 'profile email applications';

let chromium: Browser;
let clocked: Clocked;
let ada: User;
let quill: Application;
let client: Server;
let callback: string;
let people = 0;

before(async () => {
  [chromium, clocked] = await Promise.all([launchChromium(), startClocked('sqlite')]);
  client = createServer((_, response) => response.end('the client'));
  await new Promise<void>((resolve) => client.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with a port.
  callback = `http://127.0.0.1:${(client.address() as AddressInfo).port}/cb`;
  ada = await clocked.createUser('ada');
  const scopes = ALL.split(' ');
  quill = await clocked.createApplication(ada, { scopes, required: ['profile'], redirectUri: callback });
});

after(() => client.close());

/** A page of somebody who is signed in, and nobody else's. */
function visitAs(look: Look, who: User, body: (page: Page) => Promise<void>): Promise<void> {
  return visit(chromium, { language: 'en', ...look }, async (page) => {
    page.setDefaultTimeout(15_000);
    await signInAt(page, clocked.url, who);
    await body(page);
  });
}

async function newcomer(): Promise<User> {
  people += 1;
  return clocked.createUser(`person${people}`);
}

const request = (more: Record<string, string> = {}) =>
  `${clocked.url}/oauth/authorize?${new URLSearchParams(authorizeParams(quill, { scope: ALL, ...more }))}`;
const detail = () => `${clocked.url}/oauth/authorized_applications/${quill.client_id}`;

async function approve(page: Page): Promise<URLSearchParams> {
  await page.click('[name=decision][value=approve]');
  await page.waitForURL(`${callback}?**`);
  return new URL(page.url()).searchParams;
}

async function exchange(answer: URLSearchParams) {
  return tokensOf(await token(clocked.url, codeFields(quill, answer.get('code') ?? '')));
}

for (const script of [true, false]) {
  const how = script ? 'with script' : 'without script';

  test(`somebody leaves a permission out, chooses an end, sees both and takes another one back, ${how}`, async () => {
    await visitAs({ script }, await newcomer(), async (page) => {
      await page.goto(request());
      assert.equal(await page.locator('[name=scope][value=profile]').count(), 0, 'what is required has no box');
      await page.uncheck('[name=scope][value=email]');
      await page.selectOption('[name=lasts]', 'day');
      const tokens = await exchange(await approve(page));
      assert.equal(tokens.scope, 'profile applications');

      await page.goto(detail());
      assert.match((await page.textContent('.facts')) ?? '', /Ends\s*\d+ \w+ \d{4}/);
      await page.click('[popovertarget]:has-text("Remove permission")');
      await page.click('form[action$="/scopes/remove"] button[type=submit]');
      await page.waitForSelector('[role=status]:has-text("Permission removed.")');

      const next = tokensOf(await token(clocked.url, refreshFields(quill, tokens.refresh)));
      assert.equal(next.scope, 'profile');
    });
  });

  test(`an application that loops is put to the user again, with the reason, ${how}`, async () => {
    await visitAs({ script }, await newcomer(), async (page) => {
      await page.goto(request());
      await approve(page);
      for (let count = 2; count <= 10; count += 1) await page.goto(request());
      assert.ok(page.url().startsWith(callback), 'ten codes pass');

      await page.goto(request());

      await page.waitForSelector('.notice.warning:has-text("more than 10 times")');
      assert.ok((await approve(page)).get('code'));
    });
  });
}

for (const script of [true, false]) {
  test(`Enter on a permission or on an end decides nothing, ${script ? 'with' : 'without'} script`, async () => {
    await visitAs({ script }, await newcomer(), async (page) => {
      await page.goto(request());
      for (const control of ['[name=scope][value=email]', '[name=lasts]']) {
        await page.locator(control).first().focus();
        await page.keyboard.press('Enter');
      }

      await page.uncheck('[name=scope][value=email]');
      const tokens = await exchange(await approve(page));

      assert.equal(tokens.scope, 'profile applications');
    });
  });
}

test('the consent page can be decided by the keyboard, permissions and end included', async () => {
  await visitAs({}, await newcomer(), async (page) => {
    await page.goto(request({ state: 'keys' }));
    const until = async (selector: string) => {
      for (let step = 0; step < 40; step += 1) {
        if (await page.locator(`${selector}:focus`).count()) return;
        await page.keyboard.press('Tab');
      }
      assert.fail(`Tab never reaches ${selector}`);
    };
    await until('[name=scope][value=email]');
    await page.keyboard.press('Space');
    await until('[name=lasts]');
    await page.keyboard.press('ArrowUp');
    await until('[name=decision][value=approve]');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${callback}?**`);

    const answer = new URL(page.url()).searchParams;

    assert.equal(answer.get('state'), 'keys');
    assert.equal((await exchange(answer)).scope, 'profile applications');
    await page.goto(detail());
    assert.match((await page.textContent('.facts')) ?? '', /Ends\s*\d+ \w+ \d{4}/);
  });
});
