/** Proves over HTTP that an application changes hands only by the will of its owner at that very moment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, createApplication, createUser, signedIn, type User } from '../../support/actors.ts';
import { type Browser, filled, openBrowser } from '../../support/browser-like.ts';
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
