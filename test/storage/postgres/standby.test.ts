/** No lookup is answered by a standby, whichever server a balancer gives to a connection. */
import assert from 'node:assert/strict';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { type Pair, startPair } from '../../faults/environment/pair.ts';
import { introspect, obtainTokens, revoke, usualStage, whoami } from '../../support/grant.ts';
import { type Service, startService } from '../../support/service.ts';

const DATABASE = 'latchkey';

/** Gives each new connection to the server that it chooses by the number of the connection. */
interface Balancer {
  readonly url: string;
  choose: (connection: number) => string;
  close(): void;
}

let pair: Pair;
let balancer: Balancer;

before(async () => {
  pair = await startPair();
  await onServer(pair.primaryUrl(), `create database ${DATABASE}`);
  await pair.attachStandby();
  balancer = await openBalancer();
});

after(async () => {
  balancer?.close();
  await pair?.stop();
});

test('a token that was revoked is refused, or nothing is answered, where a balancer gives connections to a standby', async () => {
  const direct = await startOn(pair.primaryUrl(DATABASE));
  const { quill, browser } = await usualStage(direct);
  const { access } = await obtainTokens({ service: direct, browser, quill });
  const [primary, standby] = [pair.primaryUrl(DATABASE), pair.standbyUrl(DATABASE)];
  // Those of the start go to the primary, as in a service whose other connections are opened later.
  balancer.choose = (connection) => (connection <= 2 || connection % 2 === 0 ? primary : standby);
  const balanced = await startOn(balancer.url);
  await onServer(standby, 'select pg_wal_replay_pause()');

  await revoke({ service: direct, quill }, access);
  const statuses: number[] = [];
  const active: unknown[] = [];
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all([1, 2, 3, 4].map(() => whoami(balanced, access)));
    statuses.push(...answers.map(({ status }) => status));
    const looked = await introspect({ service: balanced, quill }, access);
    if (looked.status === 200) active.push(JSON.parse(looked.body).active);
  }
  await onServer(standby, 'select pg_wal_replay_resume()');

  assert.deepEqual(
    statuses.filter((status) => status !== 401 && status !== 503),
    [],
  );
  assert.ok(statuses.includes(401), 'connections to the primary serve');
  assert.ok(active.length > 0 && !active.includes(true));
});

test('a service whose connections all lead to a standby is not ready and answers nothing, and is ready again after that', async () => {
  const [primary, standby] = [pair.primaryUrl(DATABASE), pair.standbyUrl(DATABASE)];
  balancer.choose = () => primary;
  const balanced = await startOn(balancer.url);
  assert.equal(await readiness(balanced), 200);

  balancer.choose = () => standby;
  await onServer(primary, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'latchkey'`);
  const refused = await until(balanced, 503);
  balancer.choose = () => primary;
  const served = await until(balanced, 200);

  assert.deepEqual([refused, served], [503, 200]);
});

function startOn(databaseUrl: string): Promise<Service> {
  return startService({ database: 'postgres', databaseUrl });
}

async function readiness({ url }: Service): Promise<number> {
  return (await fetch(`${url}/health/ready`)).status;
}

async function until(service: Service, status: number): Promise<number> {
  for (let look = 0; look < 400; look += 1) if ((await readiness(service)) === status) return status;
  return await readiness(service);
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  await client.unsafe(statement);
  await client.end();
}

async function openBalancer(): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server: Server = createServer((near) => {
    connections += 1;
    const { hostname, port } = new URL(opened.choose(connections));
    const far = connect(Number(port), hostname);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(into);
      from.on('error', () => into.destroy());
      from.on('close', () => into.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const opened: Balancer = {
    url: `postgres://postgres@127.0.0.1:${port}/${DATABASE}`,
    choose: () => pair.primaryUrl(),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return opened;
}
