/** Proves what happens when the connection of the feed stalls while very much ends: it is cut off, and the guard fails safe. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { createUser, signedIn, type User } from '../support/actors.ts';
import { eventually } from '../support/eventually.ts';
import { revoke } from '../support/grant.ts';
import type { ResourceStage } from '../support/resources.ts';
import { guardStage, isAccepted, noteTokens, warmGuard } from './stage.ts';

const PROMISED_MS = 10_000;
/** As many as are told one by one. */
const DEVICES = 250;
/** Each time the account is disabled, all of its devices are told of: more than all buffers on the way hold. */
const TIMES = 600;
const LEAST_EVENT_BYTES = 60;

interface Relay {
  readonly port: number;
  /** From now on nothing is read of what the service sends, on any connection. */
  stall(): void;
  mend(): void;
  /** The connections to the service, the first one first. */
  readonly upstreams: readonly Socket[];
}

/** Passes bytes on between the guard and the service, by sockets of the system with its own buffers. */
async function openRelay(target: string): Promise<Relay> {
  const upstreams: Socket[] = [];
  let isStalled = false;
  const server = createServer((downstream) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1');
    upstreams.push(upstream);
    // A relay that stalls does not notice that the guard has left, so the service is not told.
    upstream.on('data', (piece) => void (downstream.destroyed || downstream.write(piece)));
    upstream.on('error', () => {}).on('close', () => downstream.destroy());
    downstream.on('data', (piece) => upstream.write(piece)).on('error', () => {});
    if (isStalled) upstream.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.close();
    for (const upstream of upstreams) upstream.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port,
    upstreams,
    stall() {
      isStalled = true;
      for (const upstream of upstreams) upstream.pause();
    },
    mend() {
      isStalled = false;
      for (const upstream of upstreams) upstream.resume();
    },
  };
}

/** Bob is signed in on many devices, and they all end again and again. */
function endAgainAndAgain({ service }: ResourceStage, { id }: User): void {
  const database = new DatabaseSync(service.databaseFile, { timeout: 5000 });
  database.exec(`pragma synchronous = off;
    insert into families (id, consent_id, client_id, scope, created_at)
      with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${DEVICES - 1})
      select f.id + number, f.consent_id, f.client_id, f.scope, f.created_at from numbers cross join families f
        where f.consent_id in (select id from consents where account_id = ${id});
    insert into pairs (id, family_id, access_digest, issued_at, access_expires_at, resource_id)
      select -f.id, f.id, 'none ' || f.id, p.issued_at, p.access_expires_at, p.resource_id
        from families f join families g on g.consent_id = f.consent_id join pairs p on p.family_id = g.id
        where f.consent_id in (select id from consents where account_id = ${id}) and f.id <> g.id;`);
  for (let count = 0; count < TIMES; count += 1) {
    database.exec(`update accounts set disabled_at = 1 where id = ${id}`);
    database.exec(`update accounts set disabled_at = null where id = ${id}`);
  }
  database.close();
}

test('a feed that stalls while very much ends is cut off, and its guard refuses what ended within ten seconds', async () => {
  const stage = await guardStage('sqlite');
  const bob = await createUser(stage.service);
  await noteTokens({ ...stage, browser: await signedIn(stage.service, bob) });
  const { access, refresh } = await noteTokens(stage);
  const { access: other } = await noteTokens(stage);
  const relay = await openRelay(stage.service.url);
  const viaRelay: typeof fetch = (input, init) =>
    fetch(String(input).replace(new URL(stage.service.url).port, String(relay.port)), init);
  const guard = await warmGuard(stage, access, {
    fetch: (input, init) => (String(input).endsWith('/oauth/revocations') ? viaRelay : fetch)(input, init),
  });
  const [stalled] = relay.upstreams;
  assert.ok(stalled);

  relay.stall();
  assert.equal((await revoke(stage, refresh)).status, 200);
  const revokedAt = performance.now();
  endAgainAndAgain(stage, bob);
  let acceptedAt = 0;
  await eventually('the token is refused', async () => {
    const begunAt = performance.now();
    const { ok } = await guard.check(`Bearer ${access}`);
    if (ok) acceptedAt = begunAt;
    return !ok;
  });

  assert.ok(acceptedAt - revokedAt < PROMISED_MS);
  assert.equal(guard.state.isFeedCurrent, false);
  assert.ok(await isAccepted(guard, other), 'the others are asked about, and served');
  const closed = once(stalled, 'close');
  relay.mend();
  await closed;
  assert.ok(stalled.bytesRead < TIMES * DEVICES * LEAST_EVENT_BYTES, 'what was left unread was not kept for it');
  await eventually('the feed is current again', () => guard.state.isFeedCurrent);
  assert.deepEqual([await isAccepted(guard, access), await isAccepted(guard, other)], [false, true]);
});
