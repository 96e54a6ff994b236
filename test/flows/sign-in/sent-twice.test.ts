/** Proves that a form which lets somebody in, sent twice by one page, lets in by both answers and is carried out once. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createUser, PASSWORD, signedIn } from '../../support/actors.ts';
import { personPath, press } from '../../support/administration.ts';
import { type Browser, openBrowser, type Page } from '../../support/browser-like.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { eachDatabase, everyEngine } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import { type Form, forms, formTo, text } from '../../support/html.ts';
import { type Service, startService } from '../../support/service.ts';

const on = eachDatabase(async (service) => ({ service, vera: await createUser(service, { admin: true }) }));
const NEXT = 'seven quiet otters by the mill';
const newName = () => `new${randomBytes(4).toString('hex')}`;

/** A page with a form, and copies of its browser, each with the cookies from before it is sent. */
async function opened({ url }: Pick<Service, 'url'>, path: string) {
  const browser = openBrowser(url);
  const page = await browser.get(path);
  assert.equal(page.status, 200, text(page.body));
  const copy = () => {
    const other = openBrowser(url);
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    return other;
  };
  return { page, form: formTo(page.body, path), copy };
}

interface Sending {
  readonly page: Page;
  readonly form: Form;
  readonly copy: () => Browser;
}

async function sendTwice({ page, form, copy }: Sending, set: Record<string, string>, isAtOnce: boolean) {
  const [one, two] = [copy(), copy()];
  const send = (browser: Browser) => browser.submit(page, form, { set });
  const answers = isAtOnce ? await Promise.all([send(one), send(two)]) : [await send(one), await send(two)];
  return { answers, browser: two, first: one };
}

/** The other sessions that the page lists, each with a button that ends it. */
const endable = ({ body }: Page) =>
  forms(body).flatMap(({ buttons }) => buttons.filter(({ name, value }) => name === 'session' && value !== 'others'));

const isSignedIn = async (browser: Browser) => (await browser.get('/account')).status === 200;

test(
  'an account that is made by a form that is sent twice is made once, and both answers sign in to it',
  on(async ({ service }) => {
    for (const isAtOnce of [true, false]) {
      const sending = await opened(service, '/sign-up');
      const nickname = newName();
      const set = { nickname, email: `${nickname}@example.org`, password: PASSWORD };

      const { answers, browser, first } = await sendTwice(sending, set, isAtOnce);

      assert.deepEqual(
        answers.map(({ status, location }) => [status, location]),
        [
          [303, '/'],
          [303, '/'],
        ],
      );
      assert.ok((await browser.get('/account')).body.includes(nickname));
      assert.ok(await isSignedIn(first));
      const late = await sending.copy().submit(sending.page, sending.form, { set });
      assert.equal(late.status, 422, 'the session was used');
    }
  }),
);

async function linkFor({
  service,
  vera,
}: {
  readonly service: Service;
  readonly vera: Parameters<typeof signedIn>[1];
}) {
  const bob = await createUser(service);
  const admin = await signedIn(service, vera);
  const { body } = await press(admin, personPath(bob), `${personPath(bob)}/sign-in-link`);
  return { bob, path: /\/sign-in\/link\/[\w-]{43}/.exec(body)?.[0] ?? '' };
}

test(
  'a sign-in link that is pressed twice on one page signs in by both answers, and by no other page',
  on(async (stage) => {
    for (const password of ['', NEXT]) {
      const { bob, path } = await linkFor(stage);
      const sending = await opened(stage.service, path);
      const other = await opened(stage.service, path);

      const { answers, browser, first } = await sendTwice(sending, { password }, false);

      assert.deepEqual(
        answers.map(({ status }) => status),
        [303, 303],
      );
      assert.equal(answers[0]?.location, answers[1]?.location);
      const elsewhere = await other.copy().submit(other.page, other.form, { set: { password } });
      assert.equal(elsewhere.status, 404, 'the link works once');
      assert.ok((await browser.get('/account')).body.includes(bob.nickname));
      assert.ok(await isSignedIn(first));
      assert.equal((await sending.copy().submit(sending.page, sending.form, { set: { password } })).status, 404);
    }
  }),
);

test('the first administrator is made by a form that is sent twice, and is signed in by both answers', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const link = () => /http:\/\/\S+(\/setup\/\S+)/.exec(service.stdout())?.[1];
    await eventually('the link on the console', () => link() !== undefined);
    const sending = await opened(service, link() ?? '');
    const set = { nickname: 'root', email: 'root@example.org', password: PASSWORD };

    const { answers, browser } = await sendTwice(sending, set, false);

    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303],
    );
    assert.equal((await browser.get('/admin')).status, 200);
    assert.equal((await sending.copy().submit(sending.page, sending.form, { set })).status, 404);
  }));

