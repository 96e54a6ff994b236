/** Proves who may administer the service, what that does, and that all of it is an event. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROWS } from '../../../src/endpoints/routes.ts';
import { createUser, PASSWORD, signedIn } from '../../support/actors.ts';
import { administeredStage, disable, eventsOf, personPath, press } from '../../support/administration.ts';
import { asksToSignIn, openBrowser, type Page } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { assertAlive, assertDead, obtainTokens } from '../../support/grant.ts';
import { forms, text } from '../../support/html.ts';
import { createResource } from '../../support/resources.ts';

const on = eachDatabase(administeredStage, { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.1' });

/** What a page says, without what differs from one request to the next. */
const said = ({ body }: Page) => text(body).replace(/Request ID .*$/, '');

test(
  'every address of the administration is for administrators: strangers sign in, others find nothing',
  on(async ({ service, ada, browser, admin, quill }) => {
    const unknown = said(await browser.get('/admin-of-nothing'));
    const api = await createResource(service, { identifier: 'https://api.example/', name: 'API', scope: 'profile' });

    const webhooks = async (...words: string[]) =>
      JSON.parse((await service.cliHere(['webhooks', ...words, '--json'])).stdout).id;
    const hook = await webhooks('create', '--url', 'http://127.0.0.1:9/', '--group', 'setup');
    const delivery = await webhooks('test', String(hook));

    const ofAdministration = ROWS.filter(({ path }) => path.startsWith('/admin'));
    assert.ok(ofAdministration.length > 10);
    for (const { method, path } of ofAdministration) {
      const address = path
        .replace(':account', String(ada.id))
        .replace(':id', encodeURIComponent(quill.client_id))
        .replace(':resource', api.client_id)
        .replace(':webhook', String(hook))
        .replace(':delivery', delivery);
      const ask = (who: typeof browser) => (method === 'GET' ? who.get(address) : who.post(address, { reason: 'x' }));
      assert.ok(asksToSignIn(await ask(openBrowser(service.url))), `${method} ${address} as a stranger`);
      const refused = await ask(browser);
      assert.equal(refused.status, 404, `${method} ${address} as a user`);
      assert.equal(said(refused), unknown, `${method} ${address} as a user`);
      const allowed = await ask(admin);
      // A form without its token is refused, which only an administrator ever learns.
      assert.equal(allowed.status, method === 'GET' ? 200 : 403, `${method} ${address} as an administrator`);
    }
  }),
);

test(
  'only administrators are shown the way to the administration',
  on(async ({ browser, admin }) => {
    assert.doesNotMatch((await browser.get('/account')).body, /href="\/admin"/);
    assert.match((await admin.get('/account')).body, /href="\/admin"/);
  }),
);

test(
  'people are found by any part of a nickname or address, in any spelling, and by number',
  on(async ({ service, admin }) => {
    const zoe = await createUser(service, {
      nickname: `Zoë.${service.engine}`,
      email: `first.zoe@${service.engine}.example`,
    });
    const isFound = async (q: string) =>
      (await admin.get(`/admin/people?q=${encodeURIComponent(q)}`)).body.includes(`href="${personPath(zoe)}"`);

    for (const q of ['zoë', 'ZOË.', 'oë', zoe.nickname, 'FIRST.zoe', 'zoe@', zoe.email, String(zoe.id)])
      assert.ok(await isFound(q), q);
    for (const q of [`${zoe.nickname}x`, '%', '_', "' or 1=1 --", 'deleted:']) assert.ok(!(await isFound(q)), q);
  }),
);

test(
  'a changed cursor or kind is refused, and what nobody is called is told beside its field',
  on(async ({ admin }) => {
    for (const list of ['people', 'applications', 'events']) {
      for (const cursor of ['x', '-1', '0', '1.5', '1e3', '99999999999999999999', "1'", '1&before=2']) {
        assert.equal((await admin.get(`/admin/${list}?before=${cursor}`)).status, 400, `${list} before ${cursor}`);
      }
      assert.equal((await admin.get(`/admin/${list}?before=`)).status, 200);
    }
    assert.equal((await admin.get('/admin/events?kind=account.invented')).status, 400);
    for (const filter of ['person=nobody-at-all', 'application=no-such-id', 'since=2026-02-30', "since=1'"]) {
      const page = await admin.get(`/admin/events?${filter}`);
      assert.equal(page.status, 422, filter);
      assert.match(page.body, /aria-invalid="true"/, filter);
    }
  }),
);

