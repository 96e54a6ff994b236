/** Proves over HTTP that an application changes hands only by the will of its owner at that very moment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, createApplication, createUser, signedIn, type User } from '../../support/actors.ts';
import { type Browser, filled, openBrowser } from '../../support/browser-like.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { usualStage } from '../../support/grant.ts';
import { formTo, text } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';
import type { Service } from '../../support/service.ts';

const on = eachDatabase(usualStage);
/** The first try used to succeed most of the time. */
const RACES = 8;

/** A form that has been loaded and filled in, and is sent later. */
async function readyToOffer(browser: Browser, application: Application) {
  const page = await browser.get(`${applicationPath(application)}/settings`);
  const form = formTo(page.body, /\/transfer$/);
  return (nickname: string) => browser.post(form.action, filled(form, { set: { nickname } }));
}

const readyToAccept = readyTo('accept');
const readyToDecline = readyTo('decline');

function readyTo(act: 'accept' | 'decline') {
  return async (browser: Browser, { client_id }: Application) => {
    const page = await browser.get('/oauth/applications');
    const form = formTo(page.body, new RegExp(`${client_id}/transfer/${act}$`));
    return () => browser.submit(page, form);
  };
}

test(
  'an offer that its owner sends while another one is accepted gives the application to nobody else',
  on(async ({ service, ada, browser }) => {
    const [bob, eve] = [await createUser(service), await createUser(service)];
    const [bobs, eves] = [await signedIn(service, bob), await signedIn(service, eve)];
    for (let race = 0; race < RACES; race += 1) {
      const quill = await createApplication(service, { owner: ada });
      const offerTo = await readyToOffer(browser, quill);
      await offerTo(bob.nickname);
      const accept = await readyToAccept(bobs, quill);

      const [accepted] = await Promise.all([accept(), offerTo(eve.nickname)]);

      const isBobs = accepted.location?.includes('transfer_accepted') === true;
      const list = await eves.get('/oauth/applications');
      assert.equal(list.body.includes(`${quill.client_id}/transfer/accept`), !isBobs, text(list.body));
      assert.equal((await bobs.get(applicationPath(quill))).status, isBobs ? 200 : 404);
    }
  }),
);

test(
  'the page after an offer says once that nothing changes until it is accepted',
  on(async ({ service, ada, browser }) => {
    const bob = await createUser(service);
    const quill = await createApplication(service, { owner: ada });
    const offered = await browser.follow(await (await readyToOffer(browser, quill))(bob.nickname));
    assert.equal(text(offered.body).match(/nothing changes/gi)?.length, 1, text(offered.body));
  }),
);

test(
  'an offer that was accepted in one tab is not said to be declined in another',
  on(async ({ service, ada }) => {
    const bob = await createUser(service);
    const [owners, bobs] = [await signedIn(service, ada), await signedIn(service, bob)];
    const quill = await createApplication(service, { owner: ada });
    await (await readyToOffer(owners, quill))(bob.nickname);
    const decline = await readyToDecline(bobs, quill);
    await (await readyToAccept(bobs, quill))();

    const late = await decline();

    assert.equal(late.status, 409);
    assert.match(text(late.body), /was answered already/);
    assert.equal((await bobs.get(applicationPath(quill))).status, 200);
  }),
);

test(
  'what an owner offered before being disabled cannot be accepted any more',
  on(async ({ service }) => {
    const [owner, bob] = [await createUser(service), await createUser(service)];
    const [owners, bobs] = [await signedIn(service, owner), await signedIn(service, bob)];
    const quill = await createApplication(service, { owner });
    await (await readyToOffer(owners, quill))(bob.nickname);
    const accept = await readyToAccept(bobs, quill);
    assert.equal((await service.cliHere(['users', 'disable', owner.nickname])).code, 0);

    const refused = await accept();

    assert.equal(refused.status, 409);
    assert.ok(!(await bobs.get('/oauth/applications')).body.includes(quill.client_id));
    assert.equal((await bobs.get(applicationPath(quill))).status, 404);
  }),
);

const NEXT = 'seven quiet otters by the mill';

async function changePassword(browser: Browser, current_password: string, more: Record<string, string>) {
  const page = await browser.get('/account/password');
  const set = { current_password, new_password: NEXT, ...more };
  assert.equal((await browser.submit(page, formTo(page.body, '/account/password'), { set })).status, 303);
}

async function recoverByLink(service: Service, { nickname }: User, password: string) {
  const { stdout } = await service.cliHere(['users', 'sign-in-link', nickname, '--json']);
  const path = new URL(JSON.parse(stdout).url).pathname;
  const browser = openBrowser(service.url);
  const page = await browser.get(path);
  assert.equal((await browser.submit(page, formTo(page.body, path), { set: { password } })).status, 303);
}

async function setPassword(service: Service, { nickname }: User, ...more: readonly string[]) {
  const command = ['users', 'set-password', nickname, '--password-stdin', ...more];
  assert.equal((await service.cliHere(command, `${NEXT}\n`)).code, 0);
}

