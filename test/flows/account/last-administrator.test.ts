/** Proves that the service is never left without an administrator by its own pages, and how the operator makes one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, PASSWORD, signedIn, type User } from '../../support/actors.ts';
import { eventsOf } from '../../support/administration.ts';
import { asksToSignIn, type Browser, type Page } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { forms, formTo, text } from '../../support/html.ts';
import type { Service } from '../../support/service.ts';

const PATH = '/account/delete';

/** One administrator and one person who is none. */
const on = eachDatabase(async (service) => ({
  service,
  root: await createUser(service, { admin: true }),
  ada: await createUser(service),
}));

async function tryToDelete(service: Service, user: User): Promise<{ browser: Browser; answer: Page }> {
  const browser = await signedIn(service, user);
  return { browser, answer: await sendDeletion(browser, user) };
}

/** The page has no form for whoever may not, so its token comes from another one. */
async function sendDeletion(browser: Browser, user: User): Promise<Page> {
  const [form] = forms((await browser.get('/account/email')).body).filter(({ action }) => action === '/account/email');
  const form_token = form?.fields.find(({ name }) => name === 'form_token')?.value ?? '';
  return browser.post(PATH, { form_token, confirm_nickname: user.nickname, password: PASSWORD });
}

test(
  'the last administrator keeps the account until there is another one, and never a service without one remains',
  on(async ({ service, root, ada }) => {
    const { browser, answer } = await tryToDelete(service, root);
    const page = await browser.get(PATH);

    assert.equal(answer.status, 409);
    for (const shown of [answer, page]) {
      assert.match(text(shown.body), /You are the only administrator of this service/);
      assert.match(text(shown.body), /bin\/latchkey users make-admin NICKNAME/);
      assert.ok(!forms(shown.body).some(({ action }) => action === PATH));
    }
    assert.equal((await browser.get('/admin')).status, 200);

    const made = await service.cliHere(['users', 'make-admin', ada.nickname]);
    assert.deepEqual([made.code, made.stdout.trim()], [0, `${ada.nickname} is an administrator.`]);
    assert.equal((await eventsOf(service, 'account.made_administrator'))[0]?.account_id, ada.id);
    const desk = await signedIn(service, ada);
    assert.equal((await desk.get('/admin')).status, 200);
    assert.ok(formTo((await browser.get(PATH)).body, PATH));

    // Now there are two; both leave at once, and one of them comes too late.
    const answers = await Promise.all([sendDeletion(browser, root), sendDeletion(desk, ada)]);

    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409]);
    const left = answers[0]?.status === 409 ? browser : desk;
    assert.equal((await left.get('/admin')).status, 200);
    assert.ok(asksToSignIn(await (left === desk ? browser : desk).get('/account')));
  }),
);

test(
  'somebody who administers nothing leaves without ado, and a disabled administrator is no other one',
  on(async ({ service }) => {
    const person = await createUser(service);
    const second = await createUser(service, { admin: true });
    const third = await createUser(service, { admin: true });
    await service.cliHere(['users', 'disable', third.nickname]);

    assert.equal((await tryToDelete(service, person)).answer.status, 303);
    const refused = await service.cliHere(['users', 'make-admin', third.nickname]);
    assert.deepEqual([refused.code, /is an administrator already/.test(refused.stderr)], [1, true]);
    // Whoever was left by the test before administers beside the second.
    assert.equal((await tryToDelete(service, second)).answer.status, 303);
  }),
);

test(
  'users make-admin says in one line why it did nothing',
  on(async ({ service }) => {
    const person = await createUser(service);
    await service.cliHere(['users', 'disable', person.nickname]);

    const nobody = await service.cliHere(['users', 'make-admin', 'nobody-at-all']);
    const disabled = await service.cliHere(['users', 'make-admin', person.nickname]);
    const nameless = await service.cliHere(['users', 'make-admin']);

    assert.deepEqual([nobody.code, nobody.stderr.trim()], [1, 'latchkey: There is no user nobody-at-all.']);
    assert.deepEqual([disabled.code, /enable the account first/.test(disabled.stderr)], [1, true]);
    assert.equal(nameless.code, 2);
  }),
);
