/** Proves who may register applications by setting, and that one that waits for approval is for its owner alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, CALLBACK, createUser, signedIn } from '../../support/actors.ts';
import { administeredPath, eventsOf, personPath, press } from '../../support/administration.ts';
import { type Browser, openBrowser, type Page } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  agree,
  assertAlive,
  assertRefused,
  authorizeParams,
  callback,
  obtainTokens,
  refresh,
  tokensOf,
} from '../../support/grant.ts';
import { forms, formTo, links, text } from '../../support/html.ts';
import { assertOk, assertProblem, ifMatch, type ManagementStage, managementStage } from '../../support/management.ts';
import { exchangeIn, tokensOn } from '../../support/playground.ts';
import { applicationPath, credentialsOn, edit, register } from '../../support/portal.ts';
import type { Service } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';

type ApprovalStage = ManagementStage & { admin: Browser; eve: Browser };

/** Ada is a developer, as an administrator has said on her page; nobody else is. */
async function approvalStage(service: Service): Promise<ApprovalStage> {
  const stage = await managementStage(service);
  const [admin, eve] = await Promise.all([
    signedIn(service, stage.root),
    createUser(service).then((user) => signedIn(service, user)),
  ]);
  const path = personPath(stage.ada);
  const made = await press(admin, path, `${path}/developer`);
  assert.equal(made.location, `${path}?done=person_developer`);
  return { ...stage, admin, eve };
}

const on = eachDatabase(approvalStage, {
  LATCHKEY_APPLICATION_REGISTRATION: 'developers',
  LATCHKEY_APPLICATION_APPROVAL: 'changes',
});

const WISH = { name: 'Notebook', redirect_uris: [CALLBACK], scopes: ['profile', 'email'] };

/** Registered by Ada on the pages. */
async function registered(browser: Browser, name: string): Promise<Application> {
  const page = await register(browser, { name, redirectUris: [CALLBACK], scopes: ['profile', 'email'] });
  assert.equal(page.status, 201, text(page.body));
  return { ...credentialsOn(page), redirect_uris: [CALLBACK] };
}

/** Sends the form of a page that an administrator has loaded. */
async function readyTo(admin: Browser, application: Application, decision: 'approve' | 'decline') {
  const page = await admin.get(administeredPath(application));
  const form = forms(page.body).find(({ fields }) => fields.some(({ value }) => value === decision));
  assert.ok(form, text(page.body));
  return (reason?: string): Promise<Page> => admin.submit(page, form, reason === undefined ? {} : { set: { reason } });
}

const doneOf = (page: Page) => new URL(page.location ?? '', 'http://x').searchParams.get('done');
const machine = ({ client_id, client_secret }: Application) => ({
  grant_type: 'client_credentials',
  client_id,
  client_secret,
});

test(
  'until it is approved, an application works for its owner and in the playground, and others read why it does not',
  on(async ({ service, browser, ada, admin, eve }) => {
    assert.match((await browser.get('/oauth/applications/new')).body, /An administrator has to approve/);
    const quill = await registered(browser, 'Waiting');
    const params = authorizeParams(quill, { scope: 'profile' });

    const page = await eve.authorize(params);
    assert.equal(page.status, 403);
    assert.match(text(page.body), /waiting for approval.*has to approve Waiting before people can give it access/s);
    const wrong = await eve.authorize({ ...params, response_type: 'token' });
    assert.deepEqual([wrong.status, wrong.location], [403, undefined]);
    assert.equal((await eve.authorize({ ...params, prompt: 'none' })).status, 403);
    assertRefused(await token(service.url, machine(quill)), 400, 'unauthorized_client');

    const own = await obtainTokens({ service, browser, quill }, { scope: 'profile' });
    await assertAlive(service, own.access);
    await assertAlive(service, tokensOn(await exchangeIn(browser, quill)).access);
    assert.match(text((await browser.get(applicationPath(quill))).body), /Waiting for approval/);
    assert.match(text((await browser.get('/')).body), /Waiting is waiting for approval/);
    assert.match(text((await admin.get('/admin')).body), /Apps to approve/);
    assert.match((await admin.get('/admin/applications?filter=waiting')).body, new RegExp(quill.client_id));

    const approved = await (await readyTo(admin, quill, 'approve'))();
    assert.equal(doneOf(approved), 'application_approved');
    assert.ok(callback(await agree(eve, params)).get('code'));
    assert.equal((await token(service.url, machine(quill))).status, 200);
    assert.equal((await eventsOf(service, 'application.approved'))[0]?.account_id, ada.id);
  }),
);

