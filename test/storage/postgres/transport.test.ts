/** How a PostgreSQL server is reached: by TLS with an authority of one's own, by name, address or socket. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  certify,
  closeHome,
  freePort,
  initCluster,
  makeFolder,
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
let sockets: string;

before(async () => {
  home = await openHome();
  const cluster = initCluster(home, 'tls');
  const certified = certify(home, cluster, ['localhost', '127.0.0.1']);
  authority = certified.authority;
  sockets = makeFolder(home, 'sockets');
  port = await freePort();
  const server = await startServer(home, cluster, [
    ...usualSettings(port, false),
    ...certified.settings,
    'listen_addresses=127.0.0.1,127.0.0.2',
    `unix_socket_directories=${sockets}`,
  ]);
  stop = () => stopServer(server, 'SIGINT');
});

after(async () => {
  await stop?.();
  closeHome(home);
});

const migrateAt = (host: string, parameters: string, more: Record<string, string> = {}) =>
  run(['migrate'], {
    env: { LATCHKEY_DATABASE: `postgres://postgres@${host}:${port}/postgres?${parameters}`, ...more },
  });
const migrate = (mode: string, more: Record<string, string> = {}) => migrateAt('localhost', `sslmode=${mode}`, more);

test('verify-full refuses a certificate of an unknown authority, and takes one that NODE_EXTRA_CA_CERTS names', async () => {
  const unknown = await migrate('verify-full');
  const known = await migrate('verify-full', { NODE_EXTRA_CA_CERTS: authority });

  assert.equal(unknown.code, 1);
  assert.match(
    unknown.stderr,
    /^latchkey: The database cannot be used: [^\n]*certificate[^\n]* sslrootcert=FILE [^\n]*\n$/,
  );
  assert.equal(known.code, 0, known.stderr);
});

test('require encrypts without asking who answers, as the documentation says', async () => {
  const done = await migrate('require');

  assert.equal(done.code, 0, done.stderr);
});

test('sslrootcert names the authority in the address', async () => {
  const done = await migrateAt('localhost', `sslmode=verify-full&sslrootcert=${authority}`);

  assert.equal(done.code, 0, done.stderr);
});

test('verify-full compares an address with the addresses of the certificate, and never with the name localhost', async () => {
  const right = await migrateAt('127.0.0.1', `sslmode=verify-full&sslrootcert=${authority}`);
  const wrong = await migrateAt('127.0.0.2', `sslmode=verify-full&sslrootcert=${authority}`);
  const byAuthority = await migrateAt('127.0.0.2', `sslmode=verify-ca&sslrootcert=${authority}`);

  assert.equal(right.code, 0, right.stderr);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /IP: 127\.0\.0\.2 is not in the cert/);
  assert.equal(byAuthority.code, 0, byAuthority.stderr);
});

test('a server is reached by its Unix socket, named by folder in either way', async () => {
  const folder = encodeURIComponent(sockets);
  const byParameter = `postgres://postgres@/postgres?host=${folder}&port=${port}`;
  const byHost = `postgres://postgres@${folder}:${port}/postgres`;

  for (const address of [byParameter, byHost]) {
    const done = await run(['migrate'], { env: { LATCHKEY_DATABASE: address } });
    assert.equal(done.code, 0, done.stderr);
  }
});
