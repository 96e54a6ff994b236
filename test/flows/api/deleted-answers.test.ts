/** Proves that an answer kept for an Idempotency-Key goes with the person or the application that it tells of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { type Api, assertOk, assertProblem, ifMatch, managementStage } from '../../support/management.ts';

const on = eachDatabase(managementStage, { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' });

const WISH = { name: 'Fleeting', redirect_uris: ['https://fleeting.example/cb'], scopes: ['profile'] };

let named = 0;
function keyed(body?: unknown) {
  named += 1;
  return { headers: { 'idempotency-key': `deleted-${named}` }, ...(body === undefined ? {} : { body }) };
}

async function remove(all: Api, path: string): Promise<void> {
  assertOk(await all('DELETE', path, { headers: ifMatch(assertOk(await all('GET', path))) }), 204);
}

/** The key is spent: neither is the answer told again, nor is a second one made. */
async function assertErased(api: Api, path: string, asked: ReturnType<typeof keyed>): Promise<void> {
  const reply = await api('POST', path, asked);
  assertProblem(reply, 409, 'conflict');
  assert.equal(reply.headers['idempotent-replayed'], undefined);
  assert.match(reply.body.detail, /has been deleted/);
}

test(
  'a repeated request for a person who was deleted tells nothing of the person, and makes no other',
  on(async ({ all }) => {
    const asked = keyed({ nickname: 'fleeting', email: 'fleeting@example.org', password: PASSWORD });
    const { id } = assertOk(await all('POST', '/people', asked), 201).body;
    assertOk(await all('POST', '/people', asked), 201);

    await remove(all, `/people/${id}`);

    await assertErased(all, '/people', asked);
    const other = { ...asked, body: { nickname: 'another', email: 'another@example.org', password: PASSWORD } };
    await assertErased(all, '/people', other);
    assert.deepEqual((await all('GET', '/people?search=fleeting')).body.items, []);
  }),
);

test(
  'repeated requests about an application that was deleted tell nothing of it: itself, its secrets, its webhooks',
  on(async ({ all, own }) => {
    const asked = keyed(WISH);
    const { client_id } = assertOk(await own('POST', '/applications', asked), 201).body;
    const path = `/applications/${client_id}`;
    const [secret, rotation] = [keyed(), keyed({ overlap: 'now' })];
    const webhook = keyed({ url: 'http://127.0.0.1:9/hook', groups: ['token'] });
    assertOk(await own('POST', `${path}/secrets`, secret), 201);
    assertOk(await own('POST', `${path}/secrets/rotate`, rotation), 201);
    assertOk(await own('POST', `${path}/webhooks`, webhook), 201);

    await remove(all, path);

    await assertErased(own, '/applications', asked);
    await assertErased(own, `${path}/secrets`, secret);
    await assertErased(own, `${path}/secrets/rotate`, rotation);
    await assertErased(own, `${path}/webhooks`, webhook);
  }),
);
