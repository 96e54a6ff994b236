/** Proves that the page for the password signs nobody out: sent twice, or left before its answer has come. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { type Browser, openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { forms, formTo, text } from '../../support/html.ts';
import type { Service } from '../../support/service.ts';

const on = eachDatabase(async (service) => ({ service }));

/** A browser, one that has the cookies it had at first and never another, and what the page for the password sends. */
async function confirming({ service }: { readonly service: Service }) {
  const ada = await createUser(service);
  const browser = await signedIn(service, ada);
  const { body } = await browser.get('/account');
  const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(body) ?? [];
  const send = (from: Browser, password = ada.password) =>
    from.post('/confirm', { form_token, password, return_to: '/account/privacy' });
  return { service, ada, browser, before: copyOf(service, browser), send };
}

function copyOf({ url }: Service, { cookies }: Browser): Browser {
  const copy = openBrowser(url);
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
}

const isSignedIn = async (browser: Browser) => (await browser.get('/account')).status === 200;

test(
  'whoever leaves before the answer has come stays signed in, and is asked for the password again',
  on(async (stage) => {
    const { before, send, ada } = await confirming(stage);
    const lost = copyOf(stage.service, before);

    assert.equal((await send(lost)).location, '/account/privacy');

    assert.ok(await isSignedIn(before));
    const sessions = text((await before.get('/account/sessions')).body);
    assert.equal(sessions.split('Browser-like').length, 2, 'nobody is told of a session that no browser has');
    assert.equal((await send(copyOf(stage.service, before))).location, '/account/privacy', ada.nickname);
  }),
);

test(
  'the password that is sent twice leaves one browser signed in, whichever answer it takes',
  on(async (stage) => {
    for (const taken of [0, 1]) {
      const { before, send } = await confirming(stage);
      const both = [copyOf(stage.service, before), copyOf(stage.service, before)];

      const answers = await Promise.all(both.map((browser) => send(browser)));

      assert.deepEqual(
        answers.map(({ location }) => location),
        ['/account/privacy', '/account/privacy'],
      );
      const browser = both[taken] ?? before;
      assert.ok(await isSignedIn(browser));
      assert.ok(!(await isSignedIn(before)), 'the session from before ends where the new one is used');
      assert.ok(await isSignedIn(browser));
    }
  }),
);

test(
  'the session from before is worth no more than it was, and nothing once the new one is used',
  on(async (stage) => {
    const { before: thief, browser, send } = await confirming(stage);

    await send(browser);
    assert.ok(await isSignedIn(browser));

    assert.ok(!(await isSignedIn(thief)));
    assert.match((await send(thief)).location ?? '', /^\/sign-in/);
    assert.ok(await isSignedIn(browser));
  }),
);

test(
  'signing out ends what was confirmed and never used too, and so does ending that session elsewhere',
  on(async (stage) => {
    const leave = async (browser: Browser) => {
      const page = await browser.get('/account');
      return await browser.submit(page, formTo(page.body, /sign-out$/));
    };
    const one = await confirming(stage);
    const unused = copyOf(stage.service, one.before);
    await one.send(unused);
    await leave(one.before);
    assert.ok(!(await isSignedIn(unused)));

    const other = await confirming(stage);
    const kept = copyOf(stage.service, other.before);
    await other.send(kept);
    const owner = await signedIn(stage.service, other.ada);
    const page = await owner.get('/account/sessions');
    const form = forms(page.body).find(({ buttons }) => buttons.some(({ name }) => name === 'session'));
    assert.ok(form?.buttons[0]);
    await owner.submit(page, form, { button: form.buttons[0] });
    assert.ok(!(await isSignedIn(other.before)));
    assert.ok(!(await isSignedIn(kept)));
  }),
);

test(
  'of a password that was sent twice, the session that the browser did not take can be seen and ended once the other is used',
  on(async (stage) => {
    const { before, send } = await confirming(stage);
    const [lost, taken] = [copyOf(stage.service, before), copyOf(stage.service, before)];
    await send(lost);
    await send(taken);

    const page = await taken.get('/account/sessions');

    const form = forms(page.body).find(({ buttons }) => buttons.some(({ name }) => name === 'session'));
    assert.ok(form?.buttons[0], 'it is live, so it can be seen');
    await taken.submit(page, form, { button: form.buttons[0] });
    assert.ok(!(await isSignedIn(lost)));
    assert.ok(await isSignedIn(taken));
  }),
);

test(
  'a session that is ended by a list from before its browser confirmed the password ends what took its place',
  on(async (stage) => {
    for (const times of [1, 3]) {
      const { ada, browser, before, send } = await confirming(stage);
      const owner = await signedIn(stage.service, ada);
      const page = await owner.get('/account/sessions');
      const form = forms(page.body).find(({ buttons }) => buttons.some(({ name }) => name === 'session'));
      assert.ok(form?.buttons[0]);
      for (let time = 0; time < times; time += 1) {
        const { body } = await browser.get('/account');
        const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(body) ?? [];
        await browser.post('/confirm', { form_token, password: ada.password, return_to: '/account/privacy' });
        assert.ok(await isSignedIn(browser), 'the new session is used');
      }

      const answer = await owner.submit(page, form, { button: form.buttons[0] });

      assert.match(answer.location ?? '', /done=session_ended$/);
      assert.ok(!(await isSignedIn(browser)));
      assert.ok(!(await isSignedIn(before)));
      assert.ok(await isSignedIn(owner));
      assert.match((await send(before)).location ?? '', /^\/sign-in/);
    }
  }),
);
