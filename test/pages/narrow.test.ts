/** Proves by positions in a real Chromium that narrow windows have room for long names and large letters. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Application, User } from '../support/actors.ts';
import { launchChromium, signInAt, visit } from '../support/chromium.ts';
import { type Clocked, startClocked } from '../support/clocked.ts';
import { authorizeParams } from '../support/grant.ts';

const NAMES = ['Example Company Accounts', 'Example Company Accounts of the Northern District'];
const WIDTHS = [320, 360, 768, 1280];

let chromium: Browser;
const services: Clocked[] = [];
let ada: User;
let quill: Application;

before(async () => {
  chromium = await launchChromium();
  for (const name of NAMES) {
    const clocked = await startClocked('sqlite', { LATCHKEY_NAME: name });
    await clocked.createUser('root', true);
    ada = await clocked.createUser('ada');
    quill = await clocked.createApplication(ada);
    services.push(clocked);
  }
});

/** What stands beside the name, each in sight as a whole, on one line and beside the others. */
const BESIDE_NAME = `(() => {
  const line = 2.25 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const parts = [...document.querySelectorAll('.brand .keyhole, .brand-name, .who .identicon, .who .button, .open-top nav a')]
    .map((part) => part.getBoundingClientRect());
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than the window');
  for (const [index, part] of parts.entries()) {
    if (part.left < 0 || part.right > innerWidth) faults.push(index + ' is out of sight');
    if (part.height > line) faults.push(index + ' has more than one line');
    for (const other of parts.slice(index + 1))
      if (part.left < other.right && other.left < part.right && part.top < other.bottom && other.top < part.bottom)
        faults.push(index + ' lies over another');
  }
  return faults;
})()`;

for (const language of ['en', 'ru'])
  test(`${language}: a long name of the service ends in an ellipsis, and nothing beside it moves or is covered`, async () => {
    for (const { url } of services) {
      const asking = `/oauth/authorize?${new URLSearchParams(authorizeParams(quill, { prompt: 'consent' }))}`;
      await visit(chromium, { language }, (page) => look(page, url, ['/', '/sign-in', '/docs', '/nowhere', asking]));
      await visit(chromium, { language }, async (page) => {
        await signInAt(page, url, ada);
        await look(page, url, ['/', '/account', asking]);
      });
    }
  });

test('letters of twice their size leave the header of a phone in order', async () => {
  for (const language of ['en', 'ru'])
    for (const { url } of services)
      await visit(chromium, { language, width: 360 }, async (page) => {
        for (const isSignedIn of [false, true]) {
          if (isSignedIn) await signInAt(page, url, ada);
          for (const path of ['/', '/docs', '/nowhere']) {
            await page.goto(url + path);
            await page.evaluate("document.documentElement.style.fontSize = '200%'");
            assert.deepEqual(await page.evaluate(BESIDE_NAME), [], `${path} in ${language}`);
          }
        }
      });
});

async function look(page: Page, url: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(url + path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      assert.deepEqual(await page.evaluate(BESIDE_NAME), [], `${path} at ${width}`);
    }
  }
}
