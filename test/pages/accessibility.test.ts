/** Proves with axe-core that every page is accessible, light and dark, wide and narrow, and keeps pictures of them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Application, createApplication, createUser, signedIn, type User } from '../support/actors.ts';
import { launchChromium, picture, visitor } from '../support/chromium.ts';
import { agree, authorizeParams, obtainTokens } from '../support/grant.ts';
import { applicationPath } from '../support/portal.ts';
import { type Service, startService } from '../support/service.ts';

const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob';
const LONG = `${'Die außerordentlich ausführliche Anwendung '.repeat(5)}Ende`;

let chromium: Browser;
let service: Service;
let ada: User;
let newcomer: User;
let quill: Application;
let many: Application;

before(async () => {
  [chromium, service] = await Promise.all([launchChromium(), startService({ database: 'sqlite' })]);
  [ada, newcomer] = await Promise.all([createUser(service), createUser(service)]);
  const uris = Array.from(
    { length: 20 },
    (_, index) => `https://a-rather-long-host-name.example.com/callback/number/${index}?with=query`,
  );
  [quill, many] = await Promise.all([
    createApplication(service, { owner: ada, redirectUris: ['https://app.example.com/cb', OUT_OF_BAND] }),
    createApplication(service, { owner: ada, name: LONG, redirectUris: uris }),
  ]);
  const browser = await signedIn(service, ada);
  await obtainTokens({ service, browser, quill });
  await agree(browser, authorizeParams(many));
});

after(async () => {
  await chromium.close();
  await service.stop();
});

const consent = (application: Application, more = {}) =>
  `/oauth/authorize?${new URLSearchParams(authorizeParams(application, { prompt: 'consent', scope: 'profile email', ...more }))}`;

type Place = [name: string, path: () => string, act?: (page: Page) => Promise<unknown>];

/** The button that people see and press; a form may have others for the Enter key or for single rows. */
const press = (action: string) => (page: Page) =>
  page.click(`form[action="${action}"] button[type=submit]:not([aria-hidden]):not([name])`);

const forStrangers: Place[] = [
  ['home', () => '/'],
  ['sign-in', () => '/sign-in'],
  ['sign-in-for-application', () => consent(quill)],
  ['sign-in-refused', () => '/sign-in', press('/sign-in')],
  ['sign-up', () => '/sign-up'],
  ['sign-up-refused', () => '/sign-up', press('/sign-up')],
  ['not-found', () => '/nowhere'],
  ['untrusted-request', () => consent(quill, { redirect_uri: 'https://app.example.com/cb/' })],
  ['profile', () => `/users/${ada.id}`],
];

const forUsers: Place[] = [
  ['home-signed-in', () => '/'],
  ['applications', () => '/oauth/applications'],
  ['application-new', () => '/oauth/applications/new'],
  ['application-refused', () => '/oauth/applications/new', press('/oauth/applications')],
  ['application', () => applicationPath(quill)],
  ['application-long', () => applicationPath(many)],
  ['application-edit', () => `${applicationPath(many)}/edit`],
  ['application-delete', () => `${applicationPath(quill)}/delete`],
  ['application-credentials', () => `${applicationPath(quill)}/credentials`],
  ['application-secret', () => `${applicationPath(quill)}/credentials`, (page) => addOrSkip(page)],
  ['application-permissions', () => `${applicationPath(quill)}/permissions`],
  ['application-users', () => `${applicationPath(quill)}/users`],
  ['application-settings', () => `${applicationPath(quill)}/settings`],
  ['application-settings-refused', () => `${applicationPath(quill)}/settings`, offerToNobody],
  ['consent', () => consent(quill)],
  ['consent-long', () => consent(many)],
  [
    'out-of-band',
    () => consent(quill, { redirect_uri: OUT_OF_BAND }),
    (page) => page.click('[name=decision][value=approve]'),
  ],
  ['authorized-applications', () => '/oauth/authorized_applications'],
  ['account', () => '/account'],
  ['account-refused', () => '/account', press('/account/password')],
  ['sessions', () => '/account/sessions'],
  ['events', () => '/account/events'],
  ['account-delete', () => '/account/delete'],
];

/** Without a nickname the offer comes back with its fault. */
function offerToNobody(page: Page): Promise<void> {
  return page.click('form[action$="/transfer"] button[type=submit]');
}

/** The first look adds the second secret; by the second look there are two, and the button is gone. */
async function addOrSkip(page: Page): Promise<void> {
  const button = page.locator('form[action$="/secrets"] button[type=submit]');
  if (await button.count()) await button.click();
}

const forNewcomers: Place[] = [
  ['applications-empty', () => '/oauth/applications'],
  ['authorized-applications-empty', () => '/oauth/authorized_applications'],
];

for (const look of [
  { width: 1280, dark: false },
  { width: 360, dark: true },
]) {
  const where = `${look.width} pixels wide, ${look.dark ? 'dark' : 'light'}`;
  test(`axe finds nothing on the pages for strangers, ${where}`, () => inspect(look, forStrangers));
  test(`axe finds nothing on the pages for users, ${where}`, () => inspect(look, forUsers, () => ada));
  test(`axe finds nothing on empty pages, ${where}`, () => inspect(look, forNewcomers, () => newcomer));
}

async function inspect(look: { width: number; dark: boolean }, places: Place[], who?: () => User): Promise<void> {
  const context: BrowserContext = await visitor(chromium, look);
  const page = await context.newPage();
  if (who) await signIn(page, who());
  const found: string[] = [];
  for (const [name, path, act] of places) {
    await page.goto(service.url + path());
    if (act) await act(page);
    await page.waitForLoadState();
    await picture(page, `${name}-${look.width}${look.dark ? '-dark' : ''}`);
    found.push(...(await faults(page)).map((fault) => `${name}: ${fault}`));
  }
  await context.close();
  assert.deepEqual(found, []);
}

async function signIn(page: Page, user: User): Promise<void> {
  await page.goto(`${service.url}/sign-in`);
  await page.fill('[name=nickname]', user.nickname);
  await page.fill('[name=password]', user.password);
  await page.click('form[action="/sign-in"] button[type=submit]');
}

/** What axe complains of, and a page that is wider than its window. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[] = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then((result) => result.violations)',
  );
  const wide: boolean = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  const told = violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  return wide ? [...told, 'the page is wider than the window'] : told;
}
