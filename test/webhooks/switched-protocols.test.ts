/** Proves that a receiver which answers 101 fails its deliveries, keeps no place, and does not keep the service from stopping. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { report } from '../../src/events/report.ts';
import { deliveriesOf, findAnyWebhook } from '../../src/webhooks/find.ts';
import { createWebhook } from '../../src/webhooks/manage.ts';
import { createPump, MOST_UNDER_WAY } from '../../src/webhooks/pump.ts';
import { openStage } from '../jobs/stage.ts';
import { createUser, signedIn } from '../support/actors.ts';
import { everyEngine } from '../support/each-database.ts';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/service.ts';
import { openReceiver } from './receiver.ts';

const NOBODY = { id: null, source: { address: null, userAgent: null } };
const ALLOW = { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' };
const DAY = 86_400;
/** Of its own deliveries at once (docs/webhooks.md). */
const MOST_OF_WEBHOOK = 4;
const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';

const servers: Server[] = [];
const sockets = new Set<Socket>();

after(() => {
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
});

/** Keeps its connections open. */
async function openSwitching(): Promise<{ readonly url: string; readonly calls: number }> {
  let calls = 0;
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => {
      calls += 1;
      socket.write(SWITCHED);
    });
  });
  servers.push(server.listen(0, '0.0.0.0'));
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    get calls() {
      return calls;
    },
  };
}

test('a delivery that is answered 101 has failed, is repeated, and has its webhook switched off after three days', () =>
  everyEngine(async (engine) => {
    const { first, pass } = await openStage(engine, ALLOW);
    const { url } = await openSwitching();
    const made = await createWebhook(first, { scope: null, details: { url, groups: ['application'] } }, NOBODY);
    assert.ok(made.ok);
    const { webhook } = made.value;
    const about = { clientId: 5, accountId: 7, detail: 'x' };
    await first.database.write([report(first, NOBODY.source, 'application.changed', about)]);

    await createPump(first).sendDue();
    const [delivery] = (await deliveriesOf(first, webhook, null)).deliveries;
    pass(3 * DAY + 1);
    await createPump(first).sendDue();

    assert.deepEqual([delivery?.status, delivery?.attempts, delivery?.doneAt], [101, 1, null]);
    assert.match(delivery?.answer ?? '', /^unreachable: 127\.0\.0\.1:\d+ answered 101, which is no final answer$/);
    assert.equal((await findAnyWebhook(first, webhook.id))?.offBecause, 'failing');
  }));

test('a service with more receivers that answer 101 than it has places delivers to another, and stops with code 0', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine, env: ALLOW });
    const addWebhook = (url: string) =>
      service.cliHere(['webhooks', 'create', '--url', url, '--group', 'account', '--json']);
    const subjects = await Promise.all(Array.from({ length: MOST_OF_WEBHOOK }, () => createUser(service)));
    const switching = await openSwitching();
    // Calls to one host are bounded, so each webhook has a name of its own for it.
    for (let number = 1; number <= MOST_UNDER_WAY / MOST_OF_WEBHOOK; number += 1)
      assert.equal((await addWebhook(switching.url.replace('127.0.0.1', `127.0.0.${number}`))).code, 0);
    await Promise.all(subjects.map((user) => signedIn(service, user)));
    await eventually('every place has been taken', () => switching.calls >= MOST_UNDER_WAY);

    const receiver = await openReceiver();
    assert.equal((await addWebhook(receiver.url)).code, 0);
    await signedIn(service, await createUser(service));
    await eventually('a delivery to another', () => receiver.got.length > 0);

    assert.equal(await service.stop(), 0, service.stderr());
    assert.doesNotMatch(service.stderr(), /unsettled/);
  }));
