/** Proves over HTTP that what was typed into a form whose session ended comes back after the sign-in, and that nothing is done before. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, type User } from '../../support/actors.ts';
import { administeredPath, personPath } from '../../support/administration.ts';
import { type Browser, openBrowser, type Page } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { entries, type Form, formTo, text } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';
import type { Service } from '../../support/service.ts';

const HOOK = 'https://hooks.example/latchkey';

/** Vera is an administrator. */
const on = eachDatabase(async (service) => {
  const [ada, vera] = [await createUser(service), await createUser(service, { admin: true })];
  return { service, ada, vera };
});

interface Stage {
  readonly service: Service;
  readonly ada: User;
  readonly vera: User;
}

interface Desk {
  readonly who: 'ada' | 'vera';
  readonly page: string;
  readonly action: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly saved: RegExp;
}

let made = 0;

/** Every form that people type into. */
const desksOf = async ({ ada, service }: Stage): Promise<readonly Desk[]> => {
  const application = await createApplication(service, { owner: ada });
  made += 1;
  const unique = `${ada.nickname}${made}`;
  const path = applicationPath(application);
  const other = await createUser(service);
  const [administered, person] = [administeredPath(application), personPath(await createUser(service))];
  const own = { who: 'ada', action: path } as const;
  const admin = { who: 'vera' } as const;
  const words = 'Two lines,\r\nand "quotes" & <tags>.';
  return [
    {
      ...{ ...own, page: '/oauth/applications/new', action: '/oauth/applications', saved: /^201/ },
      typed: { name: `Inkwell ${made}`, redirect_uri: 'https://ink.example/cb?a=1&b=2', description: words },
    },
    { ...own, page: `${path}/edit`, typed: { description: words }, saved: /application_saved/ },
    {
      ...{ ...own, page: `${path}/webhooks/new`, action: `${path}/webhooks`, saved: /^201/ },
      typed: { url: HOOK, group: 'token' },
    },
    {
      ...{ ...own, page: `${path}/settings`, action: `${path}/transfer`, saved: /transfer_offered/ },
      typed: { nickname: other.nickname },
    },
    { ...own, page: '/account', action: '/account', typed: { name: 'Ada Löwe' }, saved: /profile_saved/ },
    {
      ...{ ...admin, page: '/admin/people/new', action: '/admin/people/new', saved: /^201/ },
      typed: { nickname: `new${unique}`, email: `new${unique}@example.org` },
    },
    {
      ...admin,
      page: `${person}/edit`,
      action: `${person}/edit`,
      typed: { name: 'Somebody' },
      saved: /person_changed/,
    },
    {
      ...{ ...admin, page: administered, action: `${administered}/limit`, saved: /limit_saved/ },
      typed: { token_requests: '61' },
    },
    {
      ...{ ...admin, page: '/admin/resources/new', action: '/admin/resources', saved: /^201/ },
      typed: { identifier: `https://${unique}.example/api`, name: 'Kept', scope: 'profile' },
    },
    {
      ...{ ...admin, page: `${administered}/suspend`, action: `${administered}/suspend`, saved: /suspended/ },
      typed: { reason: words },
    },
  ];
};

async function open({ service }: Stage, who: User, page: string, action: string) {
  const browser = openBrowser(service.url);
  await browser.signIn(who);
  const opened = await browser.get(page);
  assert.equal(opened.status, 200, page);
  return { browser, opened, form: formTo(opened.body, action) };
}

/** Signs in by the page that stands in place of the answer. */
function signInThere(browser: Browser, asked: Page, { nickname, password }: User, action = asked.path): Promise<Page> {
  return browser.submit(asked, formTo(asked.body, action), { set: { nickname, password } });
}

function valuesOf(form: Form, names: readonly string[]): Readonly<Record<string, string>> {
  const sent = entries(form);
  const lines = (value: string) => value.replace(/\r?\n/g, '\r\n');
  return Object.fromEntries(names.map((name) => [name, lines(sent.find(([each]) => each === name)?.[1] ?? '')]));
}

