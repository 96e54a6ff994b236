/** What goes wrong for everybody at once is told truly by the readiness check, and in one line of the log each. */
import assert from 'node:assert/strict';
import { appendFileSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openDisk } from '../../faults/environment/disk.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { spawnChild } from '../../support/children.ts';
import { eventually } from '../../support/eventually.ts';
import { assertAlive, obtainTokens, usualStage, whoami } from '../../support/grant.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { type Service, startService, temporaryDirectory } from '../../support/service.ts';
import { holdLocks } from '../../support/starting.ts';
import { token } from '../../support/token-client.ts';

const REQUESTS = 200;
/** Of the log of SQLite: a page and what is said about it. */
const FRAME_BYTES = 4096 + 24;
const EXECUTABLE = join(import.meta.dirname, '..', '..', '..', 'bin', 'latchkey');

const ends: (() => unknown)[] = [];
after(async () => {
  for (const end of ends) await end();
});

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly settings?: readonly string[];
  readonly reason?: string;
}

function lines(stderr: string): readonly Line[] {
  return stderr.split('\n').flatMap((line): Line[] => (line.startsWith('{') ? [JSON.parse(line)] : []));
}

function count(service: Pick<Service, 'stderr'>, msg: RegExp): number {
  return lines(service.stderr()).filter((line) => msg.test(line.msg)).length;
}

async function readiness({ url }: Service): Promise<number> {
  return (await health({ url })).code;
}

async function health({ url }: Pick<Service, 'url'>): Promise<{ readonly code: number; readonly status: string }> {
  const answer = await fetch(`${url}/health/ready`);
  return { code: answer.status, status: (await answer.json()).status };
}

test('a reader that follows the audit log goes on when the database is back, and missed nothing', async () => {
  const server = await startPostgres({ durable: true });
  ends.push(() => server.stop());
  const env = { LATCHKEY_DATABASE: server.url };
  const service = await startService({ database: 'postgres', env });
  const create = async (nickname: string) => {
    const words = ['users', 'create', '--nickname', nickname, '--email', `${nickname}@example.org`, '--password-stdin'];
    const { code, stderr } = await service.cliHere(words, 'seven herons on the quay\n');
    assert.equal(code, 0, stderr);
  };
  await create('ada');
  const words = ['events', '--kind', 'account.created', '--since', '1h', '--follow', '--json'];
  const reader = spawnChild(EXECUTABLE, words, { cwd: temporaryDirectory(), env: { ...process.env, ...env } });
  const heard = { stdout: '', stderr: '' };
  reader.stdout?.on('data', (chunk) => (heard.stdout += chunk));
  reader.stderr?.on('data', (chunk) => (heard.stderr += chunk));

  await eventually('the first is told of', () => heard.stdout.includes('"ada"'));
  await server.halt();
  await eventually('the outage is told of', () => heard.stderr.includes('Waiting until it answers again.'));
  await server.start();
  await eventually('ready', async () => (await readiness(service)) === 200);
  await create('grace');
  await eventually('the second is told of', () => heard.stdout.includes('"grace"'));
  reader.kill('SIGINT');
  await service.stop();

  const told = heard.stdout.trim().split('\n');
  assert.deepEqual(
    told.map((line) => JSON.parse(line).nickname),
    ['ada', 'grace'],
  );
  assert.equal(heard.stderr.trim().split('\n').length, 1, heard.stderr);
});

test('a PostgreSQL server that stops and comes back is a line each, however many requests were refused', async () => {
  // A server that keeps what it commits: the tables were made a moment ago.
  const server = await startPostgres({ durable: true });
  ends.push(() => server.stop());
  const service = await startService({ database: 'postgres', env: { LATCHKEY_DATABASE: server.url } });
  assert.equal(count(service, /can lose what it has acknowledged/), 0);
  const unknown = `${service.url}/oauth/authorize?client_id=nobody&response_type=code`;
  await server.halt();

  await eventually('not ready', async () => (await readiness(service)) === 503);
  const answers = await Promise.all(Array.from({ length: REQUESTS }, () => fetch(unknown)));
  await server.start();
  await eventually('ready', async () => (await readiness(service)) === 200);
  await eventually('reads are back', async () => (await fetch(unknown)).status === 400);
  await eventually('reads were told to be back', () => count(service, /is back: reads/) === 1);
  await service.stop();

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]));
  assert.equal(count(service, /is lost: reads are refused/), 1);
  assert.ok(lines(service.stderr()).filter(({ level }) => level !== 'info').length < 10, service.stderr());
});

