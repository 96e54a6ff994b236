/** A PostgreSQL server that refuses connections over TLS costs requests a 503, and never the process. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import {
  certify,
  closeHome,
  freePort,
  initCluster,
  openHome,
  type PostgresHome,
  startServer,
  stopServer,
  usualSettings,
} from '../../support/postgres-home.ts';
import { type Service, startService } from '../../support/service.ts';

const CLIENTS = 24;
const ROUNDS = 4;
const REQUESTS = 8;

let home: PostgresHome;
let stop: () => Promise<void>;
let port: number;
let authority: string;
let administrator: postgres.Sql;

before(async () => {
  home = await openHome();
  const cluster = initCluster(home, 'tls');
  const certified = certify(home, cluster, ['localhost']);
  authority = certified.authority;
  port = await freePort();
  const server = await startServer(home, cluster, [...usualSettings(port, false), ...certified.settings]);
  administrator = postgres(`postgres://postgres@127.0.0.1:${port}/postgres`, { max: 1, onnotice: () => {} });
  await administrator`create role latchkey login`;
  await administrator`create database latchkey owner latchkey`;
  stop = async () => {
    await administrator.end();
    await stopServer(server, 'SIGINT');
  };
});

after(async () => {
  await stop?.();
  closeHome(home);
});

for (const mode of ['verify-full', 'require']) {
  test(`with sslmode=${mode}, a server that has no connection left is answered with 503, and found again`, async () => {
    const service = await startService({
      database: 'postgres',
      env: {
        LATCHKEY_DATABASE: `postgres://latchkey@localhost:${port}/latchkey?sslmode=${mode}`,
        NODE_EXTRA_CA_CERTS: authority,
      },
    });

    const statuses = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      await administrator`alter role latchkey connection limit 2`;
      const asking = Array.from({ length: CLIENTS }, () => ask(service, statuses));
      await administrator`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'latchkey'`;
      await Promise.all(asking);
      await administrator`alter role latchkey connection limit -1`;
    }
    await untilReady(service);

    assert.deepEqual(
      [...statuses].filter((status) => status !== 200 && status !== 503),
      [],
      service.stderr(),
    );
    assert.equal(await service.stop(), 0, service.stderr());
  });
}

/** Status 0 stands for a request that got no answer. */
async function ask({ url }: Service, statuses: Set<number>): Promise<void> {
  for (let request = 0; request < REQUESTS; request += 1) {
    const path = request % 2 === 0 ? '/health/ready' : '/oauth/authorize?client_id=none&response_type=code';
    const status = await fetch(`${url}${path}`).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    // An unknown application is told so on a page.
    statuses.add(status === 400 ? 200 : status);
  }
}

async function untilReady(service: Service): Promise<void> {
  for (;;) {
    const status = await fetch(`${service.url}/health/ready`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    assert.notEqual(status, 0, service.stderr());
  }
}