/** What the second answer says, and how the password that is typed for this account is judged. */
async function toldSecond({ copy, page, form }: Sending, sets: readonly Record<string, string>[]) {
  const browser = copy();
  const [first, second] = [
    await copy().submit(page, form, { set: sets[0] ?? {} }),
    await browser.submit(page, form, { set: sets[1] ?? {} }),
  ];
  assert.deepEqual([first.status, second.status], [303, 200], text(second.body));
  assert.match(text(second.body), /You sent this form twice.* The first one counts/);
  assert.ok(await isSignedIn(browser));
  return text(second.body);
}

test(
  'a sign-in link that is sent twice with different passwords says which one counts',
  on(async (stage) => {
    const other = 'eleven loud herons at the weir';
    const cases = [
      [NEXT, other, /Your password is the one you sent first/],
      [NEXT, '', /Your password is the one you sent first/],
      ['', NEXT, /Your password is still the one you had/],
    ] as const;
    for (const [one, two, says] of cases) {
      const { bob, path } = await linkFor(stage);
      const sending = await opened(stage.service, path);

      assert.match(await toldSecond(sending, [{ password: one }, { password: two }]), says);

      const signIn = (password: string) => openBrowser(stage.service.url).signIn({ ...bob, password });
      assert.equal((await signIn(one === '' ? bob.password : one)).status, 303);
      assert.notEqual((await signIn(two === '' ? bob.password : two)).status, 303);
    }
  }),
);

test(
  'an account that is made by a form that is sent twice with other names or another password says which ones count',
  on(async ({ service }) => {
    const nickname = newName();
    const set = { nickname, email: `${nickname}@example.org`, password: PASSWORD };
    for (const change of [{ password: NEXT }, { nickname: newName() }, { email: `${newName()}@example.org` }]) {
      const own = newName();
      const first = { ...set, nickname: own, email: `${own}@example.org` };
      const sending = await opened(service, '/sign-up');

      const told = await toldSecond(sending, [first, { ...first, ...change }]);

      assert.match(told, new RegExp(`Your account is ${own} , with the address ${own}@example\\.org `));
    }
  }),
);

test(
  'a password is not guessed by sending a form again',
  onMovedClock(async (clocked) => {
    const { copy, page, form } = await opened(clocked, '/sign-up');
    const names = { nickname: 'Ada', email: 'ada@example.org' };
    const send = (password: string) => copy().submit(page, form, { set: { ...names, password } });
    await send(NEXT);
    for (let tries = 0; tries < 5; tries += 1) assert.equal((await send(`guess number ${tries} of many`)).status, 200);

    assert.equal((await send(NEXT)).status, 200, 'the right one is no longer looked at');
  }),
);

test(
  'what is sent again a minute later is no repetition',
  onMovedClock(async (clocked) => {
    const sending = await opened(clocked, '/sign-up');
    const set = { nickname: 'Late', email: 'late@example.org', password: PASSWORD };
    assert.equal((await sending.copy().submit(sending.page, sending.form, { set })).status, 303);
    clocked.pass(61);

    assert.equal((await sending.copy().submit(sending.page, sending.form, { set })).status, 422);
  }),
);

test(
  'a form that lets in is no repetition a minute after it was first sent, however often it was sent meanwhile',
  onMovedClock(async (clocked) => {
    const sending = await opened(clocked, '/sign-up');
    const set = { nickname: 'Often', email: 'often@example.org', password: PASSWORD };
    const send = () => sending.copy().submit(sending.page, sending.form, { set });
    for (const expected of [303, 303, 422]) {
      assert.equal((await send()).status, expected);
      clocked.pass(40);
    }
  }),
);

test(
  'a form that lets in is no repetition once a browser has used one of its sessions, though another is unused',
  on(async (stage) => {
    const { path } = await linkFor(stage);
    const sending = await opened(stage.service, path);
    const { browser } = await sendTwice(sending, { password: '' }, false);

    assert.ok(await isSignedIn(browser));

    assert.equal((await sending.copy().submit(sending.page, sending.form, { set: { password: '' } })).status, 404);
  }),
);

test(
  'whoever reads where the account is signed in is told of what a form has opened, used or not',
  on(async (stage) => {
    const { bob, path } = await linkFor(stage);
    const owner = await signedIn(stage.service, bob);
    const { first, browser } = await sendTwice(await opened(stage.service, path), { password: '' }, false);
    const listed = async () => endable(await owner.get('/account/sessions')).length;

    assert.equal(await listed(), 2);
    assert.ok(await isSignedIn(browser));
    assert.equal(await listed(), 2);
    assert.ok(await isSignedIn(first));
    assert.equal(await listed(), 2);
  }),
);
