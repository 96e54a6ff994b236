/** Proves in a real Chromium that the administration works with and without script; the matrix checks how it looks. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type Application, createApplication, createUser, signedIn, type User } from '../support/actors.ts';
import { administeredPath, personPath, suspend } from '../support/administration.ts';
import { type Look, launchChromium, signInAt, visitor } from '../support/chromium.ts';
import { authorizeParams, obtainTokens } from '../support/grant.ts';
import { type Service, startService } from '../support/service.ts';

const LONG = `${'Die außerordentlich ausführliche Anwendung '.repeat(5)}Ende`;
const REASON = 'It sends unsolicited messages to everybody who ever allowed it anything, several times a day.';

let chromium: Browser;
let service: Service;
let root: User;
let ada: User;
let quill: Application;
let long: Application;

before(async () => {
  [chromium, service] = await Promise.all([launchChromium(), startService({ database: 'sqlite' })]);
  root = await createUser(service, { admin: true });
  ada = await createUser(service, { nickname: `${'Adelheid.von.und.zu.'.repeat(2)}`.slice(0, 40) });
  quill = await createApplication(service, { owner: ada });
  long = await createApplication(service, { owner: ada, name: LONG });
  const browser = await signedIn(service, ada);
  await obtainTokens({ service, browser, quill });
  await suspend(await signedIn(service, root), long, REASON);
});

async function enter(look: Look): Promise<Page> {
  const page = await (await visitor(chromium, { language: 'en', ...look })).newPage();
  await signInAt(page, service.url, root);
  return page;
}

for (const script of [true, false]) {
  test(`an administrator finds somebody, disables and enables the account, ${script ? 'with' : 'without'} script`, async () => {
    const person = await createUser(service);
    const page = await enter({ script });

    await page.goto(service.url);
    await page.click('a[href="/admin"]');
    await page.click('nav.tabs a[href="/admin/people"]');
    await page.fill('[name=q]', person.nickname.slice(0, 8));
    await page.click('form[role=search] button');
    await page.click(`a[href="${personPath(person)}"]`);
    await page.click('a:has-text("Disable account")');
    await page.fill('[name=confirm_nickname]', person.nickname);
    await page.click('form[action$="/disable"] button[type=submit]');
    await page.waitForSelector('text=Account disabled.');
    await page.click('form[action$="/enable"] button[type=submit]');
    await page.waitForSelector('text=Account enabled.');

    assert.equal(new URL(page.url()).pathname, personPath(person));
    await page.context().close();
  });

  test(`an administrator suspends an application and lifts it, ${script ? 'with' : 'without'} script`, async () => {
    const page = await enter({ script });

    await page.goto(`${service.url}/admin/applications?q=quill`);
    await page.click(`a[href="${administeredPath(quill)}"]`);
    await page.click('a:has-text("Suspend application")');
    await page.click('form[action$="/suspend"] button[type=submit]');
    await page.waitForSelector('[aria-invalid=true]');
    await page.fill('[name=reason]', REASON);
    await page.click('form[action$="/suspend"] button[type=submit]');
    await page.waitForSelector('text=Application suspended.');
    await page.goto(`${service.url}/oauth/authorize?${new URLSearchParams(authorizeParams(quill))}`);
    await page.waitForSelector(`text=${REASON}`);
    await page.goto(service.url + administeredPath(quill));
    await page.click('form[action$="/lift"] button[type=submit]');
    await page.waitForSelector('text=Suspension lifted.');
    await page.context().close();
  });

  test(`a copy of one’s data is a file, ${script ? 'with' : 'without'} script`, async () => {
    const page = await enter({ script });
    await page.goto(`${service.url}/account/privacy`);

    const [download] = await Promise.all([page.waitForEvent('download'), page.click('a[href="/account/data"]')]);

    assert.equal(download.suggestedFilename(), `account-${root.id}.json`);
    await page.context().close();
  });
}

test('the search is reached by the keyboard from any page, and a growing log is followed', async () => {
  const page = await enter({ script: true });
  await page.goto(`${service.url}/admin/events?kind=account.created`);

  await page.click('[data-follow]');
  const person = await createUser(service);
  await page.waitForSelector(`#log li:first-child:has-text("${person.nickname}")`);
  const zones = await page.$$eval('#log .log-when', (all) => all.map((each) => /UTC/.test(each.textContent ?? '')));
  assert.ok(zones.length > 1 && !zones.includes(true), 'lines that came later are told in the zone of those before');
  await page.click('[data-follow]');
  assert.equal(await page.getAttribute('[data-follow]', 'aria-pressed'), 'false');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(person.nickname);
  await page.keyboard.press('Enter');
  await page.click(`main a[href="${personPath(person)}"]`);

  assert.equal(new URL(page.url()).pathname, personPath(person));
  await page.context().close();
});

test('people who are ticked are signed out together, without script', async () => {
  const person = await createUser(service);
  const page = await enter({ script: false });
  await page.goto(`${service.url}/admin/people?q=${person.nickname}`);

  await page.check(`#person-${person.id}`);
  await page.click('[name=act][value=sign_out]');
  await page.click('form[action$="/sign-out"] button.danger');
  await page.waitForSelector('text=1 person signed out.');
  await page.context().close();
});

/** Each word of a value that stands on two lines. */
const BROKEN_WORDS = `[...document.querySelectorAll('.setting-value, .setting-variable')].flatMap((value) => {
  const walker = document.createTreeWalker(value, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (walker.nextNode()) {
    for (const word of walker.currentNode.data.matchAll(/[A-Za-z0-9]{2,24}/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, word.index);
      range.setEnd(walker.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word[0]);
    }
  }
  return broken;
})`;

test('the value of a setting wraps between its parts, never inside a word, however narrow the window is', async () => {
  const page = await enter({ script: true });

  for (const width of [360, 480, 768, 900, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${service.url}/admin/settings`);
    await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })");

    assert.ok((await page.locator('.setting-value').count()) > 10);
    assert.deepEqual(await page.evaluate(BROKEN_WORDS), [], `at ${width}`);
  }
});

for (const language of ['en', 'ru']) {
  test(`${language}: the labels of the search for people stand on one line above their fields`, async () => {
    const page = await enter({ language });
    await page.setViewportSize({ width: 1280, height: 740 });
    await page.goto(`${service.url}/admin/people`);

    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('main form[role=search] label')].map((label) => label.getBoundingClientRect().height)",
    );

    assert.ok(heights.length >= 3);
    assert.equal(new Set(heights).size, 1, String(heights));
  });
}