for (const how of ['ended, and its cookie is still there', 'ended with its cookie']) {
  test(
    `what was typed comes back after the sign-in, and is saved once it is sent again: the session ${how}`,
    on(async (stage) => {
      for (const desk of await desksOf(stage)) {
        const who = stage[desk.who];
        const { browser, opened, form } = await open(stage, who, desk.page, desk.action);
        if (how.includes('still')) await leave(stage, browser, opened);
        else browser.cookies.clear();

        const asked = await browser.submit(opened, form, { set: desk.typed });
        assert.equal(asked.status, 403, `${desk.action} ${asked.location}`);
        assert.match(text(asked.body), /nothing has been saved yet. Sign in, and the form comes back/);
        const wrong = await signInThere(browser, asked, { ...who, password: 'not the password' });
        assert.equal(wrong.status, 422);
        const shown = await signInThere(browser, wrong, who);

        assert.equal(shown.status, 200, desk.action);
        assert.match(text(shown.body), /Nothing has been saved yet: you signed in/);
        const again = formTo(shown.body, desk.action);
        assert.deepEqual(valuesOf(again, Object.keys(desk.typed)), desk.typed, desk.action);
        const saved = await browser.submit(shown, again, { set: desk.typed });
        assert.match(`${saved.status} ${saved.location}`, desk.saved, text(saved.body));
      }
    }),
  );
}

/** Ends the session elsewhere: this browser goes on with its cookie. */
async function leave({ service }: Stage, browser: Browser, opened: Page): Promise<void> {
  const other = openBrowser(service.url);
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  await other.submit(opened, formTo(opened.body, '/sign-out'));
  assert.equal((await other.get('/account')).status, 303);
}

test(
  'a form that was open while its browser signed in anew is shown again with what was typed, made for the session that is',
  on(async (stage) => {
    for (const desk of (await desksOf(stage)).slice(0, 2)) {
      const who = stage[desk.who];
      const { browser, opened, form } = await open(stage, who, desk.page, desk.action);
      browser.cookies.clear();
      await browser.signIn(who);

      const shown = await browser.submit(opened, form, { set: desk.typed });

      assert.equal(shown.status, 403, 'no program takes it for success');
      assert.match(text(shown.body), /Nothing has been saved yet: you signed in/);
      const again = formTo(shown.body, desk.action);
      assert.deepEqual(valuesOf(again, Object.keys(desk.typed)), desk.typed);
      const saved = await browser.submit(shown, again);
      assert.match(`${saved.status} ${saved.location}`, desk.saved);
    }
  }),
);

test(
  'a form that another site sends, or a program that does not say who it is, fills in nothing',
  on(async (stage) => {
    const foreign = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: stage.service.url, 'sec-fetch-site': 'same-site' },
      { origin: '', 'sec-fetch-site': 'none' },
    ];
    for (const headers of foreign) {
      const fields = { name: 'Planted', redirect_uri: 'https://evil.example/cb' };
      const stranger = openBrowser(stage.service.url);
      const signedOut = await stranger.post('/oauth/applications', fields, headers);
      assert.equal(signedOut.status, 303);
      assert.doesNotMatch(signedOut.body + signedOut.location, /Planted|evil/);
      const browser = openBrowser(stage.service.url);
      await browser.signIn(stage.ada);
      const refused = await browser.post('/oauth/applications', fields, headers);
      assert.equal(refused.status, 403);
      assert.match(text(refused.body), /This form has expired/);
      assert.doesNotMatch(refused.body, /Planted|evil/);
    }
  }),
);

