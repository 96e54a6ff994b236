/** Proves that the process can be ended in every state, and that its port is open only while it can answer. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { everyEngine } from '../support/each-database.ts';
import { eventually } from '../support/eventually.ts';
import { isListening } from '../support/listening.ts';
import { freshDatabase, migratedDatabase } from '../support/postgres.ts';
import { type Engine, startService, temporaryDirectory } from '../support/service.ts';
import { hasTemplate, migrate, migratedFile } from '../support/sqlite-template.ts';
import { beginService, holdLocks, lockFile, openProxy, type Starting } from '../support/starting.ts';

/** What serve.ts promises. */
/** On a busy machine a database may keep quiet for longer than a second while a service starts. */
const PATIENT = { LATCHKEY_DATABASE_SILENCE_MS: '3000' };
const LIMIT_MS = 25_000;
/** Nothing has been served yet, so nothing has to be finished; a thread that waits for SQLite's lock does so for 5 s. */
const AT_ONCE_MS = 12_000;
const MIGRATION_LOCK = 'select pg_advisory_xact_lock(7020240001)';

/** A database with all tables, and which has no administrator yet. */
async function usedDatabase(engine: Engine): Promise<{ url: string; file: string }> {
  const file = join(temporaryDirectory(), 'latchkey.db');
  const url = engine === 'sqlite' ? migratedFile(file) : await migratedDatabase();
  if (!hasTemplate()) migrate(url);
  return { url, file };
}

function emptyFile(): string {
  const file = join(temporaryDirectory(), 'latchkey.db');
  const connection = new DatabaseSync(file);
  // A file with a page, and without tables: one with the tables of another program is refused before it is locked.
  connection.exec('create table strange (x); drop table strange');
  connection.close();
  return file;
}

async function assertFailedStart(starting: Starting, reason: RegExp): Promise<void> {
  const { code } = await starting.ended;
  const lines = starting.output.stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'));

  assert.equal(code, 1);
  assert.equal(lines.length, 1, starting.output.stderr);
  assert.match(lines[0] ?? '', reason);
  assert.equal(starting.output.stdout, '', 'nothing was said to be there');
}

async function assertEndsAtOnce(starting: Starting): Promise<void> {
  assert.equal(await starting.isListening(), false);
  starting.signal('SIGTERM');
  const { code, afterMs } = await starting.ended;

  assert.equal(code, 0, starting.output.stderr);
  assert.ok(afterMs < AT_ONCE_MS, `ended after ${afterMs} ms`);
  assert.doesNotMatch(starting.output.stdout, /listening/);
}

