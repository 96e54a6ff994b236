/** Proves the revocation feed with as many listeners as it takes, some of whom never read: all others are told, and nothing piles up. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { createResource } from '../../src/resources/manage.ts';
import { insertRow, sql } from '../../src/storage/sql.ts';
import { insertConsent } from '../../src/storage/tables/tokens/consents.ts';
import { insertPair } from '../../src/storage/tables/tokens/pairs.ts';
import type { User } from '../support/actors.ts';
import { type Clocked, startClocked } from '../support/clocked.ts';
import { eventually } from '../support/eventually.ts';
import { type Listener, listen } from '../support/feed.ts';
import type { ResourceCredentials } from '../support/resources.ts';
import { basicHeader } from '../support/token-client.ts';

/** The last one comes when there is no room for anybody. */
const APIS = 11;
/** As many as the service takes of one API; of ten APIs, as many as it takes in all. */
const OF_EACH = 100;
/** Of one account at one API: as many as are told one by one, and more than that. */
const TOLD = 250;
const MANY = 400;
/** So often in a row the account is disabled: enough to fill every buffer on the way to somebody who does not read. */
const TIMES = 40;
const NOWHERE = { address: null, userAgent: null };

async function createApis(
  { world }: Clocked,
  owner: User,
  count = APIS,
): Promise<readonly (ResourceCredentials & { id: number })[]> {
  const actor = { id: owner.id, isAdmin: true, source: NOWHERE };
  const made: (ResourceCredentials & { id: number })[] = [];
  for (let number = 0; number < count; number += 1) {
    const identifier = `https://api${number}.example.org/`;
    const details = { name: `API ${number}`, scopes: ['profile'], seconds: null, isPlain: false };
    const created = await createResource(world, { identifier, details }, actor);
    assert.ok(created.ok);
    const { resource, secret } = created.value;
    made.push({ id: resource.id, identifier, client_id: resource.publicId, client_secret: secret });
  }
  return made;
}

const insertFamily = insertRow('families', (id: number, consentId: number, clientId: number, createdAt: number) => ({
  id,
  consent_id: consentId,
  client_id: clientId,
  scope: 'profile',
  created_at: createdAt,
}));

/** An account with many signed-in devices at one API. */
async function allowOften(
  { world }: Clocked,
  person: User,
  { resourceId, count }: { readonly resourceId: number; readonly count: number },
): Promise<void> {
  const { database } = world;
  const now = world.now();
  const [client] = await database.read<{ id: number }>(sql`select id from clients where owner_id = ${person.id}`);
  assert.ok(client);
  const consent = { id: world.nextId(), accountId: person.id, clientId: client.id, resourceId };
  await database.write([insertConsent({ ...consent, scope: 'profile', grantedAt: now })]);
  const lives = { issuedAt: now, accessExpiresAt: now + 3600, refreshDigest: null, refreshExpiresAt: null };
  const family = (number: number) => {
    const id = world.nextId();
    const pair = { id: world.nextId(), familyId: id, parentId: null, accessDigest: `none ${number}`, scope: null };
    return [insertFamily(id, consent.id, client.id, now), insertPair({ ...pair, ...lives, resourceId })];
  };
  await Promise.all(Array.from({ length: count }, (_, number) => database.write(family(number))));
}

/** Asks for the feed and reads nothing of it. */
async function neverRead(url: string, { client_id, client_secret }: ResourceCredentials): Promise<Socket> {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = `GET /oauth/revocations HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${basicHeader(client_id, client_secret)}\r\n\r\n`;
  socket.write(head);
  return socket;
}

async function setDisabled({ world }: Clocked, { id }: User, isDisabled: boolean): Promise<void> {
  const disabledAt = isDisabled ? world.now() : null;
  await world.database.write([sql`update accounts set disabled_at = ${disabledAt} where id = ${id}`]);
}

test('of a thousand listeners all who read are told what ended, and those who do not read are cut off', async () => {
  const clocked = await startClocked('sqlite');
  const [root, ada, bob] = [
    await clocked.createUser('root', true),
    await clocked.createUser('ada'),
    await clocked.createUser('bob'),
  ];
  for (const person of [ada, bob]) await clocked.createApplication(person);
  const apis = await createApis(clocked, root);
  const [first] = apis;
  assert.ok(first);
  await allowOften(clocked, ada, { resourceId: first.id, count: TOLD });
  for (const { id } of apis) await allowOften(clocked, bob, { resourceId: id, count: id === first.id ? MANY : 1 });
  const slow = await Promise.all(Array.from({ length: OF_EACH - 1 }, () => neverRead(clocked.url, first)));
  const listeners: Listener[] = [];
  after(() => {
    for (const listener of listeners) listener.close();
    for (const socket of slow) socket.destroy();
  });
  const late = apis.at(-1);
  assert.ok(late);
  for (const api of apis.slice(0, -1)) {
    const own = Array.from({ length: api === first ? 1 : OF_EACH }, () => listen(clocked.url, api));
    listeners.push(...(await Promise.all(own)));
  }
  const [reader, ...others] = listeners;
  assert.ok(reader);
  assert.deepEqual([...new Set(listeners.map(({ status }) => status))], [200]);
  await eventually('everybody was welcomed', () => listeners.every(({ events }) => events[0]?.event === 'ready'));
  assert.equal((await listen(clocked.url, first)).status, 429, 'there is room for no more of this API');
  assert.equal((await listen(clocked.url, late)).status, 429, 'nor for any other');

  let told = 1;
  await eventually('who never reads is cut off', async () => {
    for (let count = 0; count < TIMES; count += 1) {
      await setDisabled(clocked, ada, true);
      await setDisabled(clocked, ada, false);
    }
    told += TIMES * TOLD;
    await eventually('who reads is told all of it', () => reader.events.length === told);
    const newcomer = await listen(clocked.url, first);
    newcomer.close();
    return newcomer.status === 200;
  });
  assert.ok(
    others.every(({ events }) => events.length === 1),
    'what concerns another API is told to nobody else',
  );

  await setDisabled(clocked, bob, true);

  await eventually('everybody is told', () => others.every(({ events }) => events.at(-1)?.event === 'ended'));
  // What would be more than a reader may leave unread is told at once.
  assert.equal((await reader.heard(({ event }) => event === 'reset')).event, 'reset');
  assert.equal(reader.events.length, told + 1);
});

test('of many who begin to listen in one moment, no more are let in than may listen', async () => {
  const clocked = await startClocked('sqlite');
  const [api] = await createApis(clocked, await clocked.createUser('root', true), 1);
  assert.ok(api);

  const listeners = await Promise.all(Array.from({ length: OF_EACH + 50 }, () => listen(clocked.url, api)));
  after(() => {
    for (const listener of listeners) listener.close();
  });

  assert.equal(listeners.filter(({ status }) => status === 200).length, OF_EACH);
  assert.ok(listeners.every(({ status }) => status === 200 || status === 429));
});