test(
  'the page with the new secret says that the application waits for approval, and offers a machine no first token',
  on(async ({ browser, admin }) => {
    const wish = { redirectUris: [CALLBACK], scopes: ['profile', 'email'] };
    const waits = await register(browser, { ...wish, name: 'Sketch' });
    assert.match(text(waits.body), /Sketch is waiting for approval.*only you can give it access/s);
    assert.doesNotMatch(text(waits.body), /can now ask users/);
    const bot = await register(browser, { name: 'Bot', set: { type: 'machine' } });
    assert.match(text(bot.body), /Bot is waiting for approval.*it gets no tokens/s);
    assert.doesNotMatch(text(bot.body), /can now get tokens|Get your first token/);
    const own = await register(admin, { ...wish, name: 'Sextant' });
    assert.match(text(own.body), /Sextant can now ask users for access\./);
  }),
);

test(
  'the diagnosis of a request that was refused for want of approval names this cause alone',
  on(async ({ browser, eve }) => {
    const quill = await registered(browser, 'Diagnosed');
    assert.equal((await eve.authorize(authorizeParams(quill, { scope: 'profile' }))).status, 403);
    const list = await browser.get(`${applicationPath(quill)}/activity`);
    const diagnosis = links(list.body).find((link) => /\/requests\/[0-9a-f]{16}$/.test(link)) ?? '';
    const told = text((await browser.get(diagnosis)).body);
    assert.match(text(list.body), /The application is not approved\./);
    assert.match(told, /The application is not approved unauthorized_client at/);
    assert.doesNotMatch(told, /may not use this way|has suspended it|has to approve the application before/);
  }),
);

test(
  'a declined application tells its owner why, who mends it and asks again; others read that it is not approved',
  on(async ({ service, browser, admin, eve }) => {
    const quill = await registered(browser, 'Doubtful');
    const empty = await (await readyTo(admin, quill, 'decline'))('');
    assert.equal(empty.status, 422);
    assert.match(text(empty.body), /Enter the reason\./);
    assert.doesNotMatch(text(empty.body), /people who meet/);
    const declined = await (await readyTo(admin, quill, 'decline'))('The name says nothing.');
    assert.equal(doneOf(declined), 'application_declined');

    const overview = await browser.get(applicationPath(quill));
    assert.match(text(overview.body), /did not approve this application: “ ?The name says nothing\. ?”/);
    const met = await eve.authorize(authorizeParams(quill));
    assert.equal(met.status, 403);
    assert.match(text(met.body), /This app is not approved.*did not approve Doubtful/s);
    assert.doesNotMatch(text(met.body), /waiting for approval|once it is approved/);
    await edit(browser, quill, { name: 'Ink for letters' });
    const asked = await browser.submit(overview, formTo(overview.body, /\/approval$/));
    assert.equal(doneOf(asked), 'approval_asked');
    assert.match(text((await browser.get(applicationPath(quill))).body), /waiting for approval by an administrator/);
    assert.match((await eventsOf(service, 'application.declined'))[0]?.detail ?? '', /The name says nothing\.$/);
    assert.match((await eventsOf(service, 'application.approval_requested'))[0]?.detail ?? '', /^again/);
    assert.equal((await eve.get(administeredPath(quill))).status, 404);
  }),
);

test(
  'nobody approves what was put in the place of what was looked at, however the two requests meet',
  on(async ({ browser, admin, eve }) => {
    const quill = await registered(browser, 'Harmless');
    const approve = await readyTo(admin, quill, 'approve');

    await edit(browser, quill, { redirectUris: ['https://elsewhere.example/cb'] });
    assert.equal(doneOf(await approve()), 'changed_meanwhile');
    for (let race = 0; race < 6; race += 1) {
      const each = await registered(browser, `Race ${race}`);
      const decide = await readyTo(admin, each, 'approve');
      const [decided] = await Promise.all([decide(), edit(browser, each, { name: `Harmful ${race}` })]);

      // Approved and then changed, it waits again; changed first, it was not approved.
      assert.ok(['application_approved', 'changed_meanwhile'].includes(doneOf(decided) ?? ''));
      assert.equal((await eve.authorize(authorizeParams(each))).status, 403, String(doneOf(decided)));
    }
  }),
);

