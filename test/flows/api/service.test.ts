/** Proves that people, their access, tokens, events, resources and scopes are managed through the API. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import { assertAlive, assertDead, obtainTokens } from '../../support/grant.ts';
import { type Api, assertOk, assertProblem, ifMatch, managementStage } from '../../support/management.ts';
import { isGenuine, openReceiver } from '../../webhooks/receiver.ts';

const on = eachDatabase(managementStage, { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' });

let made = 0;
async function person(all: Api): Promise<{ id: number; nickname: string; email: string; password: string }> {
  made += 1;
  const wish = { nickname: `person${made}`, email: `person${made}@example.org`, password: PASSWORD };
  const { id } = assertOk(await all('POST', '/people', { body: wish }), 201).body;
  return { id, ...wish };
}

test(
  'a person is made, found, changed, disabled, enabled and deleted, and each act names the application',
  on(async ({ all, service, robot }) => {
    const ben = await person(all);
    const browser = openBrowser(service.url);
    assert.equal((await browser.signIn(ben)).status, 303);
    const read = assertOk(await all('GET', `/people/${ben.id}`));
    assert.equal(read.body.email, ben.email);
    const found = assertOk(await all('GET', `/people?search=${ben.nickname}`)).body.items;
    assert.deepEqual(
      found.map(({ id }: { id: number }) => id),
      [ben.id],
    );

    const body = { name: 'Ben B.', email: `other-${ben.email}`, website: 'https://ben.example/' };
    const changed = assertOk(await all('PATCH', `/people/${ben.id}`, { body, headers: ifMatch(read) }));
    assert.equal(changed.body.name, 'Ben B.');
    assertProblem(await all('PATCH', `/people/${ben.id}`, { body, headers: ifMatch(read) }), 412, 'stale');
    assertProblem(await all('PATCH', `/people/${ben.id}`, { body }), 428, 'precondition-required');
    const racers = Array.from({ length: 8 }, (_, index) =>
      all('PATCH', `/people/${ben.id}`, { body: { name: `Racer ${index}` }, headers: ifMatch(changed) }),
    );
    const won = (await Promise.all(racers)).filter(({ status }) => status === 200);
    assert.equal(won.length, 1);
    assertProblem(
      await all('POST', '/people', { body: { nickname: ben.nickname, email: ben.email, password: PASSWORD } }),
      422,
      'invalid',
    );

    const disabled = assertOk(await all('POST', `/people/${ben.id}/disable`, { body: { reason: 'Asked to pause.' } }));
    assert.equal(disabled.body.disabled.reason, 'Asked to pause.');
    assert.notEqual((await openBrowser(service.url).signIn(ben)).status, 303);
    assertProblem(await all('POST', `/people/${ben.id}/disable`, { body: {} }), 409, 'conflict');
    const enabled = assertOk(await all('POST', `/people/${ben.id}/enable`));
    assertOk(await all('DELETE', `/people/${ben.id}`, { headers: ifMatch(enabled) }), 204);
    assertProblem(await all('GET', `/people/${ben.id}`), 404, 'not-found');
    const told: { kind: string; detail: string }[] = assertOk(await all('GET', `/events?account=${ben.id}&limit=100`))
      .body.items;
    const detailOf = (kind: string) => told.find((event) => event.kind === kind)?.detail;
    for (const kind of ['account.created', 'account.profile_changed', 'account.enabled', 'account.deleted'])
      assert.equal(detailOf(kind), `by application ${robot.client_id}`, kind);
    assert.equal(detailOf('account.disabled'), `by application ${robot.client_id}: Asked to pause.`);
  }),
);

test(
  'an application cannot disable or delete the administrator to whom it belongs',
  on(async ({ all, root }) => {
    const read = assertOk(await all('GET', `/people/${root.id}`));

    assertProblem(await all('POST', `/people/${root.id}/disable`, { body: {} }), 409, 'conflict');
    assertProblem(await all('DELETE', `/people/${root.id}`, { headers: ifMatch(read) }), 409, 'conflict');
    assertOk(await all('PATCH', `/people/${root.id}`, { body: { name: 'Root' }, headers: ifMatch(read) }));
  }),
);

test(
  'of many requests with one Idempotency-Key one person is made, and the password is not part of what is compared',
  on(async ({ all }) => {
    made += 1;
    const body = { nickname: `once${made}`, email: `once${made}@example.org`, password: PASSWORD };
    const headers = { 'idempotency-key': `once-${made}` };

    const replies = await Promise.all(Array.from({ length: 4 }, () => all('POST', '/people', { body, headers })));
    const other = await all('POST', '/people', { body: { ...body, password: 'another lantern by the sea' }, headers });

    const ids = new Set([...replies, other].map((reply) => assertOk(reply, 201).body.id));
    assert.equal(ids.size, 1);
    assert.equal(replies.filter((reply) => reply.headers['idempotent-replayed'] === undefined).length, 1);
    assert.equal(other.headers['idempotent-replayed'], 'true');
  }),
);

test(
  'sessions and consents are listed and ended, at once for every token that came from them',
  on(async (stage) => {
    const { all, service, console } = stage;
    const eve = await person(all);
    const browser = openBrowser(service.url);
    await browser.signIn(eve);
    const { access } = await obtainTokens({ service, browser, quill: console }, { scope: 'profile' });
    await assertAlive(service, access);

    const consents = assertOk(await all('GET', `/people/${eve.id}/consents`)).body.items;
    assert.deepEqual(
      consents.map(({ client_id }: { client_id: string }) => client_id),
      [console.client_id],
    );
    assertOk(await all('DELETE', `/people/${eve.id}/consents/${console.client_id}`), 204);
    await assertDead(service, access);
    assert.deepEqual((await all('GET', `/people/${eve.id}/consents`)).body.items, []);

    const again = await obtainTokens({ service, browser, quill: console }, { scope: 'profile' });
    assertOk(await all('DELETE', `/people/${eve.id}/consents`), 204);
    await assertDead(service, again.access);

    const [session] = assertOk(await all('GET', `/people/${eve.id}/sessions`)).body.items;
    assertOk(await all('DELETE', `/people/${eve.id}/sessions/${session.id}`), 204);
    assert.equal((await browser.get('/account')).status, 303);
    await browser.signIn(eve);
    assertOk(await all('DELETE', `/people/${eve.id}/sessions`), 204);
    assert.deepEqual((await all('GET', `/people/${eve.id}/sessions`)).body.items, []);
  }),
);

test(
  'a token is described without being used, and ended with its family',
  on(async (stage) => {
    const { all, service, browser, console, ada } = stage;
    const { access, refresh } = await obtainTokens({ service, browser, quill: console }, { scope: 'profile' });

    const told = assertOk(await all('POST', '/tokens/describe', { body: { token: access } })).body;
    assert.deepEqual([told.kind, told.state, told.account_id, told.scope], ['access', 'live', ada.id, 'profile']);
    assert.equal((await all('POST', '/tokens/describe', { body: { token: refresh } })).body.kind, 'refresh');
    assertProblem(await all('POST', '/tokens/describe', { body: { token: 'lka_x' } }), 404, 'not-found');
    assertOk(await all('POST', '/tokens/revoke', { body: { token: refresh } }), 204);

    await assertDead(service, access);
    assert.equal((await all('POST', '/tokens/describe', { body: { token: access } })).body.state, 'ended');
  }),
);

test(
  'events are listed by kinds, groups of kinds and moments, page by page, and reading is an event',
  on(async ({ all, ada }) => {
    const kinds = 'kind=account.created&kind=application.created';
    const first = assertOk(await all('GET', `/events?${kinds}&limit=2`)).body;
    const second = assertOk(await all('GET', `/events?${kinds}&limit=2&cursor=${first.next_cursor}`)).body;
    const numbers = [...first.items, ...second.items].map(({ id }: { id: string }) => Number(id));
    assert.deepEqual(
      numbers,
      [...new Set(numbers)].sort((one, other) => other - one),
    );
    for (const { kind } of first.items) assert.match(kind, /^(account|application)\.created$/);
    const ofGroup = assertOk(await all('GET', '/events?kind=application&kind=application.created&limit=100')).body
      .items;
    const kindsOfGroup = new Set(ofGroup.map(({ kind }: { kind: string }) => kind));
    assert.ok(kindsOfGroup.has('application.created') && kindsOfGroup.has('application.administration_given'));
    for (const kind of kindsOfGroup) assert.match(String(kind), /^application\./);
    assert.deepEqual(assertOk(await all('GET', '/events?until=2020-01-01T00:00:00Z')).body.items, []);
    assert.deepEqual(assertOk(await all('GET', '/events?since=2999-01-01T00:00:00Z')).body.items, []);
    assertProblem(await all('GET', '/events?since=yesterday&kind=nothing'), 422, 'invalid');

    assertOk(await all('GET', `/events?account=${ada.id}`));
    const read = assertOk(await all('GET', '/events?kind=administration.events_read')).body.items;
    assert.ok(read.some(({ account_id }: { account_id: number }) => account_id === ada.id));
  }),
);

test(
  'resources are made, changed and deleted with their credentials, and scopes are listed',
  on(async ({ all, own }) => {
    const body = { identifier: 'https://notes.example/', name: 'Notes', scopes: ['profile'] };
    const headers = { 'idempotency-key': 'notes' };
    const first = assertOk(await all('POST', '/resources', { body, headers }), 201);
    const repeated = assertOk(await all('POST', '/resources', { body, headers }), 201);
    assert.equal(repeated.body.client_secret, null);
    assert.equal(repeated.body.client_id, first.body.client_id);
    const path = `/resources/${first.body.client_id}`;
    const read = assertOk(await all('GET', path));
    assert.equal(read.headers.etag, first.headers.etag);
    const changed = assertOk(await all('PATCH', path, { body: { seconds: 600, plain: true }, headers: ifMatch(read) }));
    assert.deepEqual([changed.body.name, changed.body.seconds, changed.body.plain], ['Notes', 600, true]);
    assertProblem(await all('PATCH', path, { body: { name: 'N' }, headers: ifMatch(read) }), 412, 'stale');
    const rotated = assertOk(await all('POST', `${path}/secrets/rotate`, { body: { overlap: 'now' } }), 201);
    assert.notEqual(rotated.body.client_secret, first.body.client_secret);
    const latest = assertOk(await all('GET', path));
    assertOk(await all('DELETE', path, { headers: ifMatch(latest) }), 204);
    assert.deepEqual(assertOk(await all('GET', '/resources')).body.items, []);

    const scopes = assertOk(await own('GET', '/scopes')).body.items;
    assert.ok(scopes.some(({ name }: { name: string }) => name === 'applications'));
  }),
);

test(
  'webhooks of an application and of the service are added, tried, changed, switched and deleted, each by whom it belongs to',
  on(async ({ all, own, console: client, other, robot, service }) => {
    const receiver = await openReceiver();
    const home = `/applications/${client.client_id}/webhooks`;
    const body = { url: receiver.url, groups: ['webhook', 'consent'] };
    const headers = { 'idempotency-key': 'hook' };
    const made = assertOk(await own('POST', home, { body, headers }), 201);
    const { secret, ...shown } = made.body;
    const repeated = assertOk(await own('POST', home, { body, headers }), 201);
    assert.deepEqual(repeated.body, { ...shown, secret: null });
    const path = `${home}/${shown.id}`;
    assert.equal(made.headers.location, `/api/v1${path}`);
    assert.deepEqual(assertOk(await own('GET', home)).body.items, [shown]);
    assertOk(await own('POST', `${path}/test`));
    await eventually('the test', async () => receiver.got.some(({ type }) => type === 'webhook.test'));
    assert.ok(receiver.got.every((got) => isGenuine(got, secret)));

    const read = assertOk(await own('GET', path));
    const changed = assertOk(await own('PATCH', path, { body: { groups: ['token'] }, headers: ifMatch(read) }));
    assert.deepEqual([changed.body.url, changed.body.groups], [receiver.url, ['token']]);
    assertProblem(await own('PATCH', path, { body: { groups: ['code'] }, headers: ifMatch(read) }), 412, 'stale');
    assertProblem(
      await own('PATCH', path, { body: { groups: ['account'] }, headers: ifMatch(changed) }),
      422,
      'invalid',
    );
    assertProblem(await own('POST', `/applications/${other.client_id}/webhooks`, { body }), 404, 'not-found');
    assertProblem(await own('GET', `/applications/${other.client_id}/webhooks/${shown.id}`), 404, 'not-found');
    assertProblem(await own('GET', '/webhooks'), 403, 'insufficient-scope');
    assert.match(assertOk(await own('POST', `${path}/rotate`)).body.secret, /^whsec_/);
    assert.equal(assertOk(await all('POST', `${path}/disable`)).body.disabled_because, 'owner');
    assertProblem(await own('POST', `${path}/test`), 409, 'conflict');
    const enabled = assertOk(await own('POST', `${path}/enable`));
    assertProblem(await own('POST', `${path}/enable`), 409, 'conflict');
    assertOk(await own('DELETE', path, { headers: ifMatch(enabled) }), 204);

    const inside = { ...body, url: 'https://10.0.0.1/hook' };
    assertProblem(await all('POST', '/webhooks', { body: inside }), 422, 'invalid');
    const wide = assertOk(await all('POST', '/webhooks', { body: { ...body, groups: ['account'] } }), 201);
    const event = (await service.cli(['events', '--kind', 'webhook.created', '--json'])).stdout.split('\n')[0] ?? '';
    assert.match(JSON.parse(event).detail, new RegExp(`by application ${robot.client_id}$`));
    assertOk(await all('DELETE', `/webhooks/${wide.body.id}`, { headers: ifMatch(wide) }), 204);
    assert.ok(!service.stderr().includes('whsec_'));
  }),
);
