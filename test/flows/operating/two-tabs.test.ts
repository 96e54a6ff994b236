/** Proves over HTTP that two tabs with one form of settings lose nothing of each other: merged field by field, on both databases. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import {
  type AdminStage,
  administeredPath,
  administeredStage,
  eventsOf,
  personPath,
  press,
} from '../../support/administration.ts';
import { type Browser, filled, type Page } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { entries, formTo, text } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';
import { createResource } from '../../support/resources.ts';

const on = eachDatabase(administeredStage, { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' });

/** One form of settings: where it stands, where it is sent, and two fields with values for them. */
interface Desk {
  readonly browser: Browser;
  readonly page: string;
  readonly action: string;
  readonly one: readonly [name: string, first: string, second: string];
  readonly other: readonly [name: string, value: string];
  /** What the page calls the first field. */
  readonly label: string;
  /** The first value in another spelling, which is kept as the first. */
  readonly spelled: string;
}

const HOOK = 'http://127.0.0.1:9/';
const namesOf = { one: ['name', 'First', 'Second'], label: 'Name', spelled: ' First  ' } as const;

const DESKS: Readonly<Record<string, (stage: AdminStage) => Promise<Desk>>> = {
  'the settings of an application': async ({ service, ada }) => {
    const page = applicationPath(await createApplication(service, { owner: ada }));
    const browser = await signedIn(service, ada);
    const label = 'Application name';
    return { ...namesOf, label, browser, page: `${page}/edit`, action: page, other: ['description', 'Two\nlines'] };
  },
  'a webhook of an application': async ({ service, ada }) => {
    const path = applicationPath(await createApplication(service, { owner: ada }));
    return await webhookDesk(await signedIn(service, ada), `${path}/webhooks`);
  },
  'a webhook of the service': ({ admin }) => webhookDesk(admin, '/admin/webhooks'),
  'an API': async ({ service, admin }) => {
    const identifier = 'https://tabs.example/api';
    const known = /\/admin\/resources\/latchkey-api-[^"]+/.exec((await admin.get('/admin/resources')).body)?.[0];
    const wish = { identifier, name: 'Tabs', scope: 'profile' };
    const page = known ?? `/admin/resources/${(await createResource(service, wish)).client_id}`;
    await press(admin, page, page, { name: 'Tabs', seconds: '' });
    return { ...namesOf, browser: admin, page, action: page, other: ['seconds', '600'] };
  },
  'the profile of an account': async ({ service }) => {
    const browser = await signedIn(service, await createUser(service));
    const page = '/account';
    return { ...namesOf, browser, page, action: page, other: ['website', 'https://tabs.example/'] };
  },
  'an account that an administrator edits': async ({ service, admin }) => {
    const page = `${personPath(await createUser(service))}/edit`;
    return { ...namesOf, browser: admin, page, action: page, other: ['website', 'https://tabs.example/'] };
  },
  'the limits of an application': async ({ service, admin, ada }) => {
    const page = administeredPath(await createApplication(service, { owner: ada }));
    return {
      ...{ browser: admin, page, action: `${page}/limit`, one: ['token_requests', '61', '62'], spelled: ' 061 ' },
      ...{ other: ['api_requests', '70'], label: 'Token requests a minute, for each kind of grant' },
    };
  },
};

async function webhookDesk(browser: Browser, list: string): Promise<Desk> {
  await press(browser, `${list}/new`, list, { url: `${HOOK}made`, group: 'application' });
  const page = new RegExp(`${list}/\\d+`).exec((await browser.get(list)).body)?.[0] ?? '';
  await press(browser, page, page, { url: `${HOOK}made`, group: 'application' });
  const one = ['url', `${HOOK}first`, `${HOOK}second`] as const;
  return {
    browser,
    page,
    action: page,
    one,
    spelled: ' HTTP://127.0.0.1:9/first',
    other: ['group', 'token'],
    label: 'Address',
  };
}

interface Tab {
  readonly save: (...set: readonly (readonly [string, string, ...unknown[]])[]) => Promise<Page>;
}

/** The page as it is now; what is saved from it is saved from what it shows. */
async function openTab(desk: Desk): Promise<Tab> {
  const opened = await desk.browser.get(desk.page);
  assert.equal(opened.status, 200, `${desk.page} answered ${opened.status}`);
  return tabOf(desk, opened);
}

function tabOf({ browser, action }: Desk, opened: Page): Tab {
  const form = formTo(opened.body, action);
  return {
    save: (...set) =>
      browser.submit(opened, form, { set: Object.fromEntries(set.map(([name, value]) => [name, value])) }),
  };
}

/** What the form says of some fields, when it is opened anew. */
async function saidOf({ browser, page, action }: Desk, ...names: readonly string[]): Promise<readonly string[]> {
  const sent = entries(formTo((await browser.get(page)).body, action));
  return names.map((name) =>
    sent
      .filter(([each]) => each === name)
      .map(([, value]) => value)
      .join(),
  );
}

const isSaved = ({ status, location }: Page) => status === 303 && /\?done=\w+_(?:saved|changed)$/.test(location ?? '');

for (const [what, deskOf] of Object.entries(DESKS)) {
  test(
    `${what}: two tabs that change different fields both keep what they changed`,
    on(async (stage) => {
      const desk = await deskOf(stage);
      const [left, right] = [await openTab(desk), await openTab(desk)];

      const saved = [await left.save(desk.one), await right.save(desk.other)];

      assert.deepEqual(saved.map(isSaved), [true, true], saved.map(({ body }) => text(body)).join());
      assert.deepEqual(await saidOf(desk, desk.one[0], desk.other[0]), [desk.one[1], desk.other[1]]);
    }),
  );

  test(
    `${what}: a field that was changed in both is not overwritten until its owner has seen it and saves again`,
    on(async (stage) => {
      const desk = await deskOf(stage);
      const [name, first, second] = desk.one;
      const [left, right] = [await openTab(desk), await openTab(desk)];
      assert.ok(isSaved(await left.save([name, first])));

      const told = await right.save([name, second], desk.other);

      assert.equal(told.status, 409, text(told.body));
      const words = text(told.body);
      assert.match(words, /Nothing was saved: this was changed elsewhere while you had the form open/);
      assert.ok(words.includes(`${desk.label} is now: ${first}`), words);
      assert.match(words, /Save it again to overwrite this/);
      assert.equal((await saidOf(desk, name))[0], first);
      assert.ok(isSaved(await tabOf(desk, told).save()));
      assert.deepEqual(await saidOf(desk, name, desk.other[0]), [second, desk.other[1]]);
    }),
  );

  test(
    `${what}: one form that is sent twice, at once or later or in another spelling, is saved and nobody is asked`,
    on(async (stage) => {
      const desk = await deskOf(stage);
      const [name, first] = desk.one;
      const tab = await openTab(desk);

      const both = await Promise.all([tab.save([name, first], desk.other), tab.save([name, first], desk.other)]);
      const later = [await tab.save([name, first], desk.other), await tab.save([name, desk.spelled], desk.other)];

      assert.deepEqual(
        [...both, ...later].map(({ status }) => status),
        [303, 303, 303, 303],
      );
      assert.deepEqual(await saidOf(desk, name, desk.other[0]), [first, desk.other[1]]);
    }),
  );

  test(
    `${what}: two fields that are saved at the very same moment are both kept`,
    on(async (stage) => {
      const desk = await deskOf(stage);
      const [left, right] = [await openTab(desk), await openTab(desk)];

      const saved = await Promise.all([left.save(desk.one), right.save(desk.other)]);

      assert.deepEqual(saved.map(isSaved), [true, true]);
      assert.deepEqual(await saidOf(desk, desk.one[0], desk.other[0]), [desk.one[1], desk.other[1]]);
    }),
  );

  test(
    `${what}: a form without what its fields said, as scripts send it, is written as it is; so is one with nonsense there`,
    on(async (stage) => {
      const desk = await deskOf(stage);
      const [name, first, second] = desk.one;
      const opened = await desk.browser.get(desk.page);
      const form = formTo(opened.body, desk.action);
      const bare = (value: string) => filled(form, { set: { [name]: value } }).filter(([each]) => each !== 'shown');
      assert.equal(bare(first).length, filled(form, { set: { [name]: first } }).length - 1, 'the page has the field');

      assert.ok(isSaved(await desk.browser.post(desk.action, bare(first))));
      const forged = `${name}:short ${'x:'.repeat(5000)} __proto__:aaaaaaaaaaaaaaaa`;
      assert.ok(isSaved(await desk.browser.post(desk.action, [...bare(second), ['shown', forged]])));

      assert.deepEqual(await saidOf(desk, name), [second]);
    }),
  );
}

test(
  'which scopes are required is one field: untouched it stays, touched in two tabs it is shown first',
  on(async ({ service, ada }) => {
    const path = applicationPath(await createApplication(service, { owner: ada }));
    const page = `${path}/permissions`;
    const browser = await signedIn(service, ada);
    const nothing = { browser, page, action: page, label: 'Required', spelled: '', other: ['', ''] } as const;
    const desk: Desk = { ...nothing, one: ['required', 'profile', 'email'] };
    const [left, right, untouched] = [await openTab(desk), await openTab(desk), await openTab(desk)];

    assert.ok(isSaved(await left.save(['required', 'profile'])));
    assert.ok(isSaved(await left.save(['required', 'profile'])), 'sent twice');
    assert.ok(isSaved(await untouched.save()));
    assert.deepEqual(await saidOf(desk, 'required'), ['profile']);
    const told = await right.save(['required', 'email']);
    assert.equal(told.status, 409);
    assert.match(text(told.body), /Required is now: profile/);
    assert.deepEqual(await saidOf(desk, 'required'), ['profile']);
    assert.ok(isSaved(await tabOf(desk, told).save()));
    assert.deepEqual(await saidOf(desk, 'required'), ['email']);
  }),
);

test(
  'a form that comes back with a fault keeps what was touched and shows what was changed elsewhere',
  on(async ({ service, ada }) => {
    const action = applicationPath(await createApplication(service, { owner: ada }));
    const browser = await signedIn(service, ada);
    const desk: Desk = { ...namesOf, browser, page: `${action}/edit`, action, other: ['homepage_url', 'no address'] };
    const [left, right] = [await openTab(desk), await openTab(desk)];
    await left.save(['name', 'First'], ['description', 'Told elsewhere']);

    const faulty = await right.save(['name', 'Second'], desk.other);
    assert.equal(faulty.status, 422);
    assert.match(faulty.body, />\s*Told elsewhere<\/textarea>/);
    const told = await tabOf(desk, faulty).save(['homepage_url', 'https://tabs.example/']);
    assert.equal(told.status, 409);
    assert.match(text(told.body), /Application name is now: First/);
    assert.ok(isSaved(await tabOf(desk, told).save()));

    assert.deepEqual(await saidOf(desk, 'name', 'description'), ['Second', 'Told elsewhere']);
  }),
);

test(
  'redirect URIs that were changed elsewhere stay where the form did not touch them, and no password is asked for',
  on(async ({ service, ada, root, admin }) => {
    const own = await createApplication(service, { owner: ada });
    const action = applicationPath(own);
    const browser = await signedIn(service, ada);
    const desk: Desk = { ...namesOf, browser, page: `${action}/edit`, action, other: ['description', 'Mine'] };
    const tab = await openTab(desk);
    const theirs = await openTab({ ...desk, browser: admin });
    assert.ok(isSaved(await theirs.save(['redirect_uri', 'https://moved.example/cb'])));

    assert.ok(isSaved(await tab.save(desk.other)));

    assert.deepEqual(await saidOf(desk, 'redirect_uri', 'description'), ['https://moved.example/cb,,,,', 'Mine']);
    const details = (await eventsOf(service, 'application.changed')).slice(0, 2).map(({ detail }) => detail);
    assert.deepEqual(details, ['description', `redirect_uri; by administrator ${root.id}`]);
  }),
);

test(
  'two redirect URIs that are added one by one at the very same moment are both registered',
  on(async ({ service, ada }) => {
    const action = applicationPath(await createApplication(service, { owner: ada }));
    const browser = await signedIn(service, ada);
    const desk: Desk = { ...namesOf, browser, page: `${action}/edit`, action, other: ['', ''] };
    const opened = await browser.get(desk.page);
    const adding = { ...formTo(opened.body, action), action: `${action}/redirect_uris` };
    const add = (uri: string) => browser.submit(opened, adding, { set: { redirect_uri: uri } });

    const added = await Promise.all([add('https://one.example/cb'), add('https://two.example/cb')]);

    assert.deepEqual(
      added.map(({ location }) => location),
      [`${action}?done=redirect_uri_added`, `${action}?done=redirect_uri_added`],
    );
    const [listed = ''] = await saidOf(desk, 'redirect_uri');
    assert.ok(listed.includes('https://one.example/cb') && listed.includes('https://two.example/cb'), listed);
  }),
);
