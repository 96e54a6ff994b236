/** Proves what a user can do with the account: change it, leave it, and take everything along. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, PASSWORD, signedIn, type User } from '../../support/actors.ts';
import { type Browser, openBrowser, type Page } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  usualStage,
  whoami,
} from '../../support/grant.ts';
import { formTo } from '../../support/html.ts';
import { json } from '../../support/http-client.ts';
import type { Service } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(usualStage);

async function submitOn(browser: Browser, path: string, action: string, set: Record<string, string>): Promise<Page> {
  const page = await browser.get(path);
  return browser.submit(page, formTo(page.body, action), { set });
}

async function newcomer(service: Service): Promise<{ user: User; browser: Browser }> {
  const user = await createUser(service);
  return { user, browser: await signedIn(service, user) };
}

const isRefused = ({ status }: Page) => status >= 400 && status < 500;

test(
  'what the profile says is what applications are told',
  on(async ({ service, quill }) => {
    const { browser, user } = await newcomer(service);
    const set = {
      name: 'Ada <b>Lovelace</b>',
      website: 'https://ada.example/',
      locale: 'pt-BR',
      avatar_url: 'https://ada.example/a.png',
    };

    assert.equal((await submitOn(browser, '/account', '/account', set)).status, 303);

    const { access } = await obtainTokens({ service, browser, quill });
    const { name, website, locale, avatar, nickname } = json(await whoami(service, access));
    assert.deepEqual(
      { name, website, locale, avatar, nickname },
      {
        name: set.name,
        website: set.website,
        locale: set.locale,
        avatar: set.avatar_url,
        nickname: user.nickname,
      },
    );
    const page = await browser.get(`/users/${user.id}`);
    assert.doesNotMatch(page.body, /<b>Lovelace/);
  }),
);

test(
  'a profile refuses addresses that run, and fields that are not its own',
  on(async ({ service }) => {
    const { browser, user } = await newcomer(service);
    for (const website of ['javascript:alert(1)', 'data:text/html,x', 'ftp://x.example', '//x.example', 'x']) {
      assert.ok(isRefused(await submitOn(browser, '/account', '/account', { website })), website);
      assert.ok(isRefused(await submitOn(browser, '/account', '/account', { avatar_url: website })), website);
    }

    await submitOn(browser, '/account', '/account', {
      id: '1',
      role: 'administrator',
      email: 'x@example.org',
      email_verified: '1',
      state: 'x',
    });

    const { stdout } = await service.cliHere(['users', 'list', '--json']);
    const line = stdout.split('\n').find((each) => each.includes(user.nickname)) ?? '{}';
    const { id, email, role } = JSON.parse(line);
    assert.deepEqual({ id, email }, { id: user.id, email: user.email });
    assert.notEqual(role, 'administrator');
  }),
);

test(
  'nobody ends a session of somebody else',
  on(async ({ service, browser }) => {
    const { browser: other, user } = await newcomer(service);
    const elsewhere = await signedIn(service, user);
    const [button] = formTo((await other.get('/account/sessions')).body, '/account/sessions/end').buttons;
    assert.ok(button);
    const page = await browser.get('/account');

    await browser.submit(page, { ...formTo(page.body, '/sign-out'), action: '/account/sessions/end' }, { button });

    assert.equal((await elsewhere.get('/account')).status, 200);
  }),
);

test(
  'deleting the account ends at once all that came from it',
  on(async ({ service, browser: adas, quill }) => {
    const { browser, user } = await newcomer(service);
    const tokens = await obtainTokens({ service, browser, quill });
    const code = await obtainCode(browser, quill);
    const own = await createApplication(service, { owner: user, name: 'Orphan' });
    const lent = await obtainTokens({ service, browser: adas, quill: own });
    const elsewhere = await signedIn(service, user);

    const answer = await submitOn(browser, '/account/delete', '/account/delete', {
      confirm_nickname: user.nickname,
      password: PASSWORD,
    });

    assert.equal(answer.status, 303);
    await assertDead(service, tokens.access);
    assertRefused(await refresh({ service, quill }, tokens.refresh), 400, 'invalid_grant');
    assertRefused(await token(service.url, codeFields(quill, code)), 400, 'invalid_grant');
    await assertDead(service, lent.access);
    assertRefused(await refresh({ service, quill: own }, lent.refresh), 401, 'invalid_client');
    for (const each of [browser, elsewhere]) assert.notEqual((await each.get('/account')).status, 200);
    assert.notEqual((await openBrowser(service.url).signIn(user)).status, 303);
    const again = await createUser(service, { nickname: user.nickname, email: user.email });
    assert.notEqual(again.id, user.id);
  }),
);

test(
  'disabling a user ends at once all that came from the account, for good',
  on(async ({ service, quill }) => {
    const { browser, user } = await newcomer(service);
    const tokens = await obtainTokens({ service, browser, quill });
    const code = await obtainCode(browser, quill);
    await assertAlive(service, tokens.access);

    assert.equal((await service.cliHere(['users', 'disable', user.nickname])).code, 0);

    await assertDead(service, tokens.access);
    assertRefused(await refresh({ service, quill }, tokens.refresh), 400, 'invalid_grant');
    assertRefused(await token(service.url, codeFields(quill, code)), 400, 'invalid_grant');
    assert.notEqual((await browser.get('/account')).status, 200);
    assert.equal((await service.cliHere(['users', 'enable', user.nickname])).code, 0);
    await assertDead(service, tokens.access);
    assertRefused(await refresh({ service, quill }, tokens.refresh), 400, 'invalid_grant');
    assert.notEqual((await browser.get('/account')).status, 200, 'the old session stays dead');
    assert.equal((await openBrowser(service.url).signIn(user)).status, 303);
  }),
);

test(
  'a changed password leaves applications their access, or ends it where that is ticked, and the page says which',
  on(async ({ service, quill }) => {
    const { browser, user } = await newcomer(service);
    const elsewhere = await signedIn(service, user);
    const tokens = await obtainTokens({ service, browser, quill });
    const code = await obtainCode(browser, quill);
    const change = async (current_password: string, new_password: string, more: Record<string, string> = {}) => {
      const set = { current_password, new_password, ...more };
      return await browser.follow(await submitOn(browser, '/account/password', '/account/password', set));
    };

    const kept = await change(PASSWORD, 'first heron by the mill');

    assert.match(kept.body, /Applications keep their access\./);
    assert.notEqual((await elsewhere.get('/account')).status, 200);
    await assertAlive(service, tokens.access);

    const ended = await change('first heron by the mill', 'second heron by the mill', { end_access: 'yes' });

    assert.match(ended.body, /and so has the access of every application/);
    await assertDead(service, tokens.access);
    assertRefused(await refresh({ service, quill }, tokens.refresh), 400, 'invalid_grant');
    assertRefused(await token(service.url, codeFields(quill, code)), 400, 'invalid_grant');
    assert.match((await browser.get('/account/events')).body, /to your account was removed/);
  }),
);

test(
  'a password set by the operator ends every session and every access, and the command says so',
  on(async ({ service, quill }) => {
    const { browser, user } = await newcomer(service);
    const tokens = await obtainTokens({ service, browser, quill });
    const next = 'set by the operator, twelve';
    const set = (...more: string[]) =>
      service.cliHere(['users', 'set-password', user.nickname, '--password-stdin', ...more], `${next}\n`);

    const kept = await set('--keep-access');

    assert.equal(kept.code, 0, kept.stderr);
    assert.match(kept.stdout, /signed out everywhere\. Applications keep their access\./);
    assert.notEqual((await browser.get('/account')).status, 200);
    await assertAlive(service, tokens.access);

    const ended = await set();

    assert.match(ended.stdout, /The access of 1 application has ended/);
    await assertDead(service, tokens.access);
    assertRefused(await refresh({ service, quill }, tokens.refresh), 400, 'invalid_grant');
    assert.equal((await openBrowser(service.url).signIn({ nickname: user.nickname, password: next })).status, 303);
  }),
);
