/** A service whose output nobody reads: it answers all the same, and ends when it is asked to. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/postgres-home.ts';
import { temporaryDirectory } from '../support/service.ts';

const executable = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');

/** A pipe in which there is no room for a single line more. */
function fullPipe(path: string): number {
  spawnSync('mkfifo', [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    for (;;) writeSync(fd, 'x'.repeat(4096));
  } catch {
    // EAGAIN: it is full.
  }
  return fd;
}

test('a stdout that is full from the start keeps nobody waiting, neither clients nor SIGTERM', {
  timeout: 30_000,
}, async (context) => {
  const cwd = temporaryDirectory();
  const pipe = fullPipe(join(cwd, 'out'));
  context.after(() => closeSync(pipe));
  const port = String(await freePort());
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LATCHKEY_PORT: port };
  const service = spawn('sh', ['-c', 'exec "$0" serve >out', executable], { cwd, env, stdio: 'ignore' });
  context.after(() => service.kill('SIGKILL'));
  const ended = new Promise((resolve) => service.once('exit', resolve));

  await eventually('the service is ready', () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  service.kill('SIGTERM');

  assert.equal(await ended, 0);
});
