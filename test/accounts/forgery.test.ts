/** Proves that no form of an account can be sent by another site, another browser or another session. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showAccount, submitProfile } from '../../src/endpoints/account/account.ts';
import { submitAccountDelete } from '../../src/endpoints/account/delete.ts';
import { submitEmail } from '../../src/endpoints/account/email.ts';
import { submitPassword } from '../../src/endpoints/account/password.ts';
import { submitEndSession } from '../../src/endpoints/account/sessions.ts';
import { submitConfirm } from '../../src/endpoints/sign-in/confirm.ts';
import { showSignIn, submitSignIn } from '../../src/endpoints/sign-in/sign-in.ts';
import { submitSignOut } from '../../src/endpoints/sign-in/sign-out.ts';
import { submitSignUp } from '../../src/endpoints/sign-in/sign-up.ts';
import type { Handler } from '../../src/http/route.ts';
import { formTo } from '../support/html.ts';
import { createPerson, OTHER_PASSWORD, onEachEngine, PASSWORD } from './stage.ts';
import { type Caller, createCaller } from './visits.ts';

const signedInForms: readonly (readonly [path: string, handler: Handler, fields: Record<string, string>])[] = [
  ['/account', submitProfile, { nickname: 'Eve' }],
  ['/account/email', submitEmail, { email: 'eve@example.org', current_password: PASSWORD }],
  ['/account/password', submitPassword, { current_password: PASSWORD, new_password: OTHER_PASSWORD }],
  ['/account/sessions/end', submitEndSession, { session: 'others' }],
  ['/account/delete', submitAccountDelete, { confirm_nickname: 'Ada', password: PASSWORD }],
  ['/confirm', submitConfirm, { password: PASSWORD }],
  ['/sign-out', submitSignOut, {}],
];

async function tokenOf(caller: Caller): Promise<string> {
  const page = await caller.get(showAccount, { target: '/account' });
  return formTo(page.body, '/account').fields.find(({ name }) => name === 'form_token')?.value ?? '';
}

test(
  'without a form token, with a wrong one, or with another session’s, every form is refused and changes nothing',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Ada');
    await createPerson(stage, 'Eve');
    const [ada, elsewhere, eve] = [createCaller(stage), createCaller(stage), createCaller(stage)];
    await ada.signIn('Ada');
    await elsewhere.signIn('Ada');
    await eve.signIn('Eve');
    const before = await stage.events();
    const tokens = [undefined, 'x'.repeat(43), 'x'.repeat(86), await tokenOf(eve), await tokenOf(elsewhere)];

    for (const [target, handler, fields] of signedInForms) {
      for (const token of tokens) {
        const form = token === undefined ? fields : { ...fields, form_token: token };
        assert.equal((await ada.post(handler, { target }, form)).status, 403, target);
      }
    }

    assert.equal((await stage.events()).length, before.length);
    assert.equal((await ada.get(showAccount, { target: '/account' })).status, 200);
  }),
);

test(
  'a form sent from another site is refused, even with its token',
  onEachEngine(async (stage) => {
    await createPerson(stage);
    const ada = createCaller(stage);
    await ada.signIn('Ada');
    const fields = { form_token: await tokenOf(ada) };
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'http://sub.127.0.0.1:3000' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];

    for (const headers of foreign) {
      assert.equal((await ada.post(submitSignOut, { target: '/sign-out', headers }, fields)).status, 403);
    }

    assert.equal((await ada.post(submitSignOut, { target: '/sign-out' }, fields)).status, 303);
  }),
);

test(
  'nobody can be signed in or signed up by another site',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Eve');
    const [victim, eve] = [createCaller(stage), createCaller(stage)];
    const page = await eve.get(showSignIn, { target: '/sign-in' });
    const stolen = formTo(page.body, '/sign-in').fields.find(({ name }) => name === 'form_token')?.value ?? '';
    const login = { nickname: 'Eve', password: PASSWORD };
    const input = { nickname: 'Mallory', email: 'mallory@example.org', password: PASSWORD };

    for (const form_token of ['', stolen]) {
      const answer = await victim.post(submitSignIn, { target: '/sign-in' }, { ...login, form_token });
      assert.equal(answer.status, 403);
      assert.equal((await victim.post(submitSignUp, { target: '/sign-up' }, { ...input, form_token })).status, 403);
    }

    assert.deepEqual(
      [...victim.cookies.keys()].filter((name) => name === 'latchkey'),
      [],
    );
  }),
);

test(
  'the sign-in form of a second tab still works after the first one signed in, and changes who is here',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Ada');
    await createPerson(stage, 'Grace');
    const browser = createCaller(stage);
    const tab = await browser.get(showSignIn, { target: '/sign-in' });
    await browser.signIn('Ada');
    const first = browser.cookies.get('latchkey');

    const answer = await browser.submit(submitSignIn, tab, '/sign-in', { nickname: 'Grace', password: PASSWORD });

    assert.equal(answer.status, 303);
    assert.notEqual(browser.cookies.get('latchkey'), first);
    assert.match((await browser.get(showAccount, { target: '/account' })).body, /Grace/);
  }),
);

test(
  'a stranger’s form sets one cookie, writes nothing, and is bound to it',
  onEachEngine(async (stage) => {
    const stranger = createCaller(stage);
    const first = await stranger.get(showSignIn, { target: '/sign-in' });
    const second = await stranger.get(showSignIn, { target: '/sign-in' });

    assert.equal(first.cookies.length, 1);
    assert.match(first.cookies[0] ?? '', /^latchkey-stranger=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    assert.equal(second.cookies.length, 0);
    for (const { body } of [first, second]) {
      const form_token = formTo(body, '/sign-in').fields.find(({ name }) => name === 'form_token')?.value ?? '';
      const answer = await stranger.post(
        submitSignIn,
        { target: '/sign-in' },
        { nickname: '', password: '', form_token },
      );
      assert.equal(answer.status, 422);
    }
    assert.equal((await stage.events()).length, 0);
  }),
);

test(
  'over https both cookies are secure and bound to the host',
  onEachEngine(
    async (stage) => {
      await createPerson(stage);
      const browser = createCaller(stage);
      const page = await browser.get(showSignIn, { target: '/sign-in' });
      const answer = await browser.submit(submitSignIn, page, '/sign-in', { nickname: 'Ada', password: PASSWORD });

      for (const line of [...page.cookies, ...answer.cookies]) {
        assert.match(line, /^__Host-latchkey(-stranger)?=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
      }
    },
    { url: 'https://id.example.org' },
  ),
);
