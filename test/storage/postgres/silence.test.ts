/** Proves who waits how long for a PostgreSQL server that is silent (decision 0024). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { NotNow } from '../../../src/protocol/not-now.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { checkWritable, createServerClock, openProbe } from '../../../src/storage/postgres/servers.ts';
import { sql } from '../../../src/storage/sql.ts';
import { migratedDatabase } from '../../support/postgres.ts';

const ends: (() => unknown)[] = [];
after(async () => {
  for (const end of ends.reverse()) await end();
});

/** A way to the server on which nothing comes back until it is released. */
async function relayTo(address: string) {
  const { hostname, port } = new URL(address);
  const open = new Set<Socket>();
  const far = new Set<Socket>();
  let isHeld = false;
  let mayGreet = false;
  const server = createServer((near) => {
    const other = connect(Number(port), hostname);
    for (const socket of [near, other]) open.add(socket.on('error', () => {}));
    near.on('close', () => other.destroy());
    near.pipe(other);
    other.on('close', () => near.destroy());
    other.on('data', (piece) => {
      near.write(piece);
      if (isHeld) other.pause();
    });
    far.add(other);
    if (isHeld && !mayGreet) other.pause();
  });
  ends.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address with a port.
  const own = (server.address() as AddressInfo).port;
  return {
    address: Object.assign(new URL(address), { port: own }).href,
    /** New connections may be greeted, and then hear nothing more. */
    hold(how: { readonly mayGreet?: boolean } = {}) {
      isHeld = true;
      mayGreet = how.mayGreet ?? false;
      for (const socket of far) socket.pause();
    },
    release() {
      isHeld = false;
      for (const socket of far) socket.resume();
    },
  };
}

test('where a service refuses since the server is silent, a command waits and is answered', async () => {
  const relay = await relayTo(await migratedDatabase());
  const [service, command] = await Promise.all([
    openDatabase(relay.address, 4, { silenceMs: 800 }),
    openDatabase(relay.address, 4),
  ]);
  ends.push(service.close, command.close);
  const batch = [sql`delete from accounts where id = -1`];
  await Promise.all([service.write(batch), command.write(batch)]);

  relay.hold();
  const answer = command.write(batch);
  await assert.rejects(service.write(batch), (error) => error instanceof NotNow && error.shortage === 'database');
  relay.release();

  assert.deepEqual(await answer, [0]);
});

test('a statement that takes longer than a request may wait is refused to a service, and answered to a command', async () => {
  const address = await migratedDatabase();
  const [service, command] = await Promise.all([
    openDatabase(address, 4, { silenceMs: 800 }),
    openDatabase(address, 4),
  ]);
  ends.push(service.close, command.close);
  const slow = () => sql`select count(pg_sleep(${2.5})) as "slept"`;

  const [refused, answered] = await Promise.allSettled([service.read(slow()), command.read(slow())]);

  assert.ok(refused.status === 'rejected' && refused.reason instanceof NotNow, JSON.stringify(refused));
  assert.deepEqual(answered, { status: 'fulfilled', value: [{ slept: 1 }] });
});

test('a server that has begun to answer is there, one that says nothing is not', async () => {
  const relay = await relayTo(await migratedDatabase());
  const patienceMs = 1500;
  const ask = (onJudged = () => {}) => {
    const probe = openProbe(relay.address);
    ends.push(probe.abort);
    // Asked for once patience has ended: what was received by then decides.
    const received = () => {
      onJudged();
      return probe.received();
    };
    return checkWritable({ ...probe, received }, createServerClock(), patienceMs);
  };

  relay.hold({ mayGreet: true });
  const { promise: judged, resolve: onJudged } = Promise.withResolvers<void>();
  const begun = ask(onJudged);
  await Promise.race([judged, begun]);
  relay.release();
  await begun;
  relay.hold();

  await assert.rejects(ask(), (error) => error instanceof NotNow);
});
