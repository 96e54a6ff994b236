/** The people behind the connections: an account of its own for each lane, made through the sign-up page. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, openBrowser, type Page } from '../../test/support/browser-like.ts';
import { entries, formWith } from '../../test/support/html.ts';
import type { Stage } from './job.ts';

export interface Person {
  readonly nickname: string;
  readonly password: string;
  /** Of the browser in which this person is signed in. */
  readonly cookie: string;
  readonly browser: Browser;
}

/** A form as the browser would post it, and the cookies that belong to it. */
export interface ReadyForm {
  readonly body: string;
  readonly cookie: string;
}

/** What Chromium sends with a form of a page whose referrer policy is `no-referrer`. */
export const FORM_HEADERS = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' };

/** How the nickname of everybody who is enrolled begins. */
export const NICKNAMES = 'bench';

const PASSWORD = 'a lantern over the harbour';

export async function enrol(stage: Pick<Stage, 'ports'>, count: number): Promise<readonly Person[]> {
  const people: Person[] = [];
  // One run may enrol several times on one database.
  const mark = Date.now().toString(36);
  for (let lane = 0; lane < count; lane += 1) {
    const browser = openBrowser(addressOf(stage));
    const nickname = `${NICKNAMES}${mark}n${lane}`;
    await signUp(browser, { nickname, email: `${nickname}@example.org`, password: PASSWORD });
    people.push({ nickname, password: PASSWORD, cookie: cookieOf(browser), browser });
  }
  return people;
}

/** One network may try so often in a minute, however high the limits are that can be set. */
async function signUp(browser: Browser, set: Record<string, string>): Promise<void> {
  for (;;) {
    const page = await browser.get('/sign-up');
    const { status, headers } = await browser.submit(page, formWith(page.body, 'nickname', 'password'), { set });
    if (status === 303) return;
    if (status !== 429) throw new Error(`the sign-up answered ${status}`);
    await pause(1000 * Number(headers['retry-after'] ?? 1));
  }
}

/** The sign-in form of a stranger. */
export async function signInForm(stage: Stage, person: { nickname: string; password: string }): Promise<ReadyForm> {
  const browser = openBrowser(addressOf(stage));
  const page = await browser.get('/sign-in');
  const fields = entries(formWith(page.body, 'nickname', 'password')).filter(([name]) => !(name in person));
  const { nickname, password } = person;
  return { body: encode([...fields, ['nickname', nickname], ['password', password]]), cookie: cookieOf(browser) };
}

/** The consent form of somebody signed in, ready to be approved. */
export async function consentForm(stage: Stage, { browser, cookie }: Person): Promise<ReadyForm> {
  const page: Page = await browser.get(consentPath(stage));
  const form = formWith(page.body, 'decision');
  return { body: encode(entries(form, { name: 'decision', value: 'approve' })), cookie };
}

/** Asked although it was answered before. */
export function consentPath({ authorizePath }: Stage): string {
  return `${authorizePath}&prompt=consent`;
}

function addressOf({ ports }: Pick<Stage, 'ports'>): string {
  return `http://127.0.0.1:${ports[0]}`;
}

function cookieOf({ cookies }: Browser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

function encode(fields: readonly (readonly [string, string])[]): string {
  return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();
}
