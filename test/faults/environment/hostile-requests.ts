/** What strangers and signed-up people send who mean harm: every way that a review found, as requests ready to be sent. */
import { randomBytes } from 'node:crypto';
import { FORM_HEADERS } from '../../../bench/load/people.ts';
import { get } from '../../../bench/load/requests.ts';
import { type Browser, openBrowser } from '../../support/browser-like.ts';
import { entries, type Form, forms, formTo, formWith } from '../../support/html.ts';
import { png } from '../../support/png.ts';
import { applicationPath, credentialsOn, register } from '../../support/portal.ts';
import type { Attack } from './attackers.ts';
import { type Application, CALLBACK } from './place.ts';

export const PASSWORD = 'a lantern over the harbour';
const FROM = { 'X-Forwarded-For': '@ADDRESS' };
/** Accents in the wrong order, as long as a field may be; and a character that folding makes eighteen of. */
const UNSORTED = '\u0301\u0316\u0327'.repeat(2700);
const GROWING = '\ufdfa'.repeat(256);
const LONG_AGENT = { 'User-Agent': 'x'.repeat(255) };
const REDIRECTS = 20;
const NAME = 'Hostile';

export async function strangerAttacks(url: string, victim: Application): Promise<readonly Attack[]> {
  const browser = openBrowser(url);
  const signUp = formTo((await browser.get('/sign-up')).body, '/sign-up');
  const signIn = formTo((await browser.get('/sign-in')).body, '/sign-in');
  const wished = { nickname: 'x@RANDOM', email: 'x@RANDOM@example.org', password: PASSWORD };
  const as = (form: Form, set: Record<string, string>) => submit(browser, form, set);
  const asked = { client_id: victim.clientId, response_type: 'code', scope: '' };
  return [
    { kind: 'sign-up', bytes: as(signUp, wished) },
    { kind: 'sign-up, growing password', bytes: as(signUp, { ...wished, password: GROWING }) },
    { kind: 'sign-up, unsorted accents', bytes: as(signUp, { ...wished, nickname: UNSORTED }) },
    { kind: 'sign-in, unknown name', bytes: as(signIn, { nickname: 'nobody@RANDOM', password: PASSWORD }) },
    { kind: 'sign-in, guessed password', bytes: as(signIn, { nickname: 'person0', password: 'wrong @RANDOM' }) },
    { kind: 'sign-in, unsorted accents', bytes: as(signIn, { nickname: UNSORTED, password: PASSWORD }) },
    { kind: 'sign-in, long password', bytes: as(signIn, { nickname: 'person0', password: UNSORTED }) },
    { kind: 'unknown client', bytes: token({ client_id: '@RANDOM', client_secret: 'z' }) },
    { kind: 'wrong secret', bytes: token({ client_id: victim.clientId, client_secret: 'lks_@RANDOM' }) },
    { kind: 'unknown token', bytes: get('/api/users/whoami', { Authorization: 'Bearer lka_@RANDOM', ...FROM }) },
    {
      kind: 'refused authorization',
      bytes: get(
        `/oauth/authorize?${new URLSearchParams({ ...asked, redirect_uri: 'https://evil.example/@RANDOM' })}`,
        FROM,
      ),
    },
    {
      kind: 'authorization without a sign-in',
      bytes: get(`/oauth/authorize?${new URLSearchParams({ ...asked, redirect_uri: CALLBACK, prompt: 'none' })}`, FROM),
    },
    {
      kind: 'large body',
      bytes: raw(`${applicationPath({ client_id: victim.clientId })}/logo`, 'x'.repeat(260_000), {}),
    },
    { kind: 'large form', bytes: raw('/oauth/token', `a=${'%25'.repeat(21_000)}`, {}) },
    { kind: 'page', bytes: get('/sign-in', FROM) },
  ];
}

export interface HostileUser {
  readonly browser: Browser;
  readonly application: { readonly client_id: string };
  readonly nickname: string;
}

/** Somebody with an account and an application of the largest size; `address` is where the sign-up comes from. */
export async function enrolHostile(url: string, address: string): Promise<HostileUser> {
  const browser = openBrowser(url);
  const nickname = `hostile${randomBytes(4).toString('hex')}`;
  const page = await browser.get('/sign-up');
  const answer = await browser.submit(page, formTo(page.body, '/sign-up'), {
    set: { nickname, email: `${nickname}@example.org`, password: PASSWORD },
    headers: { 'x-forwarded-for': address },
  });
  if (answer.status !== 303) throw new Error(`the sign-up of an attacker answered ${answer.status}`);
  const registered = await register(browser, { name: NAME, redirectUris: [CALLBACK], scopes: ['profile'] });
  return { browser, nickname, application: credentialsOn(registered) };
}

/**
 * Signs in again, since dangerous acts need a password of the last minutes. An act whose form is not there at the moment, such
 * as an offer where one is open, is left out.
 */
