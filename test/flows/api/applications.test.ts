/** Proves that applications are managed through the API by whom they belong to, and by nobody else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLBACK, createApplication, createUser } from '../../support/actors.ts';
import { eventsOf } from '../../support/administration.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { assertRefused, obtainTokens, tokensOf } from '../../support/grant.ts';
import { adminToken, apiOf, assertOk, assertProblem, ifMatch, managementStage } from '../../support/management.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(managementStage);
const WISH = { name: 'Notebook', redirect_uris: [CALLBACK], scopes: ['profile', 'email'] };
const pathOf = ({ client_id }: { client_id: string }) => `/applications/${encodeURIComponent(client_id)}`;

test(
  'an application is registered, read, listed, changed and deleted by the account that it belongs to',
  on(async ({ own, ada, service }) => {
    const made = assertOk(await own('POST', '/applications', { body: WISH }), 201);
    const { client_id, client_secret, ...rest } = made.body;
    assert.equal(made.headers.location, `/api/v1${pathOf({ client_id })}`);
    assert.equal(rest.owner, ada.id);
    assert.deepEqual(rest.scopes, ['profile', 'email']);
    const fields = { grant_type: 'client_credentials', client_id, client_secret };
    assert.equal((await token(service.url, fields)).status, 200);

    const read = assertOk(await own('GET', pathOf({ client_id })));
    assert.equal(read.headers.etag, made.headers.etag);
    assert.deepEqual(read.body, { client_id, ...rest });
    const { items } = assertOk(await own('GET', '/applications')).body;
    assert.deepEqual(items[0], read.body);

    const change = {
      name: 'Notebook 2',
      redirect_uris: [CALLBACK, 'https://two.example/cb'],
      required_scopes: ['email'],
    };
    const changed = assertOk(await own('PATCH', pathOf({ client_id }), { body: change, headers: ifMatch(read) }));
    assert.equal(changed.body.client_secret, null);
    const again = assertOk(await own('GET', pathOf({ client_id })));
    assert.deepEqual({ ...again.body, client_secret: null }, changed.body);
    assert.deepEqual(again.body.required_scopes, ['email']);
    assert.notEqual(again.headers.etag, read.headers.etag);

    assertProblem(await own('DELETE', pathOf({ client_id }), { headers: ifMatch(read) }), 412, 'stale');
    assertOk(await own('DELETE', pathOf({ client_id }), { headers: ifMatch(again) }), 204);
    assertProblem(await own('GET', pathOf({ client_id })), 404, 'not-found');
    assertRefused(await token(service.url, fields), 401, 'invalid_client');
  }),
);

test(
  'of thousands of mistakes in one body the first two hundred are told',
  on(async ({ own }) => {
    const mistakes = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, 1]));

    const refused = await own('POST', '/applications', { body: mistakes });

    assertProblem(refused, 422, 'invalid');
    assert.equal(refused.body.errors.length, 200);
    assert.equal(refused.body.errors[0].pointer, '/x0');
  }),
);

test(
  'the application of somebody else does not exist for a developer’s token, whatever is tried',
  on(async ({ own, other, bob }) => {
    const match = { headers: { 'if-match': '*' } };
    const attempts = [
      await own('GET', pathOf(other)),
      await own('PATCH', pathOf(other), { body: { name: 'Mine' }, ...match }),
      await own('DELETE', pathOf(other), match),
      await own('GET', `${pathOf(other)}/secrets`),
      await own('POST', `${pathOf(other)}/secrets`),
      await own('POST', `${pathOf(other)}/secrets/rotate`, { body: { overlap: 'now' } }),
      await own('GET', `${pathOf(other)}/secrets/1`),
      await own('DELETE', `${pathOf(other)}/secrets/1`),
      await own('POST', `${pathOf(other)}/revoke`),
    ];

    for (const reply of attempts) assertProblem(reply, 404, 'not-found');
    assert.deepEqual((await own('GET', `/applications?owner=${bob.id}`)).body.items, []);
    assertProblem(await own('POST', '/applications', { body: { ...WISH, owner: bob.id } }), 422, 'invalid');
    const listed: { owner: number }[] = (await own('GET', '/applications?limit=100')).body.items;
    assert.ok(listed.every(({ owner }) => owner !== bob.id));
  }),
);

test(
  'an application with the right manages everybody’s, and is named in the events',
  on(async ({ all, own, other, bob, robot, service, ada }) => {
    const read = assertOk(await all('GET', pathOf(other)));
    assertOk(await all('PATCH', pathOf(other), { body: { description: 'Seen to.' }, headers: ifMatch(read) }));
    assertOk(await all('POST', `${pathOf(other)}/suspend`, { body: { reason: 'It sends spam.' } }));
    assertProblem(await all('POST', `${pathOf(other)}/suspend`, { body: { reason: 'Again.' } }), 409, 'conflict');
    const suspended = assertOk(await all('GET', pathOf(other)));
    assert.equal(suspended.body.suspended.reason, 'It sends spam.');
    assertProblem(await all('PATCH', pathOf(other), { body: { name: 'X' }, headers: ifMatch(read) }), 412, 'stale');
    assert.equal(assertOk(await all('POST', `${pathOf(other)}/resume`)).body.suspended, null);
    assertProblem(await own('POST', `${pathOf(other)}/resume`), 403, 'insufficient-scope');

    const made = assertOk(await all('POST', '/applications', { body: { ...WISH, owner: bob.id } }), 201);
    assert.equal(made.body.owner, bob.id);
    assertProblem(await all('POST', '/applications', { body: WISH }), 422, 'invalid');
    assertProblem(await all('POST', '/applications', { body: { ...WISH, owner: 1 } }), 422, 'invalid');
    const ofAda: { owner: number }[] = (await all('GET', `/applications?owner=${ada.id}`)).body.items;
    assert.ok(ofAda.length > 0 && ofAda.every(({ owner }) => owner === ada.id));

    const [created] = await eventsOf(service, 'application.created');
    assert.equal(created?.detail, `by application ${robot.client_id}`);
  }),
);

test(
  'a token without the scope, without the right or without life is refused with the challenge that helps',
  on(async (stage) => {
    const { service, browser, console, root, other, all } = stage;
    const plain = apiOf(
      service,
      (await obtainTokens({ service, browser, quill: console }, { scope: 'profile' })).access,
    );
    const machine = { grant_type: 'client_credentials', ...credentials(console) };
    const machinery = apiOf(service, tokensOf(await token(service.url, machine)).access);
    assertRefused(await token(service.url, { ...machine, scope: 'admin' }), 400, 'invalid_scope');

    const nobody = await apiOf(service, null)('GET', '/applications');
    assertProblem(nobody, 401, 'unauthorized');
    assert.match(nobody.headers['www-authenticate'] ?? '', /^Bearer realm="[^"]+", resource_metadata=/);
    const dead = await apiOf(service, 'lka_nothing')('GET', '/applications');
    assertProblem(dead, 401, 'unauthorized');
    assert.match(dead.headers['www-authenticate'] ?? '', /error="invalid_token"/);
    for (const api of [plain, machinery]) {
      const reply = await api('GET', '/applications');
      assertProblem(reply, 403, 'insufficient-scope');
      assert.match(reply.headers['www-authenticate'] ?? '', /scope="applications"/);
    }

    const second = await createApplication(service, { owner: root, name: 'Second' });
    const flagOf = (flag: string, { client_id }: { client_id: string }) =>
      service.cliHere(['applications', 'update', '--client-id', client_id, flag]);
    assert.match((await flagOf('--admin', other)).stderr, /no administrator/);
    assert.equal((await flagOf('--admin', second)).code, 0);
    const held = apiOf(service, await adminToken(service, second));
    assertOk(await held('GET', pathOf(other)));
    assert.equal((await flagOf('--no-admin', second)).code, 0);
    assertProblem(await held('GET', pathOf(other)), 403, 'insufficient-scope');
    assertOk(await all('GET', pathOf(other)));
  }),
);

test(
  'the right of an application ends with its owner’s rights as an administrator',
  on(async ({ service, other }) => {
    const boss = await createUser(service, { admin: true });
    const tool = await createApplication(service, { owner: boss, name: 'Tool' });
    assert.equal((await service.cliHere(['applications', 'update', '--client-id', tool.client_id, '--admin'])).code, 0);
    const api = apiOf(service, await adminToken(service, tool));
    assertOk(await api('GET', pathOf(other)));

    assert.equal((await service.cliHere(['users', 'remove-admin', boss.nickname])).code, 0);

    assertProblem(await api('GET', pathOf(other)), 403, 'insufficient-scope');
  }),
);

test(
  'a change needs If-Match, and of many at once with the same one exactly one is written',
  on(async ({ own }) => {
    const made = assertOk(await own('POST', '/applications', { body: WISH }), 201);
    const path = pathOf(made.body);
    assertProblem(await own('PATCH', path, { body: { name: 'A' } }), 428, 'precondition-required');
    assertProblem(await own('DELETE', path), 428, 'precondition-required');
    assertProblem(await own('PATCH', path, { body: { name: 'A' }, headers: { 'if-match': '"1"' } }), 412, 'stale');

    const racers = Array.from({ length: 12 }, (_, index) =>
      own('PATCH', path, { body: { name: `Racer ${index}` }, headers: ifMatch(made) }),
    );
    const replies = await Promise.all(racers);

    const won = replies.filter(({ status }) => status === 200);
    assert.equal(won.length, 1);
    for (const reply of replies.filter(({ status }) => status !== 200)) assertProblem(reply, 412, 'stale');
    assert.equal((await own('GET', path)).body.name, won[0]?.body.name);
  }),
);

test(
  'a creation with an Idempotency-Key happens once, and its secret is shown once',
  on(async ({ own, all, ada }) => {
    const headers = { 'idempotency-key': `key-${ada.id}` };
    const count = async () => (await own('GET', '/applications?limit=100')).body.items.length;
    const before = await count();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => own('POST', '/applications', { body: WISH, headers })),
    );

    const first = replies.filter(({ headers: { 'idempotent-replayed': replayed } }) => replayed === undefined);
    assert.equal(first.length, 1);
    assert.equal(typeof first[0]?.body.client_secret, 'string');
    for (const reply of replies) {
      assertOk(reply, 201);
      assert.equal(reply.headers.location, first[0]?.headers.location);
      assert.deepEqual({ ...reply.body, client_secret: null }, { ...first[0]?.body, client_secret: null });
      if (reply !== first[0]) assert.equal(reply.body.client_secret, null);
    }
    assert.equal(await count(), before + 1);

    const otherBody = { ...WISH, name: 'Another' };
    assertProblem(await own('POST', '/applications', { body: otherBody, headers }), 422, 'idempotency-key-reused');
    assertOk(await all('POST', '/applications', { body: { ...WISH, owner: ada.id }, headers }), 201);
    const wrong = { 'idempotency-key': 'with a space' };
    assertProblem(await own('POST', '/applications', { body: WISH, headers: wrong }), 400, 'malformed-request');
  }),
);

test(
  'secrets are made, rotated and removed, and shown once',
  on(async ({ own, service }) => {
    const { client_id, client_secret: first } = assertOk(await own('POST', '/applications', { body: WISH }), 201).body;
    const path = `${pathOf({ client_id })}/secrets`;
    const works = async (client_secret: string) =>
      (await token(service.url, { grant_type: 'client_credentials', client_id, client_secret })).status === 200;
    const headers = { 'idempotency-key': 'second' };
    const second = assertOk(await own('POST', path, { headers }), 201);
    const replayed = assertOk(await own('POST', path, { headers }), 201);
    assert.equal(replayed.body.id, second.body.id);
    assert.equal(replayed.body.client_secret, null);
    assert.ok((await works(first)) && (await works(second.body.client_secret)));
    assertProblem(await own('POST', path), 409, 'conflict');
    assertProblem(await own('POST', `${path}/rotate`, { body: { overlap: 'day' } }), 409, 'conflict');

    const listed = assertOk(await own('GET', path));
    assert.equal(listed.body.items.length, 2);
    const location = (second.headers.location ?? '').replace('/api/v1', '');
    assert.deepEqual(assertOk(await own('GET', location)).body, listed.body.items[1]);
    for (const unknown of ['1', 'x']) assertProblem(await own('GET', `${path}/${unknown}`), 404, 'not-found');
    assert.doesNotMatch(listed.answer.body, new RegExp(second.body.client_secret));
    assertOk(await own('DELETE', `${path}/${listed.body.items[0].id}`), 204);
    assert.equal(await works(first), false);
    assertProblem(await own('DELETE', `${path}/${second.body.id}`), 409, 'conflict');
    const rotated = assertOk(await own('POST', `${path}/rotate`, { body: { overlap: 'now' } }), 201);
    assert.equal(await works(second.body.client_secret), false);
    assert.ok(await works(rotated.body.client_secret));
  }),
);

test(
  'hostile and malformed requests are told what is wrong, and never break anything',
  on(async ({ own }) => {
    const path = '/applications';
    const type = { 'content-type': 'text/plain' };
    assertProblem(await own('POST', path, { raw: '{}', headers: type }), 415, 'unsupported-media-type');
    for (const raw of ['', '{', '{"name":"\\ud800"}x', Buffer.from([0x7b, 0xff, 0x7d]), '['.repeat(60_000)])
      assertProblem(await own('POST', path, { raw }), 400, 'malformed-request');
    assertProblem(await own('POST', path, { raw: `"${'x'.repeat(70_000)}"` }), 413, 'body-too-large');
    for (const body of [
      null,
      [],
      'x',
      { name: 1 },
      { name: 'x'.repeat(300) },
      { name: 'a\u0000b' },
      { name: '\ud800' },
    ])
      assertProblem(await own('POST', path, { body }), 422, 'invalid');
    const strange = await own('POST', path, { raw: '{"name":"A","__proto__":{"owner":1},"admin":true,"a/b":1}' });
    assertProblem(strange, 422, 'invalid');
    const pointers = strange.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(pointers, ['/__proto__', '/admin', '/a~1b']);
    const faulty = await own('POST', path, {
      body: { ...WISH, redirect_uris: [CALLBACK, 'http://x.example/'], scopes: ['nope'] },
    });
    assertProblem(faulty, 422, 'invalid');
    const places = faulty.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(places, ['/redirect_uris/1', '/scopes']);
    for (const query of ['?limit=0', '?limit=101', '?limit=x', '?cursor=AAAA', '?nothing=1', '?limit=1&limit=2'])
      assertProblem(await own('GET', path + query), 422, 'invalid');
    assertProblem(await own('GET', `${path}?limit=%zz`), 400, 'malformed-request');
    assertProblem(await own('PUT', path, { body: {} }), 405, 'method-not-allowed');
    assertProblem(await own('GET', '/nothing'), 404, 'not-found');
    assertProblem(await own('GET', '/applications/%00'), 404, 'not-found');
  }),
);

test(
  'lists are read page by page with a cursor that stays right while applications come and go',
  on(async ({ own }) => {
    const names = ['One', 'Two', 'Three', 'Four', 'Five'];
    for (const name of names) assertOk(await own('POST', '/applications', { body: { ...WISH, name } }), 201);
    const first = assertOk(await own('GET', '/applications?limit=2')).body;
    assertOk(await own('POST', '/applications', { body: { ...WISH, name: 'Late' } }), 201);
    const second = assertOk(await own('GET', `/applications?limit=2&cursor=${first.next_cursor}`)).body;

    const seen = [...first.items, ...second.items].map(({ name }: { name: string }) => name);
    assert.deepEqual(seen, ['Five', 'Four', 'Three', 'Two']);
  }),
);

function credentials({ client_id, client_secret }: { client_id: string; client_secret: string }) {
  return { client_id, client_secret };
}