type Recovery = (service: Service, owner: User, browser: Browser) => Promise<void>;

const RECOVERIES: readonly (readonly [name: string, withdraws: boolean, recover: Recovery])[] = [
  [
    'password, access ended',
    true,
    (_, { password }, browser) => changePassword(browser, password, { end_access: 'on' }),
  ],
  ['password, access kept', false, (_, { password }, browser) => changePassword(browser, password, {})],
  ['set by the operator', true, (service, owner) => setPassword(service, owner)],
  ['set by the operator, access kept', false, (service, owner) => setPassword(service, owner, '--keep-access')],
  ['link with a new password', true, (service, owner) => recoverByLink(service, owner, NEXT)],
  ['link alone', false, (service, owner) => recoverByLink(service, owner, '')],
];

test(
  'a recovered account has withdrawn what an intruder may have offered, and an event says so',
  on(async ({ service }) => {
    const bob = await createUser(service);
    for (const [name, withdraws, recover] of RECOVERIES) {
      const owner = await createUser(service);
      const [owners, bobs] = [await signedIn(service, owner), await signedIn(service, bob)];
      const quill = await createApplication(service, { owner });
      await (await readyToOffer(owners, quill))(bob.nickname);
      const accept = await readyToAccept(bobs, quill);

      await recover(service, owner, owners);

      assert.equal((await accept()).status, withdraws ? 409 : 303, name);
      const told = ['events', '--kind', 'application.transfer_withdrawn', '--client', quill.client_id, '--json'];
      const { stdout } = await service.cliHere(told);
      assert.equal(stdout.split('\n').filter(Boolean).length, withdraws ? 1 : 0, name);
    }
  }),
);

test(
  'an offer that was accepted meanwhile is not withdrawn, and its former owner is told by whom, on each page left open',
  on(async ({ service, ada, browser }) => {
    const bob = await createUser(service);
    const bobs = await signedIn(service, bob);
    const quill = await createApplication(service, { owner: ada });
    await (await readyToOffer(browser, quill))(bob.nickname);
    const path = applicationPath(quill);
    const settings = await browser.get(`${path}/settings`);
    const root = await signedIn(service, await createUser(service, { admin: true }));
    const seen = await root.get(`${path}/settings`);
    await (await readyToAccept(bobs, quill))();

    const late = await browser.submit(settings, formTo(settings.body, /withdraw$/));
    const opened = await browser.get(path);
    const administered = await root.submit(seen, formTo(seen.body, /withdraw$/));

    for (const { status, body } of [late, opened, administered]) {
      assert.equal(status, opened.body === body ? 404 : 409, text(body));
      assert.match(text(body), /This application has a new owner/);
      assert.match(text(body), new RegExp(`${bob.nickname} accepted the offer`));
    }
    const stranger = await signedIn(service, await createUser(service));
    assert.doesNotMatch(text((await stranger.get(path)).body), /new owner/);
    assert.doesNotMatch(text((await bobs.get(path)).body), /has a new owner/);
  }),
);

test(
  'who gave an application away reads on the home page that the offer was accepted, and by whom, for a week',
  onMovedClock(async (clocked) => {
    const [ada, bob] = [await clocked.createUser('Ada'), await clocked.createUser('Bob')];
    const [adas, bobs] = [await clocked.signedIn(ada), await clocked.signedIn(bob)];
    const quill = await clocked.createApplication(ada);
    await (await readyToOffer(adas, quill))(bob.nickname);
    assert.doesNotMatch(text((await adas.get('/')).body), /accepted/);

    await (await readyToAccept(bobs, quill))();

    assert.match(text((await adas.get('/')).body), /Bob accepted your offer: Quill belongs to that account now/);
    assert.doesNotMatch(text((await bobs.get('/')).body), /accepted your offer/);
    clocked.pass(8 * 86_400);
    assert.doesNotMatch(text((await (await clocked.signedIn(ada)).get('/')).body), /accepted your offer/);
  }),
);

test(
  'an offer that was declined meanwhile is not said to be withdrawn, and one that is withdrawn twice is',
  on(async ({ service, ada, browser }) => {
    const bob = await createUser(service);
    const bobs = await signedIn(service, bob);
    const quill = await createApplication(service, { owner: ada });
    await (await readyToOffer(browser, quill))(bob.nickname);
    const page = await browser.get(`${applicationPath(quill)}/settings`);
    const withdraw = () => browser.submit(page, formTo(page.body, /withdraw$/));

    const [once, twice] = [await withdraw(), await withdraw()];
    await (await readyToOffer(browser, quill))(bob.nickname);
    await (await readyToDecline(bobs, quill))();
    const late = await withdraw();

    assert.match(once.location ?? '', /done=transfer_withdrawn$/);
    assert.match(twice.location ?? '', /done=transfer_withdrawn$/);
    assert.match(late.location ?? '', /done=transfer_was_declined$/);
  }),
);