export async function userAttacks(user: HostileUser, other: string): Promise<readonly Attack[]> {
  const { browser, application } = user;
  await signInAgain(user);
  const path = applicationPath(application);
  const pageAt = async (address: string) => (await browser.get(address)).body;
  const consent = await consentOf(user);
  const [account, settings] = [await pageAt('/account'), await pageAt(`${path}/settings`)];
  const logo = findForm(settings, `${path}/logo`);
  const act = (kind: string, form: Form | undefined, set: Record<string, string>): Attack[] =>
    form ? [{ kind, bytes: submit(browser, form, set) }] : [];
  const cookie = { Cookie: cookieOf(browser) };
  return [
    ...(consent === undefined ? [] : [{ kind: 'approve', bytes: consent }]),
    ...act('remove access', findForm(await pageAt('/oauth/authorized_applications'), /\/revoke$/), {}),
    ...act('profile change', findForm(account, '/account'), { name: 'x@RANDOM' }),
    ...act('profile, unsorted accents', findForm(account, '/account'), { name: UNSORTED }),
    ...creation(browser, {
      create: findForm(await pageAt('/oauth/applications/new'), '/oauth/applications'),
      removal: findForm(await pageAt(`${path}/delete`), `${path}/delete`),
    }),
    ...(logo ? [{ kind: 'logo', bytes: upload(browser, logo) }] : []),
    ...act('transfer', findForm(settings, `${path}/transfer`), { nickname: other }),
    { kind: 'page of the application', bytes: get(path, { ...cookie, ...FROM }) },
    { kind: 'users of the application', bytes: get(`${path}/users`, { ...cookie, ...FROM }) },
    { kind: 'families of the application', bytes: get(`${path}/families`, { ...cookie, ...FROM }) },
    { kind: 'first page', bytes: get('/', { ...cookie, ...FROM }) },
    { kind: 'own data', bytes: get('/account/data', { ...cookie, ...FROM }) },
  ];
}

function creation(
  browser: Browser,
  { create, removal }: { readonly create: Form | undefined; readonly removal: Form | undefined },
): Attack[] {
  if (!create || !removal) return [];
  const action = `${applicationPath({ client_id: '' })}@MADE/delete`;
  const next = {
    pattern: '<code id="client_id"[^>]*>([^<]+)<',
    bytes: submit(browser, { ...removal, action }, { confirm_name: NAME }),
  };
  return [{ kind: 'create an application', bytes: submit(browser, create, { name: NAME }, manyRedirects()), next }];
}

function findForm(page: string, path: string | RegExp): Form | undefined {
  const matches = (action: string) => (typeof path === 'string' ? action === path : path.test(action));
  return forms(page).find(({ action, method }) => method === 'post' && matches(action));
}

/** Also where the session has ended meanwhile. One that goes on is confirmed, which replaces it, unless that was done lately. */
async function signInAgain({ browser, nickname }: HostileUser): Promise<void> {
  const page = await browser.get('/sign-in');
  const signIn = findForm(page.body, '/sign-in');
  const confirmation = signIn ? page : await browser.get('/confirm?return_to=%2Faccount');
  if (confirmation.status !== 200) return;
  const set = signIn ? { nickname, password: PASSWORD } : { password: PASSWORD };
  const answer = await browser.submit(confirmation, signIn ?? formWith(confirmation.body, 'password'), { set });
  if (answer.status !== 303) throw new Error(`${nickname} could not sign in again: ${answer.status}`);
}

async function consentOf({ browser, application }: HostileUser): Promise<string | undefined> {
  const asked = {
    client_id: application.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: '',
    prompt: 'consent',
  };
  const page = await browser.authorize(asked);
  const form = findForm(page.body, '/oauth/authorize');
  if (!form) return undefined;
  await browser.approve(page);
  const sent = entries(form, { name: 'decision', value: 'approve' });
  return raw('/oauth/authorize', encode(sent), { Cookie: cookieOf(browser) });
}

function submit(browser: Browser, form: Form, set: Record<string, string>, more: [string, string][] = []): string {
  const kept = entries(form).filter(([name]) => !(name in set) && !more.some(([other]) => other === name));
  return raw(form.action, encode([...kept, ...Object.entries(set), ...more]), { Cookie: cookieOf(browser) });
}

function token(fields: Record<string, string>): string {
  return raw('/oauth/token', encode([['grant_type', 'client_credentials'], ...Object.entries(fields)]), LONG_AGENT);
}

function manyRedirects(): [string, string][] {
  const uri = `https://app.example.com/${'a'.repeat(2000)}`;
  return Array.from({ length: REDIRECTS }, (_, index) => ['redirect_uri', `${uri}${index}`]);
}

function upload(browser: Browser, { action, fields }: Form): string {
  const [side, rowBytes] = [250, 1000];
  const rows = randomBytes((rowBytes + 1) * side);
  // The first byte of a row names its filter.
  for (let row = 0; row < side; row += 1) rows[row * (rowBytes + 1)] = 0;
  const noise = png({ width: side, height: side, rows });
  const value = fields.find(({ name }) => name === 'form_token')?.value ?? '';
  const part = (head: string, content: string) =>
    `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const file = part('name="logo"; filename="a.png"\r\nContent-Type: image/png', noise.toString('latin1'));
  const body = `${part('name="form_token"', value)}${file}--x--\r\n`;
  return raw(action, body, { Cookie: cookieOf(browser), 'Content-Type': 'multipart/form-data; boundary=x' });
}

/** With the length that the body has once what stands for something else was put in. */
function raw(path: string, body: string, headers: Readonly<Record<string, string>>): string {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const length = body.replaceAll('@RANDOM', '0'.repeat(16)).length;
  const all = { Host: '127.0.0.1', ...FORM_HEADERS, ...FROM, ...type, ...headers, 'Content-Length': String(length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** The marks stay readable, so that they can be replaced. */
function encode(fields: readonly (readonly [string, string])[]): string {
  const pairs = fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.join('&').replaceAll('%40RANDOM', '@RANDOM');
}

function cookieOf({ cookies }: Browser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
