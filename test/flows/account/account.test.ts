/** Proves what a user can do with the account: change it, leave it, and take everything along. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { parsePng } from '../../../src/protocol/pictures/png.ts';
import { createApplication, createUser, PASSWORD, signedIn, type User } from '../../support/actors.ts';
import { type Browser, openBrowser, type Page } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  authorizeParams,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  usualStage,
  whoami,
} from '../../support/grant.ts';
import { formTo, text } from '../../support/html.ts';
import { type Answer, json, send } from '../../support/http-client.ts';
import { png } from '../../support/png.ts';
import type { Service } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';
import { upload } from '../../support/upload.ts';

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

const PICTURE = /src="(\/avatars\/[\w-]{43}\.png)"/;

test(
  'an uploaded picture is drawn anew, is met wherever its owner is, and is gone from everywhere once it is removed',
  on(async ({ service, quill }) => {
    const { browser, user } = await newcomer(service);
    await submitOn(browser, '/account', '/account', { avatar_url: 'https://ada.example/a.png' });
    const page = await browser.get('/account');
    const input = { page, action: '/account/picture', field: 'picture' };
    const avatarOf = async (access: string) => json(await whoami(service, access)).avatar;

    const saved = await upload(service, browser, { ...input, file: png() });

    assert.equal(saved.location, '/account?done=picture_saved', saved.body);
    const [, path = ''] = PICTURE.exec((await browser.get('/account')).body) ?? [];
    const consent = await browser.authorize(authorizeParams(quill));
    for (const { body } of [await browser.get('/'), await openBrowser(service.url).get(`/users/${user.id}`), consent]) {
      assert.equal(PICTURE.exec(body)?.[1], path);
    }
    const { access } = await obtainTokens({ service, browser, quill });
    assert.equal(await avatarOf(access), service.url + path);
    const picture = await send(service.url + path);
    assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/png']);
    assert.deepEqual(headersOf(picture), [
      'public, max-age=3600',
      "default-src 'none'; frame-ancestors 'none'",
      'cross-origin',
      'nosniff',
    ]);
    const file = JSON.parse((await browser.get('/account/data')).body).picture;
    assert.equal(parsePng(Buffer.from(file.base64, 'base64')).ok, true);

    await upload(service, browser, { ...input, file: png({ colourType: 2 }) });
    assert.equal((await send(service.url + path)).status, 404, 'replaced');
    const second = PICTURE.exec((await browser.get('/account')).body)?.[1] ?? '';
    assert.equal((await submitOn(browser, '/account', '/account/picture/remove', {})).status, 303);
    assert.equal((await send(service.url + second)).status, 404, 'removed');
    assert.equal(await avatarOf(access), `${service.url}/avatars/${user.id}.svg`);
  }),
);

function headersOf({ headers }: Answer): readonly (string | undefined)[] {
  const names = ['cache-control', 'content-security-policy', 'cross-origin-resource-policy', 'x-content-type-options'];
  return names.map((name) => headers[name]);
}

test(
  'what is no picture is refused beside its field, and a forged or endless upload changes nothing',
  on(async ({ service, browser }) => {
    const page = await browser.get('/account');
    const input = { page, action: '/account/picture', field: 'picture' };

    const gif = await upload(service, browser, { ...input, file: Buffer.from('GIF89a') });
    const none = await upload(service, browser, { ...input, file: Buffer.alloc(0) });
    const forged = await upload(service, browser, { ...input, file: png(), token: 'forged' });
    const large = await upload(service, browser, { ...input, file: Buffer.alloc(400_000) });

    assert.deepEqual([gif.status, none.status, forged.status, large.status], [422, 422, 403, 413]);
    assert.match(gif.body, /id="picture-fault".*This is not a PNG file/);
    assert.match(none.body, /id="picture-fault".*Choose a file first/);
    assert.doesNotMatch((await browser.get('/account')).body, PICTURE);
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
    const input = { page: await browser.get('/account'), action: '/account/picture', field: 'picture' };
    await upload(service, browser, { ...input, file: png() });
    const picture = PICTURE.exec((await browser.get('/account')).body)?.[1] ?? 'none';
    assert.equal((await send(service.url + picture)).status, 200);

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
    assert.equal((await send(service.url + picture)).status, 404);
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

    assert.match(kept.body, /Apps keep their access\./);
    assert.notEqual((await elsewhere.get('/account')).status, 200);
    await assertAlive(service, tokens.access);

    const ended = await change('first heron by the mill', 'second heron by the mill', { end_access: 'yes' });

    assert.match(ended.body, /and no app has access any more/);
    await assertDead(service, tokens.access);
    assertRefused(await refresh({ service, quill }, tokens.refresh), 400, 'invalid_grant');
    assertRefused(await token(service.url, codeFields(quill, code)), 400, 'invalid_grant');
    assert.match((await browser.get('/account/events')).body, /to your account was removed/);
  }),
);

test(
  'the password that the account has is no new one, which only whoever knows it is told',
  on(async ({ service }) => {
    const { browser, user } = await newcomer(service);
    const change = (current_password: string, new_password: string) =>
      submitOn(browser, '/account/password', '/account/password', { current_password, new_password });

    const same = await change(PASSWORD, PASSWORD);
    const guessed = await change('second heron by the mill', 'second heron by the mill');

    assert.deepEqual([same.status, guessed.status], [422, 422]);
    assert.match(text(same.body), /Choose a password that differs from the current one\./);
    assert.match(text(guessed.body), /This is not your password\./);
    assert.doesNotMatch(text(guessed.body), /differs/);
    assert.equal((await openBrowser(service.url).signIn(user)).status, 303);
    const events = await browser.get('/account/events');
    assert.match(text(events.body), /A wrong password was entered to confirm a change/);
    assert.doesNotMatch(text(events.body), /tried to sign in|Your password was changed/);
  }),
);

test(
  'the address that the account has is no new one, and stays verified',
  on(async ({ service }) => {
    const nickname = `vouched-${randomUUID().slice(0, 8)}`;
    const email = `${nickname}@example.org`;
    const made = await service.cliHere(
      ['users', 'create', '--nickname', nickname, '--email', email, '--email-verified', '--password-stdin'],
      PASSWORD,
    );
    assert.equal(made.code, 0, made.stderr);
    const browser = openBrowser(service.url);
    await browser.signIn({ nickname, password: PASSWORD });
    const set = { email, current_password: PASSWORD };

    const same = await submitOn(browser, '/account/email', '/account/email', set);

    assert.equal(same.status, 422);
    assert.match(text(same.body), /This is your address already/);
    assert.match(text((await browser.get('/account/email')).body), new RegExp(`${email} verified`));
    assert.equal(
      (await submitOn(browser, '/account/email', '/account/email', { ...set, email: `x${email}` })).location,
      '/account/email?done=email_changed',
    );
  }),
);

test(
  'who leaves both fields of the password form empty is told of both at once, and of each once',
  on(async ({ service }) => {
    const { browser } = await newcomer(service);

    const page = await submitOn(browser, '/account/password', '/account/password', {});

    assert.equal(page.status, 422);
    assert.match(text(page.body), /Fix 2 problems/);
    for (const [id, words] of [
      ['current_password', 'Enter your password'],
      ['new_password', 'Use at least'],
    ])
      assert.match(page.body, new RegExp(`id="${id}-fault"[^]{0,400}${words}`));
    assert.doesNotMatch(page.body, /id="new_password-hint"/);
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

test(
  'a profile with a taken nickname and a bad website is refused for both, and so is a deletion without a word',
  on(async ({ service }) => {
    const [ada, bob] = [await createUser(service), await createUser(service)];
    const browser = await signedIn(service, ada);
    const sent = async (path: string, set: Record<string, string>) => {
      const page = await browser.get(path);
      const answer = await browser.submit(page, formTo(page.body, path), { set });
      assert.equal(answer.status, 422);
      return answer.body;
    };

    const profile = await sent('/account', { nickname: bob.nickname.toUpperCase(), website: 'javascript:x' });
    const deletion = await sent('/account/delete', { confirm_nickname: '', password: '' });

    const summaryOf = (body: string) => [...body.matchAll(/<li><a href="#(\w+)">/g)].map(([, id]) => id);
    assert.deepEqual(summaryOf(profile), ['nickname', 'website']);
    assert.match(text(profile), /This nickname, or one that looks like it, is taken\./);
    assert.deepEqual(summaryOf(deletion), ['confirm_nickname', 'password']);
    assert.match(text(deletion), /This is not your nickname\. .*Enter your password\./);
  }),
);
