/** A PostgreSQL server whose certificate no public authority has signed: refused, or trusted by name, never by default. */
import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { selfSigned } from '../../support/certificate.ts';
import {
  closeHome,
  freePort,
  giveTo,
  initCluster,
  openHome,
  type PostgresHome,
  startServer,
  stopServer,
  usualSettings,
} from '../../support/postgres-home.ts';
import { run } from '../../support/service.ts';

let home: PostgresHome;
let stop: () => Promise<void>;
let port: number;
let authority: string;

before(async () => {
  home = await openHome();
  const cluster = initCluster(home, 'tls');
  const { certificate, key } = selfSigned('localhost');
  authority = join(home.directory, 'authority.pem');
  writeFileSync(authority, certificate);
  const files = [join(cluster, 'server.crt'), join(cluster, 'server.key')] as const;
  writeFileSync(files[0], certificate);
  writeFileSync(files[1], key.export({ type: 'pkcs8', format: 'pem' }));
  for (const file of files) chmodSync(file, 0o600);
  giveTo(home.identity, ...files);
  port = await freePort();
  const server = await startServer(home, cluster, [...usualSettings(port, false), 'ssl=on']);
  stop = () => stopServer(server, 'SIGINT');
});

after(async () => {
  await stop?.();
  closeHome(home);
});

const migrate = (mode: string, more: Record<string, string> = {}) =>
  run(['migrate'], {
    env: { LATCHKEY_DATABASE: `postgres://postgres@localhost:${port}/postgres?sslmode=${mode}`, ...more },
  });

test('verify-full refuses a certificate of an unknown authority, and takes one that NODE_EXTRA_CA_CERTS names', async () => {
  const unknown = await migrate('verify-full');
  const known = await migrate('verify-full', { NODE_EXTRA_CA_CERTS: authority });

  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /certificate/);
  assert.equal(known.code, 0, known.stderr);
});

test('require encrypts without asking who answers, as the documentation says', async () => {
  const done = await migrate('require');

  assert.equal(done.code, 0, done.stderr);
});
