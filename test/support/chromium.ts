/** The real Chromium of the tests: the run's own (test/support/global-setup.ts), or one of a file that is run alone. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { type Browser, type BrowserContext, type Page, chromium as playwright } from 'playwright-core';
import { openBrowser } from './browser-like.ts';
import { startChromium } from './chromium-server.ts';

export interface Look {
  readonly script?: boolean;
  readonly width?: number;
  readonly dark?: boolean;
  readonly language?: string;
}

/** What was begun to be opened, so that a file whose set-up fails half way closes it too. */
const opened: Promise<Browser>[] = [];

/** A browser of this file's own: its windows, cookies and end are nobody else's. It is closed with the file. */
export function launchChromium(): Promise<Browser> {
  const browser = open();
  opened.push(browser);
  return browser;
}

async function open(): Promise<Browser> {
  const given = process.env.LATCHKEY_TEST_BROWSER;
  if (given) return playwright.connect(given);
  const server = await startChromium();
  stopping.push(() => server.close());
  return playwright.connect(server.wsEndpoint());
}

const stopping: (() => Promise<void>)[] = [];

after(async () => {
  for (const browser of await Promise.allSettled(opened))
    if (browser.status === 'fulfilled') await browser.value.close();
  for (const stop of stopping) await stop();
});

/** A visitor with a fresh cookie jar, with or without script. */
export function visitor(browser: Browser, look: Look = {}): Promise<BrowserContext> {
  return browser.newContext({
    javaScriptEnabled: look.script ?? true,
    viewport: { width: look.width ?? 1280, height: 900 },
    colorScheme: look.dark ? 'dark' : 'light',
    ...(look.language === undefined ? {} : { locale: look.language }),
  });
}

/** One visit in a window of its own; whatever the page's own policy blocks or its script breaks on the way is a failure. */
export async function visit(
  browser: Browser,
  look: Look,
  body: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await visitor(browser, look);
  try {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await body(page, context);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

/** The browser notes the status of every page, and that no program takes the scheme of an application. */
const EXPECTED = /status of 4\d\d|does not have a registered handler/;

/**
 * Signs in over HTTP and gives the window the cookies, for tests that are about what comes after it: two pages less to load
 * than by typing, which browser.test.ts does. The window shows nothing yet.
 */
export async function signInAt(page: Page, url: string, who: Credentials): Promise<void> {
  const browser = openBrowser(url);
  const { status } = await browser.signIn(who);
  assert.equal(status, 303, `${who.nickname} is not let in: ${status}`);
  const cookies = [...browser.cookies].map(([name, value]) => ({ name, value, url, httpOnly: true }));
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, sameSite: 'Lax' })));
}

/** Fills in the sign-in form of whatever page it stands on. */
export async function typeCredentials(page: Page, { nickname, password }: Credentials): Promise<void> {
  await page.fill('[name=nickname]', nickname);
  await page.fill('[name=password]', password);
  await page.click('form[action="/sign-in"] button[type=submit]');
}

interface Credentials {
  readonly nickname: string;
  readonly password: string;
}
