/** Proves that administrators edit and delete accounts on pages: asked first, with the password, and told in the log. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { administeredStage, eventsOf, personPath, press } from '../../support/administration.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { formTo, text } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';

const on = eachDatabase(administeredStage);

test(
  'an administrator changes nickname and address; the person signs in with the new ones and reads of it',
  on(async ({ service, admin, root }) => {
    const person = await createUser(service);
    const path = `${personPath(person)}/edit`;
    const nickname = `${person.nickname}x`;

    const saved = await press(admin, path, path, { nickname, email: 'new@example.net', name: 'Ada L.' });

    assert.equal(saved.location, `${personPath(person)}?done=person_changed`);
    const browser = openBrowser(service.url);
    assert.equal((await browser.signIn({ nickname: 'new@example.net', password: person.password })).status, 303);
    assert.match((await browser.get('/account')).body, new RegExp(`value="${nickname}"`));
    assert.match(text((await browser.get('/account/email')).body), /new@example\.net not verified/);
    for (const kind of ['account.profile_changed', 'account.email_changed']) {
      const [told] = await eventsOf(service, kind);
      assert.deepEqual([told?.account_id, told?.detail], [person.id, `by administrator ${root.id}`]);
    }
  }),
);

test(
  'what is taken or malformed comes back with what was typed, and what has changed meanwhile is not overwritten',
  on(async ({ service, admin, root }) => {
    const person = await createUser(service);
    const path = `${personPath(person)}/edit`;
    const page = await admin.get(path);

    const refused = await press(admin, path, path, { nickname: root.nickname, email: 'no address', name: 'Kept' });
    assert.equal(refused.status, 422);
    for (const field of ['nickname', 'email']) assert.match(refused.body, new RegExp(`id="${field}-fault"`));
    assert.match(refused.body, /value="Kept"/);
    const own = await signedIn(service, person);
    await press(own, '/account', '/account', { name: 'My own words' });
    const late = await admin.submit(page, formTo(page.body, path), { set: { name: 'Another' } });
    assert.equal(late.status, 409);
    assert.match(text(late.body), /Nothing was saved.* is now: My own words/);
    assert.match((await admin.get(path)).body, /value="My own words"/);
  }),
);

test(
  'an account is deleted once its nickname was typed, with its applications, and the reason stands in the log',
  on(async ({ service, admin, ada, quill, root }) => {
    const path = `${personPath(ada)}/delete`;
    const own = await signedIn(service, ada);
    const page = await admin.get(path);
    assert.match(text(page.body), /applications? that it owns stops? working at once/);

    const wrong = await press(admin, path, path, { confirm_nickname: root.nickname, reason: 'kept' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.body, /id="confirm_nickname-fault"[\s\S]*kept<\/textarea>/);
    const gone = await press(admin, path, path, { confirm_nickname: ada.nickname, reason: 'Asked for it by mail' });

    assert.equal(gone.location, '/admin/people?done=person_deleted');
    assert.equal((await admin.get(personPath(ada))).status, 404);
    assert.notEqual((await own.get('/account')).status, 200);
    assert.equal((await admin.get(applicationPath(quill))).status, 404);
    assert.notEqual((await openBrowser(service.url).signIn(ada)).status, 303);
    const [told] = await eventsOf(service, 'account.deleted');
    assert.deepEqual([told?.account_id, told?.detail], [ada.id, `by administrator ${root.id}: Asked for it by mail`]);
    assert.match(text((await admin.get('/admin/events?kind=account.deleted')).body), /Asked for it by mail/);
  }),
);

test(
  'nobody deletes or edits themselves there, and of two administrators who delete each other at once one is left',
  on(async ({ service }) => {
    const people = await Promise.all([createUser(service, { admin: true }), createUser(service, { admin: true })]);
    const [one, other] = people;
    const [ones, others] = await Promise.all([signedIn(service, one), signedIn(service, other)]);
    const self = personPath(one);
    const page = await ones.get(`${personPath(other)}/edit`);
    const form = formTo(page.body, `${personPath(other)}/edit`);
    assert.equal((await ones.get(`${self}/delete`)).status, 400);
    assert.equal((await ones.get(`${self}/edit`)).location, '/account');
    for (const act of ['edit', 'delete']) {
      const forged = await ones.submit(
        page,
        { ...form, action: `${self}/${act}` },
        { set: { confirm_nickname: one.nickname } },
      );
      assert.equal(forged.status, 400, act);
    }

    const del = (browser: typeof ones, who: typeof one) =>
      press(browser, `${personPath(who)}/delete`, `${personPath(who)}/delete`, { confirm_nickname: who.nickname });
    const answers = await Promise.allSettled([del(ones, other), del(others, one)]);

    const done = answers.filter(
      (each) => each.status === 'fulfilled' && each.value.location === '/admin/people?done=person_deleted',
    );
    assert.equal(done.length, 1, JSON.stringify(answers));
    const left = await Promise.all([ones, others].map(async (each) => (await each.get('/admin')).status));
    assert.equal(left.filter((status) => status === 200).length, 1);
  }),
);

test(
  'both pages ask for the password where it was typed long ago, and nobody else finds them',
  onMovedClock(async (clocked) => {
    const root = await clocked.createUser('root', true);
    const ada = await clocked.createUser('ada');
    const [admin, other] = await Promise.all([clocked.signedIn(root), clocked.signedIn(ada)]);
    clocked.pass(301);

    for (const act of ['edit', 'delete']) {
      const path = `${personPath(ada)}/${act}`;
      const asked = await admin.get(path);
      assert.match(asked.location ?? '', /^\/confirm\?return_to=/, act);
      assert.match(text((await admin.follow(asked)).body), new RegExp(`once more to ${act} the account`));
      assert.equal((await other.get(path)).status, 404);
      assert.equal((await other.post(path, { confirm_nickname: 'ada' })).status, 404);
    }
  }),
);

test(
  'where nickname and reason are both wrong, a summary before the form leads to each, also when an account is disabled',
  on(async ({ service, admin }) => {
    const person = await createUser(service);

    for (const act of ['delete', 'disable']) {
      const path = `${personPath(person)}/${act}`;
      const answer = await press(admin, path, path, { confirm_nickname: 'x', reason: 'y'.repeat(1000) });
      assert.equal(answer.status, 422, act);
      for (const id of ['confirm_nickname', 'reason'])
        assert.match(
          answer.body,
          new RegExp(`<li><a href="#${id}">[\\s\\S]*<form[^>]*action="${path}"`),
          `${act}: ${id}`,
        );
    }
  }),
);
