/** Proves that no form of an account can be sent by another site, another browser or another session. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formTo } from '../support/html.ts';
import { createPerson, OTHER_PASSWORD, onEachEngine, PASSWORD } from './stage.ts';
import { type Caller, createCaller } from './visits.ts';

const signedInForms: readonly (readonly [path: string, fields: Record<string, string>])[] = [
  ['/account', { nickname: 'Eve' }],
  ['/account/email', { email: 'eve@example.org', current_password: PASSWORD }],
  ['/account/password', { current_password: PASSWORD, new_password: OTHER_PASSWORD }],
  ['/account/sessions/end', { session: 'others' }],
  ['/account/delete', { confirm_nickname: 'Ada', password: PASSWORD }],
  ['/confirm', { password: PASSWORD }],
  ['/sign-out', {}],
];

async function tokenOf(caller: Caller): Promise<string> {
  const page = await caller.get('/account');
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

    for (const [target, fields] of signedInForms) {
      for (const token of tokens) {
        const form = token === undefined ? fields : { ...fields, form_token: token };
        assert.equal((await ada.post(target, form)).status, 403, target);
      }
    }

    assert.equal((await stage.events()).length, before.length);
    assert.equal((await ada.get('/account')).status, 200);
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
      assert.equal((await ada.post('/sign-out', fields, headers)).status, 403);
    }

    assert.equal((await ada.post('/sign-out', fields)).status, 303);
  }),
);

test(
  'nobody can be signed in or signed up by another site',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Eve');
    const [victim, eve] = [createCaller(stage), createCaller(stage)];
    const page = await eve.get('/sign-in');
    const stolen = formTo(page.body, '/sign-in').fields.find(({ name }) => name === 'form_token')?.value ?? '';
    const login = { nickname: 'Eve', password: PASSWORD };
    const input = { nickname: 'Mallory', email: 'mallory@example.org', password: PASSWORD };

    for (const form_token of ['', stolen]) {
      const answer = await victim.post('/sign-in', { ...login, form_token });
      assert.equal(answer.status, 403);
      assert.equal((await victim.post('/sign-up', { ...input, form_token })).status, 403);
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
    const tab = await browser.get('/sign-in');
    await browser.signIn('Ada');
    const first = browser.cookies.get('latchkey');

    const answer = await browser.submit(tab, '/sign-in', { nickname: 'Grace', password: PASSWORD });

    assert.equal(answer.status, 303);
    assert.notEqual(browser.cookies.get('latchkey'), first);
    assert.match((await browser.get('/account')).body, /Grace/);
  }),
);

test(
  'a stranger’s form sets one cookie, writes nothing, and is bound to it',
  onEachEngine(async (stage) => {
    const stranger = createCaller(stage);
    const first = await stranger.get('/sign-in');
    const second = await stranger.get('/sign-in');

    assert.equal(first.cookies.length, 1);
    assert.match(first.cookies[0] ?? '', /^latchkey-stranger=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    assert.equal(second.cookies.length, 0);
    for (const { body } of [first, second]) {
      const form_token = formTo(body, '/sign-in').fields.find(({ name }) => name === 'form_token')?.value ?? '';
      assert.equal((await stranger.post('/sign-in', { nickname: '', password: '', form_token })).status, 422);
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
      const page = await browser.get('/sign-in');
      const answer = await browser.submit(page, '/sign-in', { nickname: 'Ada', password: PASSWORD });

      for (const line of [...page.cookies, ...answer.cookies]) {
        assert.match(line, /^__Host-latchkey(-stranger)?=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
      }
    },
    { url: 'https://id.example.org' },
  ),
);