test(
  'a change that makes it another application needs approval again, and access from before lives on',
  on(async ({ service, browser, admin, eve }) => {
    const quill = await registered(browser, 'Settled');
    await (await readyTo(admin, quill, 'approve'))();
    const tokens = await obtainTokens({ service, browser: eve, quill }, { scope: 'profile' });

    await edit(browser, quill, { scopes: ['profile'], set: { description: 'Less than before.' } });
    assert.ok(callback(await eve.authorize(authorizeParams(quill, { scope: 'profile' }))).get('code'));
    await edit(browser, quill, { redirectUris: [CALLBACK, 'https://two.example/cb'] });

    assert.equal((await eve.authorize(authorizeParams(quill, { scope: 'profile' }))).status, 403);
    assert.match(text((await browser.get(applicationPath(quill))).body), /You changed this application/);
    await assertAlive(service, tokensOf(await refresh({ service, quill }, tokens.refresh)).access);
    assert.equal((await token(service.url, machine(quill))).status, 200);
    const left = await edit(admin, quill, { name: 'Settled by an administrator' });
    assert.equal(doneOf(left), 'application_saved');
    const approved = await service.cliHere(['applications', 'approve', quill.client_id, '--json']);
    assert.deepEqual(JSON.parse(approved.stdout).state, 'approved', approved.stderr);
    assert.ok(callback(await eve.authorize(authorizeParams(quill, { scope: 'profile' }))).get('code'));
    await edit(admin, quill, { name: 'Settled again' });
    assert.ok(callback(await eve.authorize(authorizeParams(quill, { scope: 'profile' }))).get('code'));
  }),
);

test(
  'who may not register is offered nothing, and gets nothing by any way',
  on(async ({ service, eve, other, bob, all, own, ada, admin }) => {
    const developers = (await admin.get('/admin/people?filter=developers')).body;
    assert.deepEqual([developers.includes(ada.nickname), developers.includes(bob.nickname)], [true, false]);
    assert.doesNotMatch((await eve.get('/')).body, /applications\/new/);
    const list = await eve.get('/oauth/applications');
    assert.doesNotMatch(list.body, /applications\/new/);
    assert.match(text(list.body), /Not everyone can register applications/);
    assert.equal((await eve.get('/oauth/applications/new')).status, 403);
    const form = formTo(list.body, '/sign-out').fields.find(({ name }) => name === 'form_token');
    const sent = await eve.post('/oauth/applications', [
      ['form_token', form?.value ?? ''],
      ['trial', 'yes'],
    ]);
    assert.equal(sent.status, 403);
    assert.match(text(sent.body), /You cannot register applications/);

    // Bob has an application from before, which goes on, and cannot be given to somebody who may have none.
    const carl = await createUser(service);
    const [bobs, carls] = [await signedIn(service, bob), await signedIn(service, carl)];
    const path = `${applicationPath(other)}/settings`;
    await press(bobs, path, `${applicationPath(other)}/transfer`, { nickname: carl.nickname });
    const offers = await carls.get('/oauth/applications');
    const accept = () => carls.submit(offers, formTo(offers.body, /transfer\/accept$/));
    assert.equal((await accept()).status, 403);

    assertProblem(await all('POST', `/people/${ada.id}/developer`), 409, 'conflict');
    assertOk(await all('DELETE', `/people/${ada.id}/developer`), 204);
    assertProblem(await own('POST', '/applications', { body: WISH }), 403, 'registration-forbidden');
    assert.equal(assertOk(await all('POST', `/people/${ada.id}/developer`)).body.developer, true);
    const made = await service.cliHere(['users', 'make-developer', carl.nickname, '--json']);
    assert.equal(JSON.parse(made.stdout).developer, true);
    assert.match((await accept()).location ?? '', /transfer_accepted/);
    assert.match((await eventsOf(service, 'application.approval_requested'))[0]?.detail ?? '', /^given/);
    assert.match(text((await carls.get(applicationPath(other))).body), /waiting for approval again/);
  }),
);