test('a table that somebody else keeps locked is told as that, and the database is not called lost', async () => {
  const server = await startPostgres({ durable: true });
  ends.push(() => server.stop());
  const service = await startService({ database: 'postgres', env: { LATCHKEY_DATABASE: server.url } });
  const tokens = await obtainTokens(await usualStage(service));

  const table = await holdLocks(server.url, 'lock table pairs in access exclusive mode');
  const refused = await whoami(service, tokens.access);
  await table.release();
  await eventually('it is told', () => count(service, /could not be served for now/) === 1);
  const [line] = lines(service.stderr()).filter(({ msg }) => /could not be served for now/.test(msg));

  assert.equal(refused.status, 503);
  await assertAlive(service, tokens.access);
  assert.match(String(line?.reason), /locked/);
  assert.equal(count(service, /is lost/), 0);
});

test('a PostgreSQL server that may lose what it acknowledged is told about at the start, with its settings', async () => {
  // That of the tests does not wait for its disk.
  const service = await startService({ database: 'postgres' });
  await service.stop();

  const [line] = lines(service.stderr()).filter(({ msg }) => /can lose what it has acknowledged/.test(msg));
  assert.deepEqual(line?.settings, ['fsync', 'full_page_writes', 'synchronous_commit']);
});

test('on a full disk the service is not ready, tells it once, goes on reading, and is ready again with room', async () => {
  const folder = temporaryDirectory();
  const disk = openDisk({ folder });
  ends.push(() => disk.close());
  const env = { ...disk.env, LATCHKEY_DATABASE: `sqlite:${join(folder, 'latchkey.db')}` };
  const service = await startService({ database: 'sqlite', env });
  const stage = await usualStage(service);
  const tokens = await obtainTokens(stage);
  assert.equal(await readiness(service), 200);

  disk.turn('full');
  await eventually('not ready', async () => (await readiness(service)) === 503);
  const told = await health(service);
  const asked = await service.cli(['health', '--url', service.url]);
  await assertAlive(service, tokens.access);
  const refused = await openBrowser(service.url).get('/sign-in');
  disk.turn('healthy');
  await eventually('ready', async () => (await readiness(service)) === 200);
  await obtainTokens(stage);

  assert.equal(told.status, 'database cannot be written to');
  assert.match(asked.stderr, /not ready: database cannot be written to/);
  assert.equal(refused.status, 200);
  await eventually('back', () => count(service, /is back: writes/) === 1);
  const [lost, ...others] = lines(service.stderr()).filter(({ msg }) => /is lost: writes are refused/.test(msg));
  assert.match(String(lost?.reason), /its disk is full/);
  assert.deepEqual(others, []);
});

test('a disk that has room for a page and for no request is full, until it has more', async () => {
  const folder = temporaryDirectory();
  const disk = openDisk({ folder });
  ends.push(() => disk.close());
  const env = { ...disk.env, LATCHKEY_DATABASE: `sqlite:${join(folder, 'latchkey.db')}` };
  const service = await startService({ database: 'sqlite', env });
  const {
    quill: { client_id, client_secret },
  } = await usualStage(service);
  const ask = () => token(service.url, { grant_type: 'client_credentials', client_id, client_secret });
  assert.equal((await ask()).status, 200);

  disk.turn('full for growth');
  // As a write leaves it behind that the disk did not take as a whole.
  appendFileSync(join(folder, 'latchkey.db-wal'), Buffer.alloc(2 * FRAME_BYTES));
  assert.equal((await ask()).status, 503);
  const told = await health(service);
  assert.equal((await ask()).status, 503);
  disk.turn('healthy');
  await eventually('ready', async () => (await readiness(service)) === 200);
  assert.equal((await ask()).status, 200);

  assert.deepEqual(told, { code: 503, status: 'database cannot be written to' });
  assert.equal(count(service, /is lost: writes are refused/), 1);
  assert.equal(count(service, /is back: writes/), 1);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('-room-')),
    [],
  );
  await service.stop();
});

test('a service without file descriptors left says so once, and once when it has some again', async () => {
  const folder = temporaryDirectory();
  const executable = join(import.meta.dirname, '..', '..', '..', 'bin', 'latchkey');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawnChild('/bin/sh', ['-c', 'ulimit -n 96; exec "$0" serve --port 0', executable], {
    cwd: folder,
    env: { PATH, HOME, LATCHKEY_DATABASE: `sqlite:${join(folder, 'latchkey.db')}` },
  });
  let stderr = '';
  let stdout = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk;
  });
  await eventually('it listens', () => /listening on \S+:(\d+)/.test(stdout));
  const port = Number(/listening on \S+:(\d+)/.exec(stdout)?.[1]);
  const sockets: Socket[] = [];
  const keepKnocking = setInterval(() => {
    for (let knocks = 0; knocks < 20; knocks += 1) sockets.push(connect(port, '127.0.0.1').on('error', () => {}));
  }, 20);

  const told = { stderr: () => stderr };
  await eventually('it says so', () => count(told, /may open are open/) === 1);
  clearInterval(keepKnocking);
  for (const socket of sockets) socket.destroy();
  await eventually('and that it is over', () => count(told, /can be opened again/) === 1);

  assert.equal(count(told, /may open are open/), 1);
  child.kill('SIGTERM');
});
