/** Proves that administrators create accounts on the pages: without a password, with a link by which its owner sets one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, PASSWORD, signedIn } from '../../support/actors.ts';
import { administeredStage, eventsOf, press } from '../../support/administration.ts';
import { openBrowser, type Page } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { formTo, text } from '../../support/html.ts';

const on = eachDatabase(administeredStage, { LATCHKEY_SIGN_UP: 'closed' });
const PATH = '/admin/people/new';
const LINK = /\/sign-in\/link\/[\w-]{43}/;

const linkIn = ({ body }: Page) => LINK.exec(body)?.[0] ?? '';

test(
  'an administrator creates an account where sign-up is closed, and its owner sets the password by the link',
  on(async ({ service, root, admin }) => {
    assert.match((await admin.get('/admin/people')).body, /href="\/admin\/people\/new"/);
    const email = 'grace@example.com';
    const set = { nickname: 'grace', email, name: 'Grace Hopper', email_verified: 'yes' };

    const created = await press(admin, PATH, PATH, set);

    assert.equal(created.status, 201);
    assert.match(String(created.headers['cache-control']), /no-store/);
    const link = linkIn(created);
    const browser = openBrowser(service.url);
    const empty = await browser.submit(await browser.get(link), formTo((await browser.get(link)).body, link));
    assert.equal(empty.status, 422, 'nobody gets in without a password of their own');
    assert.match(text(empty.body), /Welcome, grace/);
    const entered = await browser.submit(empty, formTo(empty.body, link), { set: { password: PASSWORD } });
    assert.equal(entered.location, '/');
    assert.equal((await openBrowser(service.url).get(link)).status, 404, 'it works once');
    assert.equal((await openBrowser(service.url).signIn({ nickname: email, password: PASSWORD })).status, 303);

    const { stdout } = await service.cliHere(['users', 'show', 'grace', '--json']);
    const { id, name, email_verified, role } = JSON.parse(stdout);
    assert.deepEqual({ name, email_verified, role }, { name: 'Grace Hopper', email_verified: true, role: 'user' });
    for (const kind of ['account.created', 'account.sign_in_link_made']) {
      const told = (await eventsOf(service, kind)).find(({ account_id }) => account_id === id);
      assert.equal(told?.detail, `by administrator ${root.id}`, kind);
    }
    assert.ok(!(service.stdout() + service.stderr()).includes(link.slice(-20)), 'the secret stands in no log');
  }),
);

test(
  'every fault of a new account is told at once, names that others have included, and nothing typed is lost',
  on(async ({ ada, admin }) => {
    const set = { nickname: ada.nickname, email: 'no address', name: 'x'.repeat(101), email_verified: 'yes' };

    const refused = await press(admin, PATH, PATH, set);

    assert.equal(refused.status, 422);
    assert.equal(refused.body.match(/class="fault"/g)?.length, 3);
    for (const value of [ada.nickname, 'no address', 'x'.repeat(101)])
      assert.ok(refused.body.includes(`value="${value}"`), value);
    assert.match(refused.body, /name="email_verified" value="yes" checked/);
    const mended = { nickname: 'lovelace', email: 'lovelace@example.com', name: '' };
    const created = await admin.submit(refused, formTo(refused.body, PATH), { set: mended });
    assert.equal(created.status, 201);
  }),
);

test(
  'an account is created once by one form, and its repetition says that the link was shown',
  on(async ({ admin }) => {
    const opened = await admin.get(PATH);
    const set = { nickname: 'twice', email: 'twice@example.com' };
    const send = () => admin.submit(opened, formTo(opened.body, PATH), { set });

    const answers = [...(await Promise.all([send(), send()])), await send()];

    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 303, 303]);
    const repeated = answers.filter(({ status }) => status === 303);
    for (const led of await Promise.all(repeated.map((answer) => admin.follow(answer)))) {
      assert.match(text(led.body), /The sign-in link was shown once, in the first answer/);
      assert.doesNotMatch(led.body, LINK);
    }
  }),
);

test(
  'to everybody but administrators the page does not exist, and a form of it does nothing',
  on(async ({ service, ada, admin }) => {
    const other = await createUser(service, { admin: true });
    const former = await signedIn(service, other);
    const opened = await former.get(PATH);
    assert.equal((await (await signedIn(service, ada)).get(PATH)).status, 404);
    await press(admin, `/admin/people/${other.id}`, `/admin/people/${other.id}/administrator/end`);

    const set = { nickname: 'nobody', email: 'nobody@example.com' };
    const refused = await former.submit(opened, formTo(opened.body, PATH), { set });

    assert.equal(refused.status, 404);
    assert.equal((await service.cliHere(['users', 'show', 'nobody'])).code, 1);
  }),
);
