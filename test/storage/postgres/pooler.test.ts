/** Debian's pgbouncer between the service and PostgreSQL: refused at the start with one sentence, unless it does no harm. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { spawnChild } from '../../support/children.ts';
import { serverProgram } from '../../support/debian-package.ts';
import { eventually } from '../../support/eventually.ts';
import { isListening } from '../../support/listening.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { freePort, giveTo, type Identity } from '../../support/postgres-home.ts';
import { type Outcome, run, startService, temporaryDirectory } from '../../support/service.ts';

const NOBODY = 65_534;
const identity: Identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** What docs/operating.md tells whoever must have a pooler in session mode. */
const ROLE_SETTINGS = [
  `plan_cache_mode = 'force_generic_plan'`,
  'enable_seqscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'jit = off',
  `statement_timeout = '5s'`,
  `lock_timeout = '2s'`,
  `idle_in_transaction_session_timeout = '10s'`,
];

let program: string;
let direct: URL;

before(async () => {
  program = await serverProgram('pgbouncer');
  direct = new URL(await freshDatabase());
  const administrator = postgres(direct.href, { max: 1, onnotice: () => {} });
  const name = direct.pathname.slice(1);
  await administrator.unsafe(`drop role if exists ${name}_owner`);
  await administrator.unsafe(`create role ${name}_owner login`);
  await administrator.unsafe(`alter database ${name} owner to ${name}_owner`);
  for (const setting of ROLE_SETTINGS) await administrator.unsafe(`alter role ${name}_owner set ${setting}`);
  await administrator.end();
});

const ends: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const end of ends) await end();
});

/** Starts a pgbouncer and answers the address of the database through it, for a role. */
async function poolerAddress(settings: string, role: string): Promise<string> {
  const folder = temporaryDirectory();
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const name = direct.pathname.slice(1);
  const text = `[databases]
${name} = host=${direct.hostname} port=${direct.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
${settings}
`;
  // With auth_type any everybody is one user, whom the line of the database names.
  writeFileSync(file, text.replace(`port=${direct.port}`, `port=${direct.port} user=${role}`));
  giveTo(identity, folder, file);
  const child = spawnChild(program, [file], { ...identity, cwd: folder });
  ends.push(async () => child.kill('SIGINT'));
  await eventually('pgbouncer listens', () => isListening(port));
  return `postgres://${role}@127.0.0.1:${port}/${name}`;
}

const IGNORE =
  'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,plan_cache_mode,enable_seqscan,enable_hashjoin,enable_mergejoin,jit';

function migrate(address: string): Promise<Outcome> {
  return run(['migrate'], { env: { LATCHKEY_DATABASE: address } });
}

function assertRefused({ code, stderr }: Outcome, why: RegExp): void {
  assert.equal(code, 1);
  assert.match(stderr, why);
  assert.match(stderr, /^latchkey: [^\n]+address of the PostgreSQL server itself[^\n]+\n$/);
}

test('a pooler that takes no settings of connections, as Debian installs it, is refused', async () => {
  assertRefused(
    await migrate(await poolerAddress('pool_mode = transaction', 'postgres')),
    /unsupported startup parameter/,
  );
});

test('a pooler that drops the settings of connections is refused', async () => {
  const settings = `pool_mode = transaction\n${IGNORE}`;

  assertRefused(await migrate(await poolerAddress(settings, 'postgres')), /a pooler that drops the settings/);
});

test('a pooler in transaction mode is refused even where the settings are those of the role', async () => {
  const settings = `pool_mode = transaction\n${IGNORE}`;
  const role = `${direct.pathname.slice(1)}_owner`;

  assertRefused(await migrate(await poolerAddress(settings, role)), /a pooler in transaction mode/);
});

test('a pooler in statement mode is refused', async () => {
  const settings = `pool_mode = statement\n${IGNORE}`;
  const role = `${direct.pathname.slice(1)}_owner`;

  assertRefused(await migrate(await poolerAddress(settings, role)), /a pooler in statement mode/);
});

test('a pooler in session mode serves where the settings are those of the role', async () => {
  const role = `${direct.pathname.slice(1)}_owner`;
  const address = await poolerAddress(`pool_mode = session\n${IGNORE}`, role);

  const service = await startService({ database: 'postgres', env: { LATCHKEY_DATABASE: address } });

  assert.equal((await fetch(`${service.url}/health/ready`)).status, 200);
  assert.equal(await service.stop(), 0, service.stderr());
});
