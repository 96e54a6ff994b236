/** Proves what administrators do to people beyond disabling: links, unlocking, rights, several at once, files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, PASSWORD, signedIn } from '../../support/actors.ts';
import { administeredStage, disable, eventsOf, personPath, press } from '../../support/administration.ts';
import { asksToSignIn, openBrowser, type Page } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { formTo, links, text } from '../../support/html.ts';
import { send } from '../../support/http-client.ts';
import { png } from '../../support/png.ts';
import { upload } from '../../support/upload.ts';

const on = eachDatabase(administeredStage, {
  LATCHKEY_SIGN_INS_PER_ACCOUNT: '3',
  LATCHKEY_DANGER_NO_RATE_LIMITS: 'false',
});
const LINK = /\/sign-in\/link\/[\w-]{43}/;
const NEW_PASSWORD = 'seven herons on the quay';

const linkIn = ({ body }: Page) => LINK.exec(body)?.[0] ?? '';

test(
  'a sign-in link lets its person in once, with a new password where one is typed, and both ends are events',
  on(async ({ service, admin }) => {
    const person = await createUser(service);
    const path = personPath(person);
    const old = linkIn(await press(admin, path, `${path}/sign-in-link`));
    const link = linkIn(await press(admin, path, `${path}/sign-in-link`));
    const browser = openBrowser(service.url);

    assert.equal((await browser.get(old)).status, 404, 'a new link ends the one before');
    const page = await browser.get(link);
    assert.ok(text(page.body).includes(person.nickname));
    const weak = await browser.submit(await browser.get(link), formTo(page.body, link), { set: { password: 'short' } });
    assert.equal(weak.status, 422);
    const entered = await browser.submit(page, formTo(page.body, link), { set: { password: NEW_PASSWORD } });
    assert.equal(entered.location, '/?done=password_changed');
    assert.equal((await browser.get('/account')).status, 200);

    const again = await openBrowser(service.url).get(link);
    assert.equal(again.status, 404);
    assert.match(text(again.body), /no longer works/);
    assert.equal((await openBrowser(service.url).signIn({ ...person, password: NEW_PASSWORD })).status, 303);
    assert.equal((await eventsOf(service, 'account.sign_in_link_made'))[0]?.account_id, person.id);
    assert.equal((await eventsOf(service, 'account.password_changed'))[0]?.detail, 'by sign-in link');
    assert.ok(!(service.stdout() + service.stderr()).includes(link.slice(-20)), 'the secret stands in no log');
  }),
);

test(
  'a sign-in link ends with the sessions: by a new password, signing out everywhere, disabling or the person’s own hand',
  on(async ({ service, admin }) => {
    const person = await createUser(service);
    const path = personPath(person);
    const browser = await signedIn(service, person);
    await signedIn(service, person);
    const ways: readonly (() => Promise<unknown>)[] = [
      () => press(browser, '/account/sessions', '/account/sessions/end', { session: 'others' }),
      () =>
        press(browser, '/account/password', '/account/password', {
          current_password: person.password,
          new_password: NEW_PASSWORD,
        }),
      () => press(admin, path, `${path}/sign-out`),
      async () => {
        await disable(admin, person);
        await press(admin, path, `${path}/enable`);
      },
    ];

    for (const end of ways) {
      const link = linkIn(await press(admin, path, `${path}/sign-in-link`));
      assert.equal((await openBrowser(service.url).get(link)).status, 200);
      await end();
      assert.equal((await openBrowser(service.url).get(link)).status, 404, String(end));
    }
  }),
);

test(
  'the operator prints a link, not for disabled accounts, and it is dead once the account is disabled',
  on(async ({ service, admin }) => {
    const person = await createUser(service);
    const { stdout } = await service.cliHere(['users', 'sign-in-link', person.nickname, '--json']);
    const link = LINK.exec(JSON.parse(stdout).url)?.[0] ?? '';
    assert.equal((await openBrowser(service.url).get(link)).status, 200);

    await service.cliHere(['users', 'disable', person.nickname]);

    assert.equal((await openBrowser(service.url).get(link)).status, 404);
    const refused = await service.cliHere(['users', 'sign-in-link', person.nickname]);
    assert.deepEqual([refused.code, /is disabled/.test(refused.stderr)], [1, true]);
    assert.doesNotMatch((await admin.get(personPath(person))).body, /sign-in-link/);
  }),
);

test(
  'an administrator meets the picture of a person in lists and on its page, and removes it, which its owner reads of',
  on(async ({ service, admin }) => {
    const person = await createUser(service);
    const browser = await signedIn(service, person);
    const input = { page: await browser.get('/account'), action: '/account/picture', field: 'picture' };
    await upload(service, browser, { ...input, file: png() });
    const path = personPath(person);
    const [shown = 'none'] = /\/avatars\/[\w-]{43}\.png/.exec((await admin.get(path)).body) ?? [];
    const list = await admin.get(`/admin/people?words=${person.nickname}`);
    assert.ok(list.body.includes(`src="${shown}"`), shown);

    const removed = await press(admin, path, `${path}/picture/remove`);

    assert.equal(removed.location, `${path}?done=person_picture_removed`);
    assert.equal((await send(service.url + shown)).status, 404);
    assert.doesNotMatch((await admin.get(path)).body, /picture\/remove/);
    assert.match(text((await browser.get('/account/events')).body), /Your picture was removed/);
    const [told] = await eventsOf(service, 'account.picture_removed');
    assert.deepEqual([told?.account_id, told?.detail?.startsWith('by ')], [person.id, true]);
    const tries = Array.from({ length: 30 }, () => upload(service, browser, { ...input, file: Buffer.alloc(0) }));
    assert.ok(
      (await Promise.all(tries)).some(({ status }) => status === 429),
      'thirty uploads in an hour',
    );
  }),
);

test(
  'unlocking forgets failed sign-ins at once',
  on(async ({ service, admin }) => {
    const person = await createUser(service);
    const browser = openBrowser(service.url);
    for (let time = 0; time < 4; time += 1) await browser.signIn({ ...person, password: 'wrong' });
    assert.notEqual((await browser.signIn(person)).status, 303);

    await press(admin, personPath(person), `${personPath(person)}/unlock`);

    assert.equal((await browser.signIn(person)).status, 303);
    assert.equal((await eventsOf(service, 'account.unlocked'))[0]?.account_id, person.id);
  }),
);

test(
  'the rights of an administrator are given and taken, never by oneself from oneself',
  on(async ({ service, root, admin }) => {
    const person = await createUser(service);
    const path = personPath(person);
    const browser = await signedIn(service, person);

    await press(admin, path, `${path}/administrator`);
    assert.equal((await browser.get('/admin')).status, 200);
    await press(admin, path, `${path}/administrator/end`);
    assert.equal((await browser.get('/admin')).status, 404);

    assert.doesNotMatch((await admin.get(personPath(root))).body, /\/administrator/);
    const page = await admin.get(path);
    const token = formTo(page.body, `${path}/unlock`).fields.find(({ name }) => name === 'form_token')?.value ?? '';
    assert.equal((await admin.post(`${personPath(root)}/administrator/end`, { form_token: token })).status, 400);
    assert.equal((await eventsOf(service, 'account.administration_ended'))[0]?.account_id, person.id);
  }),
);

test(
  'several people are signed out or disabled together after a page that names them, and never oneself',
  on(async ({ service, root, admin }) => {
    const people = [await createUser(service), await createUser(service)];
    const browsers = await Promise.all(people.map((person) => signedIn(service, person)));
    const list = await admin.get('/admin/people');
    const token = formTo(list.body, '/admin/people/selected').fields.find(({ name }) => name === 'form_token');
    const ticked = [...people, root].map(({ id }): [string, string] => ['person', String(id)]);
    const ask = (act: string) =>
      admin.post('/admin/people/selected', [['form_token', token?.value ?? ''], ['act', act], ...ticked]);

    const signingOut = await ask('sign_out');
    for (const { nickname } of people) assert.ok(text(signingOut.body).includes(nickname));
    assert.match(text(signingOut.body), /Your own account is left out/);
    await admin.submit(signingOut, formTo(signingOut.body, '/admin/people/selected/sign-out'));
    for (const browser of browsers) assert.ok(asksToSignIn(await browser.get('/account')));
    for (const person of people) assert.equal((await openBrowser(service.url).signIn(person)).status, 303);

    const disabling = await ask('disable');
    const form = formTo(disabling.body, '/admin/people/selected/disable');
    const done = await admin.submit(disabling, form, { set: { reason: 'Left the company.' } });
    assert.equal(done.location, '/admin/people?done=people_disabled');
    for (const person of people) {
      const refused = await openBrowser(service.url).signIn(person);
      assert.match(text(refused.body), /Left the company/);
    }
    assert.equal((await admin.get('/admin')).status, 200);
    const nobody = await admin.post('/admin/people/selected', { form_token: token?.value ?? '', act: 'disable' });
    assert.equal(nobody.location, '/admin/people?done=nobody_selected');
  }),
);

test(
  'whoever acts on people that were searched for comes back to the search, and nowhere else',
  on(async ({ service, admin }) => {
    const { id, nickname } = await createUser(service);
    const here = `/admin/people?q=${nickname}&sort=nickname`;
    const list = await admin.get(here);
    const form = formTo(list.body, '/admin/people/selected');
    const ask = (set: Record<string, string>) => admin.submit(list, form, { set: { act: 'sign_out', ...set } });

    const asked = await ask({ person: String(id) });
    const [foreign, elsewhere] = [await ask({ list: '//evil.example' }), await ask({ list: '/sign-out?x' })];

    assert.ok(links(asked.body).includes(here));
    assert.equal((await ask({})).location, `${here}&done=nobody_selected`);
    const done = await admin.submit(asked, formTo(asked.body, '/admin/people/selected/sign-out'));
    assert.equal(done.location, `${here}&done=people_signed_out`);
    for (const { location } of [foreign, elsewhere]) assert.equal(location, '/admin/people?done=nobody_selected');
  }),
);

test(
  'one person and several are each told of in their own words, before and after',
  on(async ({ service, admin }) => {
    const people = [await createUser(service), await createUser(service), await createUser(service)];
    const act = async (name: string, chosen: readonly { id: number }[]) => {
      const list = await admin.get('/admin/people');
      const token = formTo(list.body, '/admin/people/selected').fields.find(({ name }) => name === 'form_token');
      const ticked = chosen.map(({ id }): [string, string] => ['person', String(id)]);
      const asked = await admin.post('/admin/people/selected', [
        ['form_token', token?.value ?? ''],
        ['act', name],
        ...ticked,
      ]);
      const form = formTo(asked.body, /\/admin\/people\/selected\/(?:disable|sign-out)$/);
      return [text(asked.body), text((await admin.follow(await admin.submit(asked, form))).body)] as const;
    };

    const [askedOut, out] = await act('sign_out', people.slice(0, 1));
    assert.match(askedOut, /Sign out this person\?/);
    assert.match(out, /1 person signed out\./);
    const [askedOne, one] = await act('disable', people.slice(0, 1));
    assert.match(askedOne, /Disable this account\?/);
    assert.doesNotMatch(askedOne, /\b(?:them|their|accounts)\b/i);
    assert.match(one, /1 account disabled\./);
    const [askedTwo, two] = await act('disable', people.slice(1));
    assert.match(askedTwo, /Disable 2 accounts\?/);
    assert.match(two, /2 accounts disabled\./);
  }),
);

test(
  'people are exported whole, as CSV that computes nothing and as JSON lines, and that is an event',
  on(async ({ service, root, admin }) => {
    const person = await createUser(service);
    const browser = await signedIn(service, person);
    const page = await browser.get('/account');
    await browser.submit(page, formTo(page.body, '/account'), { set: { name: '=HYPERLINK("https://evil.example")' } });

    const csv = await admin.get('/admin/people/export?format=csv');
    const jsonl = await admin.get(`/admin/people/export?format=jsonl&q=${person.nickname}`);

    assert.match(csv.headers['content-disposition'] ?? '', /attachment; filename="people-[\d-]+\.csv"/);
    const line = csv.body.split('\r\n').find((each) => each.includes(person.nickname));
    assert.ok(line?.includes(`"'=HYPERLINK(""https://evil.example"")"`), String(line));
    const exported = jsonl.body
      .trim()
      .split('\n')
      .map((each): { email?: string } => JSON.parse(each));
    assert.deepEqual([exported.length, exported[0]?.email], [1, person.email]);
    assert.equal((await eventsOf(service, 'administration.exported'))[0]?.account_id, root.id);
    assert.ok(!csv.body.includes(PASSWORD));
    assert.equal((await admin.get('/admin/people/export?format=xml')).status, 400);
  }),
);

test(
  'whoever was never here was last online never, in the list and on the page of the person',
  on(async ({ service, admin }) => {
    const person = await createUser(service);
    const listed = async () => text((await admin.get(`/admin/people?q=${person.nickname}`)).body);
    const shown = async () => text((await admin.get(personPath(person))).body);

    assert.match(await listed(), new RegExp(`${person.email} [^@]*never`));
    assert.match(await shown(), /Last online never/);
    await signedIn(service, person);

    assert.doesNotMatch(await listed(), new RegExp(`${person.email} [^@]*never`));
    assert.match(await shown(), /Last online (?!never)/);
  }),
);