test(
  'the management API, apply and the command line approve, decline and list what waits',
  on(async ({ service, own, all, robot }) => {
    const made = assertOk(await own('POST', '/applications', { body: WISH }), 201);
    const { client_id } = made.body;
    assert.equal(made.body.approval.state, 'waiting');
    const path = `/applications/${client_id}`;
    const waiting = assertOk(await all('GET', '/applications?approval=waiting')).body.items;
    assert.ok(waiting.some((each: { client_id: string }) => each.client_id === client_id));
    const mine = assertOk(await own('GET', '/applications?approval=waiting')).body.items;
    assert.ok(mine.length > 0 && mine.every((each: { owner: number }) => each.owner === made.body.owner));

    assertProblem(await all('POST', `${path}/approve`), 428, 'precondition-required');
    assertOk(await own('PATCH', path, { body: { name: 'Notes' }, headers: ifMatch(made) }));
    assertProblem(await all('POST', `${path}/approve`, { headers: ifMatch(made) }), 412, 'stale');
    const seen = ifMatch(assertOk(await all('GET', path)));
    const reason = { body: { reason: 'No homepage.' }, headers: seen };
    assert.equal(assertOk(await all('POST', `${path}/decline`, reason)).body.approval.reason, 'No homepage.');
    assertProblem(await own('POST', `${path}/approve`, { headers: { 'if-match': '*' } }), 403, 'insufficient-scope');
    assert.equal(assertOk(await own('POST', `${path}/request-approval`)).body.approval.state, 'waiting');
    const listed = await service.cliHere(['applications', 'list', '--waiting', '--json']);
    assert.ok(listed.stdout.includes(client_id));
    const declined = await service.cliHere(['applications', 'decline', client_id, '--reason', 'Not yet.', '--json']);
    assert.equal(JSON.parse(declined.stdout).state, 'declined', declined.stderr);
    const again = await service.cliHere(['applications', 'decline', client_id, '--reason', 'Not yet.']);
    assert.match(again.stderr, /does not wait for approval/);

    const description = JSON.stringify({ latchkey: 1, applications: [{ client_id, approved: true }] });
    const applied = await service.cli(['apply', '-', '--json'], description);
    assert.deepEqual(JSON.parse(applied.stdout).changes[0].fields, ['approved'], applied.stderr);
    assert.equal(assertOk(await own('GET', path)).body.approval.state, 'approved');
    const exported = JSON.parse((await service.cli(['export', '--json'])).stdout).applications;
    const find = (id: string) => exported.find((each: { client_id: string }) => each.client_id === id);
    assert.deepEqual([find(client_id).approved, find(robot.client_id).approved], [true, true]);
    assertProblem(await all('POST', `${path}/approve`, { headers: { 'if-match': '*' } }), 409, 'conflict');
  }),
);

test(
  'an administrator reads at home how many applications wait, with a way to them, and nobody else does',
  on(async ({ browser, admin }) => {
    const waiting = async () => {
      const { body } = await admin.get('/');
      const [, count = '0'] = /(\d+) applications? (?:is|are) waiting for an administrator/.exec(text(body)) ?? [];
      return { count: Number(count), isLinked: links(body).includes('/admin/applications?filter=waiting&sort=oldest') };
    };
    await registered(browser, 'First in line');
    const before = await waiting();
    await registered(browser, 'Second in line');

    assert.deepEqual(before.isLinked, true);
    assert.deepEqual(await waiting(), { count: before.count + 1, isLinked: true });
    assert.doesNotMatch(text((await browser.get('/')).body), /waiting for an administrator/);
  }),
);

test(
  'where not everyone may register, visitors are told so, and offered no way that ends in a refusal',
  on(async ({ service, browser, eve }) => {
    const stranger = openBrowser(service.url);
    const home = text((await stranger.get('/')).body);

    assert.doesNotMatch(home, /register your application/);
    assert.match(home, /Not everyone can register applications here/);
    for (const [reader, may] of [
      [stranger, false],
      [eve, false],
      [browser, true],
    ] as const) {
      const { body } = await reader.get('/docs');
      assert.equal(links(body).includes('/oauth/applications/new'), may);
      assert.equal(text(body).includes('Not everyone can register applications here'), !may);
    }
  }),
);
