/** Proves that a new password that is sent twice is changed once, and that both answers say so and leave the browser signed in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn, type User } from '../../support/actors.ts';
import { type Browser, openBrowser } from '../../support/browser-like.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { formTo, text } from '../../support/html.ts';
import type { Service } from '../../support/service.ts';

const NEXT = 'seven quiet otters by the mill';
const on = eachDatabase(async (service) => ({ service }));

/** An open form for a new password, which copies of one browser send: each has the cookie from before. */
async function changing({ service }: { readonly service: Service }) {
  return await openForm(service, await createUser(service));
}

async function openForm(service: Pick<Service, 'url'>, ada: User) {
  const browser = openBrowser(service.url);
  await browser.signIn(ada);
  const opened = await browser.get('/account/password');
  const form = formTo(opened.body, '/account/password');
  const before = copyOf(service, browser);
  const copy = () => copyOf(service, before);
  const send = (from: Browser, set: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    from.submit(opened, form, { set: { current_password: ada.password, new_password: NEXT, ...set }, headers });
  return { ada, browser, copy, send };
}

function copyOf({ url }: Pick<Service, 'url'>, { cookies }: Browser): Browser {
  const copy = openBrowser(url);
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
}

const DONE = '/account/password?done=password_changed';

test(
  'a new password that is sent twice, at once or one after the other, is told as changed by both answers',
  on(async (stage) => {
    for (const isAtOnce of [true, false]) {
      const { ada, copy, send } = await changing(stage);
      const both = [copy(), copy()];
      const [one, two] = both;
      assert.ok(one && two);

      const answers = isAtOnce ? await Promise.all(both.map((each) => send(each))) : [await send(one), await send(two)];

      assert.deepEqual(
        answers.map(({ location }) => location),
        [DONE, DONE],
      );
      // A browser takes one answer, and gives the other up.
      const told = await two.get(DONE);
      assert.match(text(told.body), /Password changed/);
      const events = text((await two.get('/account/events')).body);
      assert.equal(events.match(/Your password was changed/g)?.length, 1, events);
      assert.equal((await openBrowser(stage.service.url).signIn({ ...ada, password: NEXT })).status, 303);
    }
  }),
);

test(
  'so it is where access ended with it',
  on(async (stage) => {
    const { copy, send } = await changing(stage);
    await send(copy(), { end_access: 'on' });

    const again = await send(copy(), { end_access: 'on' });

    assert.equal(again.location, '/account/password?done=password_changed_access_ended');
  }),
);

test(
  'whoever has the cookie from before and not the new password is not let in, nor told anything of it',
  on(async (stage) => {
    const { browser, copy, send } = await changing(stage);
    await send(browser);

    for (const new_password of ['another long sentence of words', '']) {
      const thief = copy();
      const refused = await send(thief, { new_password });
      assert.match(refused.location ?? '', /^\/sign-in\?return_to=\/account\/password/);
      assert.deepEqual(
        refused.setCookies.filter((line) => /^latchkey=./.test(line)),
        [],
      );
    }
    const forged = await send(copy(), {}, { 'sec-fetch-site': 'cross-site' });
    assert.match(forged.location ?? '', /^\/sign-in/);
    const unsealed = await send(copy(), { form_token: '' });
    assert.match(unsealed.location ?? '', /^\/sign-in/);
  }),
);

test(
  'the new password is not guessed by way of the old cookie',
  onMovedClock(async (service) => {
    const { browser, copy, send } = await openForm(service, await service.createUser('Ada'));
    await send(browser);
    const thief = copy();
    for (let tries = 0; tries < 10; tries += 1) await send(thief, { new_password: `guess number ${tries} of many` });

    assert.equal((await send(thief)).status, 429);
  }),
);

test(
  'a password that was changed in another browser is no repetition there',
  on(async (stage) => {
    const { ada, browser, send } = await changing(stage);
    const elsewhere = await signedIn(stage.service, ada);
    const opened = await elsewhere.get('/account/password');
    await send(browser);

    const late = await elsewhere.submit(opened, formTo(opened.body, '/account/password'), {
      set: { current_password: ada.password, new_password: NEXT },
    });

    assert.match(late.location ?? '', /^\/sign-in\?return_to=\/account\/password/);
  }),
);
