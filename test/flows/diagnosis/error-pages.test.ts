/** Proves that every error page says what happened, what to do, and which trace to tell, in both languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { eachDatabase, everyEngine } from '../../support/each-database.ts';
import { usualStage } from '../../support/grant.ts';
import { text } from '../../support/html.ts';
import { type Answer, send } from '../../support/http-client.ts';
import { startService } from '../../support/service.ts';

const on = eachDatabase(usualStage);

const ADVICE = {
  en: /Try again|Try once more|[Gg]o back|Check the address|Open the form|Use the links|developer can fix|tell its developer/,
  ru: /[Пп]опроб|[Вв]ернитесь|Проверьте адрес|[Оо]ткройте форму|[Пп]ользуйтесь|разработчик приложения|его разработчику/,
} as const;
const TRACE = { en: /Request ID [0-9a-f]{16}/, ru: /Номер запроса [0-9a-f]{16}/ } as const;
const NUMBER = { en: 'Error', ru: 'Ошибка' } as const;

function assertTells(answer: Answer, status: number, language: 'en' | 'ru'): void {
  const page = text(answer.body);
  assert.equal(answer.status, status, page);
  assert.match(answer.body, new RegExp(`<html lang="${language}"`));
  assert.ok(page.includes(`${NUMBER[language]} ${status}`), `${status} in ${language}: ${page}`);
  assert.match(page, ADVICE[language], `${status} in ${language}`);
  assert.match(page, TRACE[language], `${status} in ${language}`);
}

interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

const CASES: readonly (readonly [status: number, ask: Ask])[] = [
  [400, { path: '/oauth/authorize' }],
  [400, { path: '/oauth/authorize?client_id=unknown&redirect_uri=https://app.example/' }],
  [400, { path: '/oauth/authorize?client_id=%ff' }],
  [400, { method: 'POST', path: '/sign-in', headers: { 'content-type': 'text/plain' }, body: 'x' }],
  [403, { method: 'POST', path: '/sign-in', headers: FORM, body: 'nickname=x&password=y' }],
  [404, { path: '/nowhere' }],
  [404, { path: '/users/12' }],
  [404, { path: '/oauth/applications/x/y/z' }],
  [405, { method: 'PUT', path: '/account' }],
  [405, { method: 'POST', path: '/account/data' }],
  [405, { path: '/sign-out' }],
  [413, { method: 'POST', path: '/sign-in', headers: FORM, body: `nickname=${'x'.repeat(70_000)}` }],
  [414, { path: `/oauth/authorize?state=${'x'.repeat(17_000)}` }],
];

for (const language of ['en', 'ru'] as const) {
  test(
    `every refused request is told on a page, in ${language}`,
    on(async ({ service }) => {
      for (const [status, { path, headers, ...rest }] of CASES) {
        const spoken = { accept: 'text/html', 'accept-language': language, ...headers };
        assertTells(await send(service.url + path, { ...rest, headers: spoken }), status, language);
      }
    }),
  );
}

test(
  'what belongs to others, and what does not exist, is told alike to somebody signed in',
  on(async ({ service, quill }) => {
    const browser = await signedIn(service, await createUser(service));
    const theirs = await browser.get(`/oauth/applications/${quill.client_id}`, { 'accept-language': 'ru' });
    const nobodys = await browser.get('/oauth/applications/nobody', { 'accept-language': 'ru' });

    assertTells(theirs, 404, 'ru');
    assertTells(nobodys, 404, 'ru');
  }),
);

test(
  'who is signed in keeps their places where nothing is, in their own language; a visitor has the way in',
  on(async ({ service, quill }) => {
    const browser = await signedIn(service, await createUser(service));
    const paths = ['/nowhere', '/sign-out', `/oauth/applications/${quill.client_id}`, '/admin'];

    for (const path of paths) {
      const page = await browser.get(path, { accept: 'text/html' });
      assert.ok(page.status === 404 || page.status === 405, `${path}: ${page.status}`);
      assert.match(page.body, /<nav class="navigation"/, path);
      assert.match(page.body, /<form class="side-search"/, path);
      assert.match(page.body, /action="\/sign-out"/, path);
    }
    assert.equal((await browser.get('/sign-out', { accept: 'text/html' })).headers.allow, 'POST');
    const stranger = await send(`${service.url}/nowhere`, { headers: { accept: 'text/html' } });
    assert.doesNotMatch(stranger.body, /class="navigation"|form_token/);
    assert.match(stranger.body, /<header class="open-top">.*href="\/docs".*href="\/sign-in"/);
    assert.equal(stranger.headers['set-cookie'], undefined);
  }),
);

test(
  'a cookie that names no session gets the page of a visitor',
  on(async ({ service }) => {
    for (const value of ['x', 'A'.repeat(43), 'A'.repeat(44)]) {
      const headers = { accept: 'text/html', cookie: `latchkey=${value}` };
      const page = await send(`${service.url}/nowhere`, { headers });
      assert.equal(page.status, 404);
      assert.match(page.body, /<header class="open-top">/);
    }
  }),
);

test(
  'sessions are looked up for sixty missing pages a minute of a network, and for no more',
  onMovedClock(
    async (clocked) => {
      const browser = await clocked.signedIn(await clocked.createUser('ada'));
      const keepsPlaces = async () => (await browser.get('/nowhere')).body.includes('class="navigation"');
      const seen: boolean[] = [];
      for (let count = 0; count < 61; count += 1) seen.push(await keepsPlaces());

      assert.deepEqual(seen, [...new Array(60).fill(true), false]);
      clocked.pass(60);
      assert.ok(await keepsPlaces());
    },
    { LATCHKEY_DANGER_NO_RATE_LIMITS: '0' },
  ),
);

test('too many attempts are told on a page, with the time to come back', () =>
  everyEngine(async (engine) => {
    const service = await startService({
      database: engine,
      env: { LATCHKEY_DANGER_NO_RATE_LIMITS: '0', LATCHKEY_SIGN_INS_PER_NETWORK: '1' },
    });
    const user = await createUser(service);
    const { openBrowser } = await import('../../support/browser-like.ts');
    let page = await openBrowser(service.url).signIn({ ...user, password: 'wrong' });
    for (let tries = 0; tries < 30 && page.status !== 429; tries += 1) {
      page = await openBrowser(service.url).signIn({ ...user, password: 'wrong' });
    }

    assertTells(page, 429, 'en');
    assert.ok(Number(page.headers['retry-after']) > 0);
    await service.stop();
  }));

test(
  'a body that is too large is told the limit of the address that refused it',
  on(async ({ service, quill }) => {
    const one = `/oauth/applications/${quill.client_id}`;
    const LIMITS = { '/sign-in': '64 KiB', [`${one}/test`]: '256 KiB', [`${one}/logo`]: '260 KiB' };

    for (const [path, limit] of Object.entries(LIMITS)) {
      const headers = { ...FORM, accept: 'text/html' };
      const answer = await send(service.url + path, { method: 'POST', headers, body: 'x'.repeat(300_000) });
      assert.equal(answer.status, 413, path);
      assert.ok(text(answer.body).includes(`The limit is ${limit}`), `${path}: ${text(answer.body)}`);
    }
    const api = await send(`${service.url}/oauth/token`, { method: 'POST', headers: FORM, body: 'x'.repeat(300_000) });
    assert.match(JSON.parse(api.body).error_description, /larger than 65536 bytes/);
  }),
);
