/** Proves what a user sees of one application, that a permission taken back is gone at once, and why a sign-in ended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Application } from '../../support/actors.ts';
import type { Browser } from '../../support/browser-like.ts';
import { type Clocked, onMovedClock, type Wish } from '../../support/clocked.ts';
import {
  agree,
  authorizeParams,
  callback,
  codeFields,
  refreshFields,
  type Tokens,
  tokensOf,
} from '../../support/grant.ts';
import { forms, formTo, text } from '../../support/html.ts';
import { json, send } from '../../support/http-client.ts';
import { token } from '../../support/token-client.ts';

const DAY = 86_400;
const ALL = { scope: 'profile email' };
const pathOf = ({ client_id }: Application) => `/oauth/authorized_applications/${encodeURIComponent(client_id)}`;

async function cast(clocked: Clocked, input: Wish = {}) {
  const [ada, bob] = [await clocked.createUser('ada'), await clocked.createUser('bob')];
  const quill = await clocked.createApplication(ada, input);
  const browser = await clocked.signedIn(bob);
  return { ada, bob, quill, browser, tokens: await obtain(clocked, browser, quill) };
}

async function obtain({ url }: Clocked, browser: Browser, application: Application, more = ALL): Promise<Tokens> {
  const answer = await agree(browser, authorizeParams(application, more));
  return tokensOf(await token(url, codeFields(application, callback(answer).get('code') ?? '')));
}

function refresh({ url }: Clocked, application: Application, value: string, scope?: string) {
  return token(url, { ...refreshFields(application, value), ...(scope === undefined ? {} : { scope }) });
}

function whoami({ url }: Clocked, access: string) {
  return send(`${url}/api/users/whoami`, { headers: { authorization: `Bearer ${access}`, 'user-agent': 'Quill/2.1' } });
}

async function takeBack(browser: Browser, application: Application, scope: string) {
  const page = await browser.get(pathOf(application));
  const form = forms(page.body).find(
    ({ action, fields }) => action.endsWith('/scopes/remove') && fields.some(({ value }) => value === scope),
  );
  assert.ok(form, `no way to take ${scope} back`);
  return browser.submit(page, form);
}

test(
  'the page tells when and on which device access was given, its end, and each permission with its last real use',
  onMovedClock(async (clocked) => {
    const { bob, quill, browser, tokens } = await cast(clocked, { scopes: ['profile', 'email', 'applications'] });
    const page = await browser.authorize(authorizeParams(quill, { scope: 'profile applications' }));
    await browser.approve(page, { set: { lasts: 'month' } });
    await whoami(clocked, tokens.access);
    await clocked.flush();

    const shown = await browser.get(pathOf(quill));

    const words = text(shown.body);
    assert.ok(shown.body.includes('title="in 1 month"'), 'the end');
    for (const word of ['Quill', 'ada', 'Browser-like', 'Ends', 'Quill 2.1', 'signed in']) {
      assert.ok(words.includes(word), `${word} is missing: ${words}`);
    }
    assert.match(
      words,
      /See your profile.*?last used.*?See your email address.*?last used.*?applications.*?never used/,
    );
    clocked.pass(20 * DAY);
    assert.ok(text((await (await clocked.signedIn(bob)).get(pathOf(quill))).body).includes('last used 20 days ago'));
  }),
);

test(
  'an app that was signed out tells when it was signed in, and why it ended, once',
  onMovedClock(async (clocked) => {
    const { quill, browser, tokens } = await cast(clocked);
    const { client_id, client_secret = '' } = quill;
    const body = new URLSearchParams({ token: tokens.refresh, client_id, client_secret }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal((await send(`${clocked.url}/oauth/revoke`, { method: 'POST', headers, body })).status, 200);

    const words = text((await browser.get(pathOf(quill))).body);

    assert.match(words, /signed out Signed in \d/);
    assert.equal(words.match(/The application itself signed you out/g)?.length, 1);
  }),
);

test(
  'a permission taken back is gone from live tokens at once, and the next refresh carries less and says so',
  onMovedClock(async (clocked) => {
    const { quill, browser, tokens } = await cast(clocked);
    assert.equal('email' in json(await whoami(clocked, tokens.access)), true);

    assert.equal((await takeBack(browser, quill, 'email')).location, `${pathOf(quill)}?done=permission_removed`);

    const seen = json(await whoami(clocked, tokens.access));
    assert.deepEqual([seen.nickname, 'email' in seen], ['bob', false]);
    const next = tokensOf(await refresh(clocked, quill, tokens.refresh));
    assert.equal(next.scope, 'profile');
    assert.equal(tokensOf(await refresh(clocked, quill, next.refresh, 'profile email')).scope, 'profile');
    assert.equal(json(await refresh(clocked, quill, next.refresh, 'email')).error, 'invalid_scope');
    const page = await browser.authorize(authorizeParams(quill, ALL));
    assert.ok(page.body.includes('name="decision"'), 'the application has to ask for it again');
  }),
);

test(
  'a later consent to the same permission does not give it back to what was issued before',
  onMovedClock(async (clocked) => {
    const { quill, browser, tokens } = await cast(clocked);
    const code = callback(await browser.authorize(authorizeParams(quill, ALL))).get('code') ?? '';
    await takeBack(browser, quill, 'email');

    const fresh = await obtain(clocked, browser, quill);

    assert.equal(fresh.scope, 'profile email');
    assert.equal('email' in json(await whoami(clocked, tokens.access)), false);
    assert.equal(tokensOf(await refresh(clocked, quill, tokens.refresh, 'profile email')).scope, 'profile');
    assert.equal(tokensOf(await token(clocked.url, codeFields(quill, code))).scope, 'profile');
  }),
);

test(
  'tokens that had nothing but the permission taken back are dead, and so is their refresh token',
  onMovedClock(async (clocked) => {
    const { quill, browser } = await cast(clocked);
    const only = await obtain(clocked, browser, quill, { scope: 'email' });

    await takeBack(browser, quill, 'email');

    assert.equal((await whoami(clocked, only.access)).status, 401);
    assert.equal(json(await refresh(clocked, quill, only.refresh)).error, 'invalid_grant');
  }),
);

test(
  'what the application requires, and the last permission, go only with the access itself',
  onMovedClock(async (clocked) => {
    const { quill, browser, tokens } = await cast(clocked, { required: ['profile'] });
    const page = await browser.get(pathOf(quill));
    const removals = forms(page.body).filter(({ action }) => action.endsWith('/scopes/remove'));
    assert.deepEqual(
      removals.flatMap(({ fields }) => fields.filter(({ name }) => name === 'scope').map(({ value }) => value)),
      ['email'],
    );
    const [form] = removals;
    assert.ok(form);

    await browser.submit(page, form, { set: { scope: 'profile' } });
    assert.equal((await whoami(clocked, tokens.access)).status, 200);
    await browser.submit(page, form);
    await browser.submit(page, formTo(page.body, `${pathOf(quill)}/revoke`));

    assert.equal((await whoami(clocked, tokens.access)).status, 401);
  }),
);

test(
  'nobody takes permissions back for somebody else, or from another site',
  onMovedClock(async (clocked) => {
    const { ada, quill, browser, tokens } = await cast(clocked);
    const page = await browser.get(pathOf(quill));
    const form = formTo(page.body, `${pathOf(quill)}/scopes/remove`);

    const theirs = await (await clocked.signedIn(ada)).submit(page, form);
    const foreign = await browser.submit(page, form, { headers: { 'sec-fetch-site': 'cross-site' } });

    assert.deepEqual([theirs.status, foreign.status], [403, 403]);
    assert.equal('email' in json(await whoami(clocked, tokens.access)), true);
  }),
);

test(
  'the address also answers where there is no access, and is nobody’s where there is no application',
  onMovedClock(async (clocked) => {
    const { ada, quill } = await cast(clocked);
    const browser = await clocked.signedIn(ada);

    const page = await browser.get(pathOf(quill));

    assert.equal(page.status, 200);
    assert.match(text(page.body), /Quill has no access to your account\. If it asks for access, you decide then\./);
    assert.equal((await browser.get('/oauth/authorized_applications/nobody')).status, 404);
  }),
);

test(
  'nobody is told that there never was access where it may have been removed before it was used',
  onMovedClock(async (clocked) => {
    const { ada, quill } = await cast(clocked);
    const browser = await clocked.signedIn(ada);
    await browser.approve(await browser.authorize(authorizeParams(quill)));
    const given = await browser.get(pathOf(quill));
    await browser.submit(given, formTo(given.body, /\/revoke$/));

    const page = await browser.get(pathOf(quill));

    assert.match(text(page.body), /Quill has no access to your account\./);
    assert.doesNotMatch(text(page.body), /never had/);
  }),
);

test(
  'the end of access is changed later: sooner, and tokens end with it, or away, and they go on',
  onMovedClock(async (clocked) => {
    const { bob, quill, tokens } = await cast(clocked);
    // A session ends long before the access does.
    const change = async (lasts: string) => {
      const browser = await clocked.signedIn(bob);
      const page = await browser.get(pathOf(quill));
      const saved = await browser.submit(page, formTo(page.body, /\/ends$/), { set: { lasts } });
      assert.match(text((await browser.follow(saved)).body), /End date saved\./);
    };

    const chosen = async () => {
      const { body } = await (await clocked.signedIn(bob)).get(pathOf(quill));
      return /<option[^>]* value="([^"]+)"[^>]* selected|<option value="([^"]+)" selected/
        .exec(body)
        ?.slice(1)
        .find(Boolean);
    };
    await change('day');
    assert.equal(await chosen(), 'day', 'who chose a day is not offered a month first');
    await change('until_removed');
    assert.equal(await chosen(), 'until_removed');
    clocked.pass(2 * DAY);
    const next = tokensOf(await refresh(clocked, quill, tokens.refresh));
    await change('day');
    clocked.pass(DAY + 1);

    assert.equal((await whoami(clocked, next.access)).status, 401);
    assert.equal((await refresh(clocked, quill, next.refresh)).status, 400);
    const browser = await clocked.signedIn(bob);
    assert.match(text((await browser.get('/account/events?about=apps')).body), /You changed how long access lasts/);
  }),
);

test(
  'a wrong end, and one for access that does not exist, change nothing',
  onMovedClock(async (clocked) => {
    const { quill, browser } = await cast(clocked);
    const page = await browser.get(pathOf(quill));
    const form = formTo(page.body, /\/ends$/);

    assert.equal((await browser.submit(page, form, { set: { lasts: 'for ever' } })).status, 400);
    const nowhere = await browser.submit(page, { ...form, action: '/oauth/authorized_applications/nobody/ends' });
    assert.equal(nowhere.status, 303);
    assert.match(text((await browser.get(pathOf(quill))).body), /Ends Until|never|Until/i);
  }),
);