/** Sends half of a request, which a service that stops waits for. */
async function halfRequest(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port }).on('error', () => {});
  const headers = ['Host: x', 'Content-Type: application/json', 'Content-Length: 9', 'Expect: 100-continue'];
  socket.write(`POST /oauth/token HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  return socket;
}

async function heldUp(engine: Engine, { url, file }: { url: string; file: string }): Promise<() => Promise<void>> {
  if (engine === 'postgres') return (await holdLocks(url, MIGRATION_LOCK)).release;
  const release = lockFile(file, 'immediate');
  return async () => release();
}

// They wait more than they work, so they wait together.
suite('ending in every state', { concurrency: 4 }, () => {
  test('a start whose first write fails since the SQLite file is locked ends with one line and code 1', async () => {
    const { url, file } = await usedDatabase('sqlite');
    lockFile(file, 'exclusive');

    await assertFailedStart(await beginService(url), /locked/);
  });

  test('a start that cannot migrate since the SQLite file is locked ends with one line and code 1', async () => {
    for (const kind of ['immediate', 'exclusive'] as const) {
      const file = emptyFile();
      lockFile(file, kind);

      await assertFailedStart(await beginService(`sqlite:${file}`), /locked by another program/);
    }
  });

  test('a start whose first read fails on PostgreSQL ends with one line and code 1', async () => {
    const { url } = await usedDatabase('postgres');
    await holdLocks(url, 'lock table accounts in access exclusive mode');

    await assertFailedStart(await beginService(url), /took too long for a statement, or somebody keeps a table locked/);
  });

  test('a PostgreSQL that accepts and never answers, or refuses, ends the start with one line and code 1', async () => {
    const silent = await openProxy(undefined);

    await assertFailedStart(
      await beginService(silent.url),
      /The database cannot be used: the server did not answer in time/,
    );
    await assertFailedStart(await beginService('postgres://nobody@127.0.0.1:1/nothing'), /ECONNREFUSED/);
  });

  test('SIGTERM ends a start that waits for the lock of an SQLite file', async () => {
    const file = emptyFile();
    lockFile(file, 'exclusive');
    const opening = await beginService(`sqlite:${file}`);
    await opening.saidOnStderr('Opening the database.');

    await assertEndsAtOnce(opening);
  });

  test('SIGTERM ends a start that waits to write the link for the first administrator on SQLite', async () => {
    const { url, file } = await usedDatabase('sqlite');
    lockFile(file, 'immediate');
    const offering = await beginService(url);
    await offering.saidOnStderr('The database is open.');
    offering.signal('SIGTERM');
    const { code, afterMs } = await offering.ended;

    // On a slow machine the five seconds for the lock may be over before the signal is heard.
    assert.ok(code === 0 || (code === 1 && /locked/.test(offering.output.stderr)), offering.output.stderr);
    assert.ok(afterMs < AT_ONCE_MS, `ended after ${afterMs} ms`);
    assert.doesNotMatch(offering.output.stdout, /listening/);
  });

  test('SIGTERM ends a start while PostgreSQL is silent, while it migrates, and while it waits for the first read', async () => {
    const silent = await openProxy(undefined);
    const connecting = await beginService(silent.url);
    await eventually('a connection', () => silent.connections > 0);
    await assertEndsAtOnce(connecting);

    const empty = await freshDatabase();
    const migration = await holdLocks(empty, MIGRATION_LOCK);
    const migrating = await beginService(empty);
    await migration.isWaitedFor();
    await assertEndsAtOnce(migrating);

    const { url } = await usedDatabase('postgres');
    const table = await holdLocks(url, 'lock table accounts in access exclusive mode');
    const reading = await beginService(url);
    await table.isWaitedFor();
    await assertEndsAtOnce(reading);
  });

  test('SIGINT ends a start as SIGTERM does, and SIGHUP does not', async () => {
    const silent = await openProxy(undefined);
    const connecting = await beginService(silent.url);
    await eventually('a connection', () => silent.connections > 0);
    connecting.signal('SIGHUP');
    connecting.signal('SIGINT');

    assert.equal((await connecting.ended).code, 0);
    assert.match(connecting.output.stderr, /"signal":"SIGINT","msg":"Told to stop while starting\."/);
  });

  test('SIGTERM ends a service whose database has fallen silent, within its limit and with code 0', () =>
    everyEngine(async (engine) => {
      const { url, file } = await usedDatabase(engine);
      const proxy = engine === 'postgres' ? await openProxy(url) : undefined;
      const service = await beginService(proxy?.url ?? url, PATIENT);
      await eventually('the service listens', service.isListening);
      if (proxy) proxy.freeze();
      else lockFile(file, 'exclusive');
      // Something to write down at the end.
      await fetch(`${service.url}/oauth/token`, { method: 'POST', body: 'grant_type=x' }).then((answer) =>
        answer.text(),
      );

      service.signal('SIGTERM');
      const { code, afterMs } = await service.ended;

      assert.equal(code, 0, service.output.stderr);
      assert.ok(afterMs < LIMIT_MS, `ended after ${afterMs} ms`);
    }));

  test('two signals at the same moment are one: the open request is still answered', () =>
    everyEngine(async (engine) => {
      const { url } = await usedDatabase(engine);
      const service = await beginService(url);
      await eventually('the service listens', service.isListening);
      const socket = await halfRequest(service.port);
      service.signal('SIGINT');
      service.signal('SIGTERM');
      await service.saidOnStderr('Told to stop');
      socket.write('{"x": 12}');
      const [answer] = await once(socket, 'data');

      assert.match(String(answer), /^HTTP\/1.1 401 /);
      assert.equal((await service.ended).code, 0);
    }));

  test('a later second signal ends a service that still finishes a request, at once and with code 1', () =>
    everyEngine(async (engine) => {
      const { url } = await usedDatabase(engine);
      const service = await beginService(url, { LATCHKEY_DRAIN_SECONDS: '15' });
      await eventually('the service listens', service.isListening);
      await halfRequest(service.port);
      service.signal('SIGTERM');
      await service.saidOnStderr('Told to stop');
      const began = performance.now();
      let code: number | null | undefined;
      void service.ended.then((ended) => {
        code = ended.code;
      });

      await eventually('the end', () => {
        if (code === undefined) service.signal('SIGTERM');
        return code !== undefined;
      });

      assert.equal(code, 1);
      assert.ok(performance.now() - began < 5_000);
    }));

  test('the port opens only when the service can answer: the first connection is served', () =>
    everyEngine(async (engine) => {
      const { url, file } = await usedDatabase(engine);
      const release = await heldUp(engine, { url, file });
      const starting = await beginService(url);
      await starting.saidOnStderr('Opening the database.');
      assert.equal(await starting.isListening(), false);
      await release();

      const statuses: number[] = [];
      while (statuses.length === 0) {
        const answer = await fetch(`${starting.url}/health/ready`).catch(() => undefined);
        if (answer) statuses.push(answer.status);
        assert.equal(
          await Promise.race([starting.ended, Promise.resolve('running')]),
          'running',
          starting.output.stderr,
        );
      }

      assert.deepEqual(statuses, [200]);
      starting.signal('SIGTERM');
      assert.equal((await starting.ended).code, 0);
    }));

  test('a service that finds its port taken ends with one line and code 1, and leaves the database alone', () =>
    everyEngine(async (engine) => {
      const first = await startService({ database: engine });
      const printedLink = () => /http\S+\/setup\/\S+/.exec(first.stdout())?.[0];
      await eventually('the link', () => printedLink() !== undefined);
      const port = new URL(first.url).port;

      await assertFailedStart(await beginService(first.databaseUrl, { LATCHKEY_PORT: port }), /EADDRINUSE|in use/);

      assert.equal((await fetch(printedLink() ?? '')).status, 200, 'the link that was printed before still works');
      assert.equal(await isListening(Number(port)), true);
      await first.stop();
    }));
});