test(
  'disabling somebody ends sessions and access, needs the nickname, and is an event that names the administrator',
  on(async ({ service, quill, root, admin }) => {
    const person = await createUser(service);
    const browser = await signedIn(service, person);
    const { access } = await obtainTokens({ service, browser, quill });
    assert.equal((await disable(admin, person, 'somebody else')).status, 422);
    await assertAlive(service, access);

    assert.equal((await disable(admin, person)).location, `${personPath(person)}?done=person_disabled`);

    await assertDead(service, access);
    assert.ok(asksToSignIn(await browser.get('/account')));
    assert.notEqual((await openBrowser(service.url).signIn(person)).status, 303);
    const [event] = await eventsOf(service, 'account.disabled');
    assert.deepEqual([event?.account_id, event?.detail], [person.id, `by administrator ${root.id}`]);
    await press(admin, personPath(person), `${personPath(person)}/enable`);
    assert.equal((await openBrowser(service.url).signIn(person)).status, 303);
    await assertDead(service, access);
    assert.equal((await eventsOf(service, 'account.enabled'))[0]?.account_id, person.id);
  }),
);

test(
  'signing somebody out everywhere ends every session and leaves access alone',
  on(async ({ service, quill, root, admin }) => {
    const person = await createUser(service);
    const [one, other] = [await signedIn(service, person), await signedIn(service, person)];
    const { access } = await obtainTokens({ service, browser: one, quill });

    const answer = await press(admin, personPath(person), `${personPath(person)}/sign-out`);

    assert.equal(answer.location, `${personPath(person)}?done=person_signed_out`);
    assert.ok(asksToSignIn(await one.get('/account')) && asksToSignIn(await other.get('/account')));
    await assertAlive(service, access);
    const [event] = await eventsOf(service, 'account.signed_out_everywhere');
    assert.deepEqual([event?.account_id, event?.detail], [person.id, `by administrator ${root.id}`]);
  }),
);

test(
  'an administrator cannot disable himself',
  on(async ({ root, admin }) => {
    const page = await admin.get(personPath(root));
    const shown = await admin.get(`${personPath(root)}/disable`);
    const token =
      forms(page.body)
        .flatMap(({ fields }) => fields)
        .find(({ name }) => name === 'form_token')?.value ?? '';

    const sent = await admin.post(`${personPath(root)}/disable`, {
      form_token: token,
      confirm_nickname: root.nickname,
    });

    assert.match(text(page.body), /This is you\./);
    assert.deepEqual([shown.status, sent.status], [400, 400]);
    assert.equal((await admin.get('/admin')).status, 200);
  }),
);

test(
  'what an administrator was allowed ends with the role, in open pages too',
  on(async ({ service, ada }) => {
    const fallen = await createUser(service, { admin: true });
    const browser = await signedIn(service, fallen);
    const page = await browser.get(`${personPath(ada)}/disable`);
    await service.cliHere(['users', 'disable', fallen.nickname]);

    const form = forms(page.body).at(-1);
    const answer = await browser.submit(page, form ?? assert.fail(), { set: { confirm_nickname: ada.nickname } });

    assert.ok(asksToSignIn(answer));
    assert.equal((await openBrowser(service.url).signIn({ ...ada, password: PASSWORD })).status, 303);
  }),
);

test(
  'looking at somebody and reading the log are events as well',
  on(async ({ service, root, admin }) => {
    const person = await createUser(service);
    await admin.get(personPath(person));
    await admin.get(`/admin/events?person=${person.id}`);

    for (const kind of ['administration.person_viewed', 'administration.events_read']) {
      const mine = (await eventsOf(service, kind)).filter(({ account_id }) => account_id === person.id);
      assert.ok(mine.length > 0, kind);
      assert.equal(mine[0]?.detail, `by administrator ${root.id}`);
    }
    const own = await (await signedIn(service, person)).get('/account/events');
    assert.match(text(own.body), /An administrator looked at your account/);
  }),
);
