/** Proves that logs are rotated by renaming: the service goes on, and no line is lost or stands in both files. */
import assert from 'node:assert/strict';
import { renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { spawnChild } from '../../support/children.ts';
import { eventually } from '../../support/eventually.ts';
import { send } from '../../support/http-client.ts';
import { isListening } from '../../support/listening.ts';
import { freePort } from '../../support/postgres-home.ts';
import { startService, temporaryDirectory } from '../../support/service.ts';

const REOPENED = 'The log file was opened again.';
const executable = join(import.meta.dirname, '..', '..', '..', 'bin', 'latchkey');

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

test('SIGHUP opens the log file anew, under load, and every request has its line in one of the files', async () => {
  const logFile = join(temporaryDirectory(), 'logs', 'latchkey.log');
  const env = { LATCHKEY_LOG_FILE: logFile, LATCHKEY_ACCESS_LOG: 'true' };
  const service = await startService({ database: 'sqlite', env });
  const ids: string[] = [];
  const knock = async (): Promise<void> => {
    const id = `request-${ids.length}`;
    ids.push(id);
    const { status } = await send(`${service.url}/health/live`, { headers: { 'x-request-id': id } });
    assert.equal(status, 200);
  };

  const files = [`${logFile}.1`, `${logFile}.2`, logFile];
  for (const rotated of files.slice(0, 2)) {
    for (let count = 0; count < 50; count += 1) await knock();
    renameSync(logFile, rotated);
    service.signal('SIGHUP');
    await Promise.all(Array.from({ length: 50 }, knock));
    await eventually('the log file is there again', async () => (await textOf(logFile)).includes(REOPENED));
  }
  await knock();
  assert.equal(await service.stop(), 0);

  const lines = (await Promise.all(files.map(textOf))).join('').trim().split('\n');
  const told = lines.map((line) => JSON.parse(line).requestId).filter((id) => id !== undefined);
  assert.deepEqual(told.toSorted(), ids.toSorted());
});

test('of many requests that are answered together each has its line, also if the service is told to stop with the last answer', async () => {
  const logFile = join(temporaryDirectory(), 'latchkey.log');
  const env = { LATCHKEY_LOG_FILE: logFile, LATCHKEY_ACCESS_LOG: 'true' };
  const service = await startService({ database: 'sqlite', env });
  const ids = Array.from({ length: 300 }, (_, index) => `request-${index}`);

  await Promise.all(ids.map((id) => send(`${service.url}/health/live`, { headers: { 'x-request-id': id } })));
  assert.equal(await service.stop(), 0);

  const lines = (await textOf(logFile))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const answered = lines.filter(({ requestId }) => requestId !== undefined);
  assert.deepEqual(answered.map(({ requestId }) => requestId).toSorted(), ids.toSorted());
  const times = answered.map(({ time }) => Date.parse(time));
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  );
});

test('a log file that cannot be opened anew goes on in the old one, which says why', async () => {
  const logFile = join(temporaryDirectory(), 'logs', 'latchkey.log');
  const service = await startService({ database: 'sqlite', env: { LATCHKEY_LOG_FILE: logFile } });
  const moved = `${dirname(logFile)}-of-yesterday`;
  renameSync(dirname(logFile), moved);
  writeFileSync(dirname(logFile), 'in the way');

  service.signal('SIGHUP');
  await eventually('the old file says so', async () =>
    (await textOf(join(moved, 'latchkey.log'))).includes(
      '"msg":"The log file cannot be opened again: lines go on to the old one."',
    ),
  );
  rmSync(dirname(logFile));
  service.signal('SIGHUP');
  await eventually('the file is opened', async () => (await textOf(logFile)).includes(REOPENED));

  assert.equal(await service.stop(), 0);
});

test('SIGHUP leaves a service without a log file alone, and ends one whose terminal was closed', async () => {
  const service = await startService({ database: 'sqlite' });
  service.signal('SIGHUP');
  const port = await freePort();
  const database = join(temporaryDirectory(), 'latchkey.db');
  const words = ['-qefc', `exec '${executable}' serve --port ${port} --database 'sqlite:${database}'`, '/dev/null'];
  const terminal = spawnChild('script', words, {});
  await eventually('it listens', () => isListening(port));

  assert.equal((await send(`${service.url}/health/ready`)).status, 200);
  terminal.kill('SIGKILL');

  await eventually('it has ended', async () => !(await isListening(port)));
  assert.equal(await service.stop(), 0);
});

test('SIGUSR1 and SIGUSR2 mean nothing to the service, with one process and with workers', async () => {
  for (const workers of ['1', '2']) {
    const service = await startService({ database: 'sqlite', env: { LATCHKEY_WORKERS: workers } });
    for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) service.signal(signal);

    assert.equal((await send(`${service.url}/health/ready`)).status, 200);
    assert.equal(await service.stop(), 0);
  }
});

test('where both streams go to one file, no line stands in the place of another', async () => {
  const folder = temporaryDirectory();
  const file = join(folder, 'both.log');
  const port = await freePort();
  const command = `exec '${executable}' serve --port ${port} --database 'sqlite:${folder}/latchkey.db' > '${file}' 2>&1`;
  const service = spawnChild('sh', ['-c', command], {});
  await eventually('it is ready', async () => (await textOf(file)).includes('The service is ready.'));
  const text = await textOf(file);
  // As logrotate does by `copytruncate`.
  truncateSync(file);
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  assert.equal(await ended, 0);

  assert.match(text, /^\{.*"msg":"Made a new database\."\}$/m);
  assert.match(text, /^latchkey listening on http:/m);
  assert.match(text, /^ {2}http:\S+\/setup\/\S+$/m);
  assert.match(await textOf(file), /^\{"level":"info".*"msg":"The service has stopped\."\}\n$/s);
});