test(
  'what is kept is bound to its browser and its address, and does nothing by itself',
  on(async (stage) => {
    const [one, two] = await desksOf(stage);
    assert.ok(one && two);
    const { browser, opened, form } = await open(stage, stage.ada, one.page, one.action);
    browser.cookies.clear();
    const asked = await browser.submit(opened, form, { set: one.typed });
    const kept = formTo(asked.body, one.action);
    const set = { nickname: stage.ada.nickname, password: stage.ada.password };

    const changed = await browser.submit(asked, kept, { set: { ...set, 'typed.name': 'Planted' } });
    const elsewhere = await browser.submit(asked, { ...kept, action: two.action }, { set });
    const stranger = await openBrowser(stage.service.url).submit(asked, kept, { set });
    const unsealed = await browser.submit(asked, kept, { set: { ...set, typed_seal: '' } });

    for (const { status, body, setCookies } of [changed, elsewhere, stranger, unsealed]) {
      assert.equal(status, 403);
      assert.doesNotMatch(body, /Planted|ink\.example/);
      assert.ok(!setCookies.some((line) => /^latchkey=./.test(line)), 'nobody is signed in');
    }
    const shown = await browser.submit(asked, kept, { set });
    assert.equal(shown.status, 200);
    assert.doesNotMatch(
      (await browser.get('/oauth/applications')).body,
      new RegExp(one.typed.name ?? ''),
      'not registered',
    );
  }),
);

test(
  'no password and no secret comes back, nor anything that is too much',
  on(async (stage) => {
    const { browser, opened, form } = await open(stage, stage.ada, '/account/email', '/account/email');
    browser.cookies.clear();
    const secrets = { current_password: 'typed-password', client_secret: 'typed-secret', new_password: 'typed-next' };
    const asked = await browser.submit(opened, form, { set: { email: 'next@example.org', ...secrets } });
    assert.match(asked.body, /next@example\.org/);
    const shown = await signInThere(browser, asked, stage.ada);
    for (const { body } of [asked, shown]) assert.doesNotMatch(body, /typed-(?:password|secret|next)/);
    assert.equal(valuesOf(formTo(shown.body, '/account/email'), ['email']).email, 'next@example.org');

    const much: Record<string, string> = { name: 'Inkwell' };
    for (let each = 0; each < 4; each += 1) much[`description${each}`] = 'x'.repeat(14_000);
    const stranger = openBrowser(stage.service.url);
    const lost = await stranger.post('/oauth/applications', much);
    assert.match(lost.location ?? '', /^\/sign-in\?return_to=\/oauth\/applications\/new&done=not_saved$/);
    const many = Array.from({ length: 90 }, (_, each): [string, string] => [`name${each}`, 'x']);
    assert.equal((await stranger.post('/oauth/applications', many)).status, 303);
  }),
);

test(
  'what somebody typed about an application is not shown to another account that signs in',
  on(async (stage) => {
    const [, edit] = await desksOf(stage);
    assert.ok(edit);
    const { browser, opened, form } = await open(stage, stage.ada, edit.page, edit.action);
    browser.cookies.clear();
    const asked = await browser.submit(opened, form, { set: edit.typed });

    const other = await signInThere(browser, asked, await createUser(stage.service));

    assert.equal(other.status, 404);
    assert.doesNotMatch(other.body, /Two lines/);
  }),
);

test(
  'the sign-in that brought a form back is not sent again by whoever goes back to it after a sign-out',
  on(async (stage) => {
    const { browser, opened, form } = await open(stage, stage.ada, '/account', '/account');
    await leave(stage, browser, opened);
    const asked = await browser.submit(opened, form, { set: { name: 'Ada Byron' } });
    const shown = await signInThere(browser, asked, stage.ada);
    await browser.submit(shown, formTo(shown.body, '/sign-out'));

    const reloaded = await signInThere(browser, asked, stage.ada);

    assert.equal(reloaded.status, 403);
    assert.match(text(reloaded.body), /This form has expired/);
    assert.equal((await browser.get('/account')).status, 303);
  }),
);
