/** Proves the developer's portal in a real Chromium, with and without script: register, rotate, upload, give away. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { createUser, type User } from '../support/actors.ts';
import { launchChromium, signInAt, visit } from '../support/chromium.ts';
import { png } from '../support/png.ts';
import { type Service, startService } from '../support/service.ts';

const PATIENCE_MS = 20_000;

let chromium: Browser;
let service: Service;
let [ada, bob]: User[] = [];

before(async () => {
  [chromium, service] = await Promise.all([launchChromium(), startService({ database: 'sqlite' })]);
  [ada, bob] = await Promise.all([createUser(service), createUser(service)]);
});

/** Larger than the service takes, not square, and no PNG. */
const PHOTO = `(() => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1600, 1200];
  canvas.getContext('2d').fillRect(200, 200, 900, 900);
  return canvas.toDataURL('image/jpeg').split(',')[1];
})()`;

/** Signs in and does something. */
function visitAs(script: boolean, who: User | undefined, body: (page: Page) => Promise<void>): Promise<void> {
  assert.ok(who);
  return visit(chromium, { script }, async (page) => {
    page.setDefaultTimeout(PATIENCE_MS);
    await signInAt(page, service.url, who);
    await body(page);
  });
}

/** Answers the address of the application that was registered. */
async function register(page: Page, name: string): Promise<string> {
  await page.goto(`${service.url}/oauth/applications/new`);
  await page.fill('#name', name);
  await page.fill('#redirect_uri_1', 'https://app.example.com/cb');
  await page.getByRole('button', { name: 'Register application' }).click();
  await page.getByText('Continue to application').click();
  await page.waitForSelector('.identity');
  return page.url();
}

for (const script of [true, false]) {
  const manner = script ? 'with script' : 'without script';

  test(`choosing a kind shows the fields that it needs, ${manner}`, async () => {
    await visitAs(script, ada, async (page) => {
      await page.goto(`${service.url}/oauth/applications/new`);
      const rows = page.locator('#redirect_uri_1');
      assert.equal(await rows.isVisible(), true);

      await page.check('#type_machine');
      assert.equal(await rows.isVisible(), false, 'a machine has none');
      await page.fill('#name', `Robot ${manner}`);
      // The return key registers; it does not press the button that only checks.
      await page.press('#name', 'Enter');

      await page.getByText('Copy the secret now.').waitFor();
    });
  });

  test(`redirect URIs are checked on the page before anything is registered, ${manner}`, async () => {
    await visitAs(script, ada, async (page) => {
      await page.goto(`${service.url}/oauth/applications/new`);
      await page.fill('#redirect_uri_1', 'https://app.example.com/cb');
      if (script) await page.getByRole('button', { name: 'Add another redirect URI' }).click();
      await page.fill('#redirect_uri_2', 'https://app.example.com/cb/');

      await page.getByRole('button', { name: 'Check redirect URIs' }).click();

      await page.getByText('except for the slash at the end').waitFor();
      assert.equal(await page.inputValue('#redirect_uri_2'), 'https://app.example.com/cb/');
      assert.match(page.url(), /\/oauth\/applications#redirect_uri$/);
    });
  });

  test(`a secret is rotated with the chosen overlap, and its end is told, ${manner}`, async () => {
    await visitAs(script, ada, async (page) => {
      const path = await register(page, `Turning ${manner}`);
      await page.goto(`${path}/credentials`);
      await page.check('#overlap_hour');

      await page.getByRole('button', { name: 'Rotate secret' }).click();

      await page.getByText(/The old secret works until .* which is in 1 hour/).waitFor();
      await page.getByText('Continue to application').click();
      await page.getByRole('link', { name: 'Credentials' }).click();
      assert.equal(await page.getByText('••••').filter({ visible: true }).count(), 2);
    });
  });

  test(`a logo is uploaded and shown in the place of the drawn picture, ${manner}`, async () => {
    await visitAs(script, ada, async (page) => {
      const path = await register(page, `Painted ${manner}`);
      await page.goto(`${path}/settings`);
      const accepted = script ? 'image/png,image/jpeg,image/webp' : 'image/png';
      assert.equal(await page.getAttribute('#logo', 'accept'), accepted);
      await page.getByText(script ? 'PNG, JPEG or WebP.' : 'PNG, square or nearly so').waitFor();

      await page.setInputFiles('#logo', { name: 'x.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
      await page.getByRole('button', { name: 'Upload logo' }).click();
      await page.locator('#logo-fault').getByText('This is not a PNG file').waitFor();
      await page.setInputFiles('#logo', { name: 'x.png', mimeType: 'image/png', buffer: png() });
      await page.getByRole('button', { name: 'Upload logo' }).click();

      await page.getByText('Logo saved.').waitFor();
      const isShown = "document.querySelector('.subject img').decode().then(() => true)";
      assert.equal(await page.evaluate(isShown), true);
    });
  });

  test(`a picture of a person is uploaded, ${manner}; with script a photo will do, shown before it is sent`, async () => {
    await visitAs(script, bob, async (page) => {
      await page.goto(`${service.url}/account`);
      if (script) {
        const photo = Buffer.from(String(await page.evaluate(PHOTO)), 'base64');
        await page.setInputFiles('#picture', { name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo });
        await page.locator('canvas.identicon').waitFor();
      } else await page.setInputFiles('#picture', { name: 'x.png', mimeType: 'image/png', buffer: png() });
      await page.getByRole('button', { name: 'Upload picture' }).click();

      await page.getByText('Picture saved.').waitFor();
      const width =
        "document.querySelector('.who img').decode().then(() => document.querySelector('.who img').naturalWidth)";
      assert.equal(await page.evaluate(width), script ? 256 : 64);
      await page.getByRole('button', { name: 'Remove picture' }).click();
      await page.getByText('Picture removed.').waitFor();
    });
  });

  test(`an application is offered by one person and accepted by another, ${manner}`, async () => {
    const name = `Given ${manner}`;
    await visitAs(script, ada, async (page) => {
      const path = await register(page, name);
      await page.goto(`${path}/settings`);
      await page.fill('#nickname', bob?.nickname ?? '');
      await page.getByRole('button', { name: 'Offer application' }).click();
      await page.getByText('Application offered.').waitFor();
    });

    await visitAs(script, bob, async (page) => {
      await page.goto(service.url);
      await page.getByText('See what is offered').click();
      await page.getByRole('button', { name: `Accept application ${name}` }).click();
      await page.getByText('The application is yours now.').waitFor();
    });
  });

  test(`all tokens are revoked after one more question, ${manner}`, async () => {
    await visitAs(script, ada, async (page) => {
      const path = await register(page, `Calmed ${manner}`);
      await page.goto(`${path}/settings`);

      await page.getByRole('button', { name: 'Revoke all tokens' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke all tokens' }).click();

      await page.getByText('All tokens revoked.').waitFor();
    });
  });
}

test('the files to download name the application, with a place for its secret', async () => {
  await visitAs(false, ada, async (page) => {
    await page.goto(`${await register(page, 'Filed')}/connect`);
    const id = await page.locator('#client_id').textContent();

    const href = await page.getByText('Download as .env').getAttribute('href');

    const file = decodeURIComponent(href?.split(',')[1] ?? '');
    assert.ok(file.startsWith(`OAUTH_CLIENT_ID=${id}\nOAUTH_CLIENT_SECRET=\n`), file);
  });
});
