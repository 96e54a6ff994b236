/** Proves what a suspended application can still do, which is nothing, and that lifting it brings everything back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import { administeredPath, administeredStage, eventsOf, lift, press, suspend } from '../../support/administration.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase, everyEngine } from '../../support/each-database.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  authorizeParams,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  tokensOf,
} from '../../support/grant.ts';
import { formWith, text } from '../../support/html.ts';
import { json } from '../../support/http-client.ts';
import { startService } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';

const REASON = 'It sends unsolicited messages.';
const on = eachDatabase(administeredStage);

test(
  'suspending an application ends its tokens at once, and lifting it brings them back',
  on(async ({ service, ada, browser, admin }) => {
    const quill = await createApplication(service, { owner: ada });
    const tokens = await obtainTokens({ service, browser, quill });
    await assertAlive(service, tokens.access);

    assert.equal((await suspend(admin, quill, REASON)).status, 303);

    await assertDead(service, tokens.access);
    assertRefused(await refresh({ service, quill }, tokens.refresh), 400, 'unauthorized_client');
    assert.equal((await lift(admin, quill)).status, 303);
    await assertAlive(service, tokens.access);
    tokensOf(await refresh({ service, quill }, tokens.refresh));
  }),
);

test(
  'the home of its owner tells of a suspended application, also of one that is older than those it lists',
  on(async ({ service, admin }) => {
    const owner = await createUser(service);
    const browser = await signedIn(service, owner);
    const oldest = await createApplication(service, { owner, name: 'Oldest' });
    for (let count = 0; count < 11; count += 1) await createApplication(service, { owner });

    await suspend(admin, oldest, REASON);

    const { body } = await browser.get('/');
    assert.match(text(body), /An administrator has suspended Oldest/);
    assert.equal(body.split(`/oauth/applications/${oldest.client_id}"`).length, 2, 'it is not in the list');
  }),
);

test(
  'the token endpoint gives the reason to the application that proved itself, and to nobody else',
  on(async ({ service, ada, admin }) => {
    const quill = await createApplication(service, { owner: ada });
    await suspend(admin, quill, `It said "hello" to everybody.`);
    const fields = { grant_type: 'client_credentials', ...quill, redirect_uris: '' };

    const told = await token(service.url, fields);
    const wrong = await token(service.url, { ...fields, client_secret: 'wrong' });

    assertRefused(told, 400, 'unauthorized_client');
    assert.match(
      String(json(told).error_description),
      /suspended by an administrator.*: It said 'hello' to everybody\.$/,
    );
    assertRefused(wrong, 401, 'invalid_client');
    assert.doesNotMatch(wrong.body, /hello/);
  }),
);

test(
  'a reason that the wire cannot carry is told on the page alone',
  on(async ({ service, ada, browser, admin }) => {
    const quill = await createApplication(service, { owner: ada });
    await suspend(admin, quill, 'Рассылает <спам>.');

    const told = await token(service.url, { grant_type: 'client_credentials', ...quill, redirect_uris: '' });
    const page = await browser.authorize(authorizeParams(quill));

    assertRefused(told, 400, 'unauthorized_client');
    assert.match(String(json(told).error_description), /authorization page\.$/);
    assert.match(text(page.body), /Рассылает <спам>\./);
  }),
);

test(
  'a code that was issued before the suspension is refused and not consumed',
  on(async ({ service, ada, browser, admin }) => {
    const quill = await createApplication(service, { owner: ada });
    const code = await obtainCode(browser, quill);
    await suspend(admin, quill, REASON);

    const meanwhile = await token(service.url, codeFields(quill, code));
    await lift(admin, quill);

    assertRefused(meanwhile, 400, 'unauthorized_client');
    tokensOf(await token(service.url, codeFields(quill, code)));
  }),
);

test(
  'people who come from a suspended application read the reason and are sent nowhere',
  on(async ({ service, ada, browser, admin }) => {
    const quill = await createApplication(service, { owner: ada });
    await obtainCode(browser, quill);
    await suspend(admin, quill, REASON);

    for (const visitor of [browser, openBrowser(service.url)]) {
      for (const prompt of ['', 'none', 'consent']) {
        const page = await visitor.authorize(authorizeParams(quill, prompt === '' ? {} : { prompt }));
        assert.equal(page.status, 403);
        assert.equal(page.location, undefined);
        assert.match(
          text(page.body),
          /This app is suspended.*It sends unsolicited messages\..*[Oo]nce an administrator has lifted the suspension/,
        );
      }
    }
  }),
);

test(
  'who gave it access reads the reason in their list of apps and on the page of the app, until it is lifted',
  on(async ({ service, ada, admin }) => {
    const quill = await createApplication(service, { owner: ada });
    const browser = await signedIn(service, await createUser(service));
    await obtainCode(browser, quill);
    const list = '/oauth/authorized_applications';
    const told = async (path: string) =>
      /Suspended by an administrator: “\s*It sends/.test(text((await browser.get(path)).body));
    const both = () => Promise.all([told(list), told(`${list}/${quill.client_id}`)]);

    await suspend(admin, quill, REASON);
    const during = await both();
    await lift(admin, quill);

    assert.deepEqual(
      [during, await both()],
      [
        [true, true],
        [false, false],
      ],
    );
  }),
);

test(
  'a consent form that was open when the application was suspended gives nothing away',
  on(async ({ service, ada, browser, admin }) => {
    const quill = await createApplication(service, { owner: ada });
    const asked = await browser.authorize(authorizeParams(quill));
    await suspend(admin, quill, REASON);

    const answer = await browser.submit(asked, formWith(asked.body, 'decision'), {
      button: { name: 'decision', value: 'approve' },
    });

    assert.equal(answer.status, 403);
    assert.equal(answer.location, undefined);
  }),
);

test(
  'a suspension needs a reason, and says who suspended',
  on(async ({ service, ada, root, admin }) => {
    const quill = await createApplication(service, { owner: ada });
    const path = administeredPath(quill);
    const empty = await suspend(admin, quill, '  ');
    const long = await suspend(admin, quill, 'x'.repeat(301));

    assert.deepEqual([empty.status, long.status], [422, 422]);
    await suspend(admin, quill, REASON);
    const again = await admin.get(path);
    assert.match(text(again.body), /Suspended since .*It sends unsolicited messages\./);
    const [event] = await eventsOf(service, 'application.suspended');
    assert.equal(event?.account_id, ada.id);
    assert.equal(event?.detail, `by administrator ${root.id}: ${REASON}`);
    assert.equal((await press(admin, path, `${path}/lift`)).location, `${path}?done=suspension_lifted`);
    assert.equal((await eventsOf(service, 'application.suspension_lifted'))[0]?.detail, `by administrator ${root.id}`);
  }),
);

test(
  'owner and users read the reason where they meet the application',
  on(async ({ service, ada, browser, admin }) => {
    const quill = await createApplication(service, { owner: ada });
    await obtainCode(browser, quill);
    await suspend(admin, quill, 'It lost its <keys>.');

    for (const path of [`/oauth/applications/${quill.client_id}`, '/oauth/authorized_applications']) {
      assert.match(text((await browser.get(path)).body), /“ ?It lost its <keys>\. ?”/, path);
    }
    await lift(admin, quill);
    assert.doesNotMatch((await browser.get('/oauth/authorized_applications')).body, /It lost its/);
  }),
);

test(
  'suspended applications are listed by themselves, and the owner reads of it in the events',
  on(async ({ service, ada, admin }) => {
    const quill = await createApplication(service, { owner: ada, name: 'Unfortunate Inkwell' });
    await suspend(admin, quill, REASON);

    const listed = await admin.get('/admin/applications?filter=suspended');
    const events = await (await signedIn(service, ada)).get('/account/events');

    assert.match(listed.body, /Unfortunate Inkwell/);
    assert.match(text(events.body), /An administrator suspended Unfortunate Inkwell/);
  }),
);

test('a suspension counts at once in every process, and so does its end', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const other = await startService({ database: engine, sharedWith: service });
    const { admin, browser, quill } = await administeredStage(service);
    const { access } = await obtainTokens({ service, browser, quill });

    for (let round = 0; round < 5; round += 1) {
      await assertAlive(other, access);
      await suspend(admin, quill, REASON);
      await assertDead(other, access);
      await lift(admin, quill);
    }

    await Promise.all([service.stop(), other.stop()]);
  }));

test('where the operator is to be asked, the address for that is named: by a suspended application and where nobody may register', async () => {
  const contact = 'help@example.org';
  const env = { LATCHKEY_CONTACT: contact, LATCHKEY_APPLICATION_REGISTRATION: 'administrators' };
  const service = await startService({ database: 'sqlite', env });
  const { admin, ada, browser } = await administeredStage(service);
  const quill = await createApplication(service, { owner: ada });
  const path = `/oauth/applications/${quill.client_id}`;
  const isNamed = async (who: typeof browser, at: string) => (await who.get(at)).body.includes(`mailto:${contact}`);

  assert.equal(await isNamed(browser, path), false);
  await suspend(admin, quill, REASON);
  assert.equal(await isNamed(browser, path), true);
  assert.equal(await isNamed(await signedIn(service, await createUser(service)), '/oauth/applications'), true);
});
