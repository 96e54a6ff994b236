/** Proves that whatever commands do to people can be done through the API: rights, passwords, links, locks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn, type User } from '../../support/actors.ts';
import { eventsOf } from '../../support/administration.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { assertAlive, assertDead, obtainTokens } from '../../support/grant.ts';
import { type Api, assertOk, assertProblem, ifMatch, managementStage } from '../../support/management.ts';

const on = eachDatabase(managementStage);

const NEW_PASSWORD = 'seven gulls behind the ferry';

async function tagOf(all: Api, { id }: Pick<User, 'id'>): Promise<Record<string, string>> {
  return ifMatch(assertOk(await all('GET', `/people/${id}`)));
}

test(
  'an application with the right makes somebody an administrator and ends that again, for the version that it read',
  on(async ({ service, all, robot }) => {
    const person = await createUser(service);
    const path = `/people/${person.id}/administrator`;
    const read = await tagOf(all, person);
    assertProblem(await all('POST', path), 428, 'precondition-required');

    const made = assertOk(await all('POST', path, { headers: read }));
    assert.equal(made.body.administrator, true);
    assert.equal((await (await signedIn(service, person)).get('/admin')).status, 200);
    assertProblem(await all('DELETE', path, { headers: read }), 412, 'stale');
    assertProblem(await all('POST', path, { headers: ifMatch(made) }), 409, 'conflict');
    assertOk(await all('DELETE', path, { headers: ifMatch(made) }), 204);
    assertOk(await all('DELETE', path, { headers: await tagOf(all, person) }), 204);

    assert.equal(assertOk(await all('GET', `/people/${person.id}`)).body.administrator, false);
    for (const kind of ['account.made_administrator', 'account.administration_ended']) {
      const told = (await eventsOf(service, kind)).filter(({ account_id }) => account_id === person.id);
      assert.deepEqual(
        told.map(({ detail }) => detail),
        [`by application ${robot.client_id}`],
        kind,
      );
    }
  }),
);

test(
  'a person is made with a name, a verified address and the rights of an administrator, and a repeated answer says the same',
  on(async ({ service, all, robot }) => {
    const wish = { nickname: 'Wilhelmine', email: 'wilhelmine@example.org', password: NEW_PASSWORD };
    const body = { ...wish, name: 'Wilhelmine W.', email_verified: true, administrator: true };
    const headers = { 'idempotency-key': 'wilhelmine' };

    const made = assertOk(await all('POST', '/people', { body, headers }), 201);
    const repeated = assertOk(await all('POST', '/people', { body, headers }), 201);
    const read = assertOk(await all('GET', `/people/${made.body.id}`));

    const { name, email_verified, administrator } = made.body;
    assert.deepEqual([name, email_verified, administrator], ['Wilhelmine W.', true, true]);
    assert.deepEqual([repeated.body, read.body], [made.body, made.body]);
    assert.equal((await (await signedIn(service, { ...wish, id: made.body.id })).get('/admin')).status, 200);
    const told = (await eventsOf(service, 'account.created')).find(({ account_id }) => account_id === made.body.id);
    assert.equal(told?.detail, `administrator, by application ${robot.client_id}`);
    const other = { ...body, email_verified: false };
    assertProblem(await all('POST', '/people', { body: other, headers }), 422, 'idempotency-key-reused');
    const long = await all('POST', '/people', { body: { ...wish, nickname: 'W2', name: 'Two\u0007lines' } });
    assertProblem(long, 422, 'invalid');
    assert.ok(
      long.body.errors.some(({ pointer }: { pointer: string }) => pointer === '/name'),
      long.answer.body,
    );
  }),
);

test(
  'of many who make somebody an administrator at once with one version, one succeeds',
  on(async ({ service, all }) => {
    const person = await createUser(service);
    const headers = await tagOf(all, person);

    const tries = Array.from({ length: 6 }, () => all('POST', `/people/${person.id}/administrator`, { headers }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);

    assert.deepEqual(statuses.filter((status) => status === 200).length, 1, String(statuses));
    assert.ok(
      statuses.every((status) => [200, 409, 412].includes(status)),
      String(statuses),
    );
  }),
);

test(
  'nobody is made an administrator while disabled, and the owner of the application stays one',
  on(async ({ service, all, root }) => {
    const person = await createUser(service);
    assertOk(await all('POST', `/people/${person.id}/disable`, { body: {} }));
    const [disabled, own] = [await tagOf(all, person), await tagOf(all, root)];

    assertProblem(await all('POST', `/people/${person.id}/administrator`, { headers: disabled }), 409, 'conflict');
    assertProblem(await all('DELETE', `/people/${root.id}/administrator`, { headers: own }), 409, 'conflict');
  }),
);

test(
  'a password that is set ends sessions, links and access, and stands in no log and no answer',
  on(async (stage) => {
    const { service, all, console, robot } = stage;
    const person = await createUser(service);
    const browser = await signedIn(service, person);
    const { access } = await obtainTokens({ service, browser, quill: console }, { scope: 'profile' });
    const { url } = assertOk(await all('POST', `/people/${person.id}/sign-in-link`), 201).body;
    const path = `/people/${person.id}/password`;
    const body = { password: NEW_PASSWORD };
    assertProblem(await all('POST', path, { body }), 428, 'precondition-required');
    const headers = { ...(await tagOf(all, person)), 'idempotency-key': `password-${person.id}` };
    const weak = await all('POST', path, { body: { password: person.nickname }, headers });
    assertProblem(weak, 422, 'invalid');
    assert.equal(weak.body.errors[0].pointer, '/password');

    const done = assertOk(await all('POST', path, { body, headers }));

    assert.deepEqual(done.body, { access_ended: 1 });
    assert.equal((await browser.get('/account')).status, 303);
    assert.equal((await browser.get(new URL(url).pathname)).status, 404);
    await assertDead(service, access);
    assert.equal((await openBrowser(service.url).signIn({ ...person, password: NEW_PASSWORD })).status, 303);
    const [told] = await eventsOf(service, 'account.password_changed');
    assert.deepEqual([told?.account_id, told?.detail], [person.id, `by application ${robot.client_id}`]);
    assert.ok(!(service.stdout() + service.stderr()).includes(NEW_PASSWORD));
  }),
);

test(
  'a password can be set so that applications keep their access, also of an administrator’s own account',
  on(async (stage) => {
    const { service, all, console, root } = stage;
    const person = await createUser(service);
    const browser = await signedIn(service, person);
    const { access } = await obtainTokens({ service, browser, quill: console }, { scope: 'profile' });
    const body = { password: NEW_PASSWORD, keep_access: true };

    const kept = await all('POST', `/people/${person.id}/password`, { body, headers: await tagOf(all, person) });
    const own = await all('POST', `/people/${root.id}/password`, { body, headers: await tagOf(all, root) });

    assert.deepEqual(assertOk(kept).body, { access_ended: 0 });
    await assertAlive(service, access);
    assertOk(own);
    assert.equal((await openBrowser(service.url).signIn({ ...root, password: NEW_PASSWORD })).status, 303);
  }),
);

test(
  'a sign-in link is answered once, ends the one before it, and stands in no log',
  on(async ({ service, all, robot }) => {
    const person = await createUser(service);
    const path = `/people/${person.id}/sign-in-link`;
    const headers = { 'idempotency-key': `link-${person.id}` };

    const first = assertOk(await all('POST', path, { headers }), 201);
    const second = assertOk(await all('POST', path, { headers }), 201);

    const [old, link] = [first, second].map((reply) => new URL(reply.body.url).pathname);
    assert.notEqual(old, link);
    assert.ok(Date.parse(second.body.expires_at) > Date.now());
    const browser = openBrowser(service.url);
    assert.deepEqual([(await browser.get(old ?? '')).status, (await browser.get(link ?? '')).status], [404, 200]);
    assert.ok(!(service.stdout() + service.stderr()).includes((link ?? '').slice(-20)));
    const [told] = await eventsOf(service, 'account.sign_in_link_made');
    assert.deepEqual([told?.account_id, told?.detail], [person.id, `by application ${robot.client_id}`]);
    assertOk(await all('POST', `/people/${person.id}/disable`, { body: {} }));
    assertProblem(await all('POST', path), 409, 'conflict');
  }),
);

test(
  'a token of a person, whatever its scope, neither makes administrators nor sets passwords nor makes links',
  on(async ({ own, ada }) => {
    const headers = { 'if-match': '*' };

    for (const [method, act] of [
      ['POST', 'administrator'],
      ['DELETE', 'administrator'],
      ['POST', 'password'],
      ['POST', 'sign-in-link'],
      ['POST', 'unlock'],
    ] as const)
      assertProblem(await own(method, `/people/${ada.id}/${act}`, { headers }), 403, 'insufficient-scope');
  }),
);

test(
  'failed sign-ins of a person are forgotten',
  on(async ({ service, all, robot }) => {
    const person = await createUser(service);

    assertOk(await all('POST', `/people/${person.id}/unlock`), 204);

    const [told] = await eventsOf(service, 'account.unlocked');
    assert.deepEqual([told?.account_id, told?.detail], [person.id, `by application ${robot.client_id}`]);
    assertProblem(await all('POST', '/people/1/unlock'), 404, 'not-found');
  }),
);

test(
  'of somebody who never signed in commands and API say so, until the first time',
  on(async ({ service, all }) => {
    const person = await createUser(service);
    const told = async () => {
      const shown = JSON.parse((await service.cliHere(['users', 'show', person.nickname, '--json'])).stdout);
      const lines = (await service.cliHere(['users', 'list', '--json'])).stdout.trim().split('\n');
      const listed = lines.map((line) => JSON.parse(line)).find(({ id }) => id === person.id);
      const read = assertOk(await all('GET', `/people/${person.id}`)).body;
      const found = assertOk(await all('GET', `/people?search=${person.nickname}`)).body.items[0];
      return [shown, listed, read, found].map(({ last_signed_in_at }) => last_signed_in_at);
    };

    const before = await told();
    await signedIn(service, person);
    const after = await told();

    assert.deepEqual(before, [null, null, null, null]);
    for (const moment of after) assert.match(String(moment), /^\d{4}-\d\d-\d\dT/);
    const words = (await service.cliHere(['users', 'show', person.nickname])).stdout;
    assert.match(words, /^last_signed_in_at +\d{4}-/m);
  }),
);
