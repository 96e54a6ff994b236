/** Proves sign-in and sessions: who gets in, what a stranger learns, and when a session ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { formTo, formWith, text } from '../../support/html.ts';
import { send } from '../../support/http-client.ts';

const on = eachDatabase(
  async (service) => {
    const ada = await createUser(service);
    return { service, ada, browser: await signedIn(service, ada) };
  },
  { LATCHKEY_CONTACT: 'help@example.org' },
);

test(
  'an unknown nickname and a wrong password are answered alike, byte for byte',
  on(async ({ service, ada }) => {
    const ask = async (nickname: string) => {
      const answer = await openBrowser(service.url).signIn({ nickname, password: 'wrong wrong wrong' });
      const {
        date: _date,
        'x-request-id': _id,
        'set-cookie': _cookie,
        'content-length': _length,
        ...headers
      } = answer.headers;
      const body = answer.body
        .replaceAll(nickname, 'NICKNAME')
        .replace(/value="[\w.-]{20,}"/g, 'value="…"')
        .replace(/trace[^<]*<[^>]*>[^<]*/gi, '');
      return { status: answer.status, headers, body, cookies: answer.setCookies.length };
    };

    const wrong = await ask(ada.nickname);
    const unknown = await ask(`x${ada.nickname}`);

    assert.deepEqual(unknown, wrong);
    assert.ok(wrong.status >= 400 && wrong.status < 500, String(wrong.status));
  }),
);

test(
  'a disabled user with the right password reads why and whom to ask; with a wrong one nothing of it',
  on(async ({ service }) => {
    const user = await createUser(service);
    const wrong = { nickname: user.nickname, password: 'wrong wrong wrong' };
    const before = await openBrowser(service.url).signIn(wrong);
    const disabled = await service.cliHere(['users', 'disable', user.nickname, '--reason', 'It sent <spam>.']);
    assert.equal(disabled.code, 0, disabled.stderr);

    const right = await openBrowser(service.url).signIn(user);
    const guessed = await openBrowser(service.url).signIn(wrong);

    assert.deepEqual([right.status, right.location], [422, undefined]);
    assert.match(text(right.body), /This account is disabled\. Reason: It sent <spam>\. .*write to help@example\.org/);
    assert.ok(![...right.setCookies].some((line) => /^latchkey=/.test(line)));
    assert.equal(guessed.status, before.status);
    const open = text((await openBrowser(service.url).get('/sign-in')).body);
    assert.match(open, /Forgot your password\?.*a link that signs you in once.*help@example\.org/);
    assert.doesNotMatch(guessed.body, /disabled|spam/);
  }),
);

test(
  'the session cookie is HttpOnly, lax, for the whole site, and new at sign-in',
  on(async ({ service, ada }) => {
    const browser = openBrowser(service.url);
    await browser.get('/sign-in');
    const before = new Map(browser.cookies);

    const answer = await browser.signIn(ada);

    const lines = answer.setCookies;
    assert.ok(lines.length > 0);
    for (const line of lines) {
      assert.match(line, /;\s*HttpOnly/i);
      assert.match(line, /;\s*SameSite=Lax/i);
      assert.match(line, /;\s*Path=\/(;|$)/i);
      assert.doesNotMatch(line, /;\s*Domain=/i);
    }
    assert.ok([...browser.cookies].some(([name, value]) => before.get(name) !== value));
  }),
);

test(
  'a session that the visitor brought along is not adopted',
  on(async ({ service, ada }) => {
    const attacker = await signedIn(service, await createUser(service));
    const victim = openBrowser(service.url);
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
    victim.cookies.delete('none');
    const page = await victim.get('/sign-in');
    const form = page.location ? undefined : formWith(page.body, 'nickname', 'password');
    if (form) await victim.submit(page, form, { set: { nickname: ada.nickname, password: ada.password } });

    const seen = await attacker.get('/account');

    assert.ok(!seen.body.includes(ada.email), 'the attacker does not become Ada');
  }),
);

test(
  'signing out ends the session on the server',
  on(async ({ service, ada }) => {
    const browser = await signedIn(service, ada);
    const kept = new Map(browser.cookies);
    const page = await browser.get('/account');

    const answer = await browser.submit(page, formTo(page.body, '/sign-out'));

    assert.equal(answer.status, 303);
    for (const [name, value] of kept) browser.cookies.set(name, value);
    assert.notEqual((await browser.get('/account')).status, 200);
  }),
);

test(
  'return targets are local paths only',
  on(async ({ service, ada }) => {
    const targets = [
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\/evil.example',
      'https:evil.example',
      'https://evil.example/',
      '/%2fevil.example',
      '/%5cevil.example',
      '/..//evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
      '/\t/evil.example',
      '/\n/evil.example',
      '@evil.example',
      'evil.example',
      ' //evil.example',
      '/.//evil.example',
    ];
    const asked = await openBrowser(service.url).get('/account');
    const name = [...new URL(asked.location ?? '', service.url).searchParams.keys()][0];
    assert.ok(name, `the return target travels in a parameter: ${asked.location}`);
    for (const target of targets) {
      const browser = openBrowser(service.url);
      const page = await browser.get(`/sign-in?${new URLSearchParams({ [name]: target })}`);
      if (page.status !== 200) continue;
      const answer = await browser.submit(page, formWith(page.body, 'nickname', 'password'), {
        set: { nickname: ada.nickname, password: ada.password },
      });

      const destination = new URL(answer.location ?? '/', service.url);
      assert.equal(destination.origin, service.url, `${JSON.stringify(target)} led to ${answer.location}`);
      assert.doesNotMatch(answer.location ?? '', /^[/\\]{2}|[\t\n]/);
    }
  }),
);

test(
  'pages for people send those who are not signed in to the sign-in page',
  on(async ({ service }) => {
    for (const path of [
      '/account',
      '/account/sessions',
      '/account/events',
      '/account/delete',
      '/oauth/applications',
      '/oauth/applications/new',
      '/oauth/authorized_applications',
    ]) {
      const answer = await send(service.url + path);

      assert.equal(answer.status, 303, path);
      assert.ok(answer.location?.startsWith('/sign-in'), `${path}: ${answer.location}`);
    }
  }),
);

test(
  'malformed cookies are no session and no crash',
  on(async ({ service, browser }) => {
    const names = [...browser.cookies.keys()];
    for (const value of ['', 'x', '%', '"', 'a'.repeat(4000), '../../etc', '\u00ff']) {
      const cookie = names.map((name) => `${name}=${value}`).join('; ');
      const answer = await send(`${service.url}/account`, { headers: { cookie } });

      assert.equal(answer.status, 303, value);
    }
  }),
);

test(
  'two session cookies in one request never merge into one session',
  on(async ({ service, browser, ada }) => {
    const [name, value] = [...browser.cookies][0] ?? ['', ''];
    const answer = await send(`${service.url}/account`, { headers: { cookie: `${name}=nonsense; ${name}=${value}` } });

    assert.ok(answer.status === 303 || answer.status === 400 || answer.body.includes(ada.nickname));
  }),
);
