/** A test file that fails half way leaves no process behind, and its run ends. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { endChild, spawnChild } from './children.ts';
import { eventually } from './eventually.ts';
import { temporaryDirectory } from './service.ts';

/** Longer than a service takes to start and to be ended; a run that is still there hangs. */
const RUN_LIMIT_MS = 60_000;
const SERVICE = JSON.stringify(new URL('service.ts', import.meta.url).href);

interface Run {
  readonly code: number | null;
  readonly output: string;
  /** The process group of the run, to be asked whether anybody is left. */
  readonly group: number;
}

/** Runs a test file of this text to its end, in a process group of its own. */
async function runFile(context: TestContext, text: string): Promise<Run> {
  const directory = temporaryDirectory();
  const file = join(directory, 'planted.test.mjs');
  writeFileSync(file, text);
  context.after(() => rmSync(directory, { recursive: true, force: true }));
  // Whoever runs this file tells its children so, and they would report to the same runner.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const words = ['--test', '--test-isolation=process', '--disable-warning=ExperimentalWarning', file];
  const child = spawn(process.execPath, words, { cwd: directory, env, detached: true, timeout: RUN_LIMIT_MS });
  const group = child.pid ?? 0;
  context.after(() => isAnyoneIn(group) && process.kill(-group, 'SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, output, group };
}

function isAnyoneIn(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

for (const [when, start] of [
  ['while its service starts', "startService({ database: 'sqlite' })"],
  ['before its service is started', "new Promise(setImmediate).then(() => startService({ database: 'sqlite' }))"],
  ['when its service listens', "startService({ database: 'sqlite' }).then(() => { throw new Error('planted'); })"],
] as const) {
  test(`a hook that fails ${when} ends the run and leaves no process`, async (context) => {
    const failing = when === 'when its service listens' ? '' : "Promise.reject(new Error('planted')), ";
    const { code, output, group } = await runFile(
      context,
      `import { before, test } from 'node:test';
       import { startService } from ${SERVICE};
       before(() => Promise.all([${failing}${start}]));
       test('is never run', () => {});`,
    );

    assert.equal(code, 1, output);
    assert.match(output, /planted/);
    // A killed process stays in its group until it is reaped, which may be after the exit of its parent.
    await eventually('every process of the run is gone', () => !isAnyoneIn(group));
  });
}

test('a file that the runner gives up takes its service along', async (context) => {
  const { code, output, group } = await runFile(
    context,
    `import { test } from 'node:test';
     import { startService } from ${SERVICE};
     test('hangs', { timeout: 300_000 }, async () => {
       const { url } = await startService({ database: 'sqlite' });
       await fetch(url + '/health/ready');
       process.kill(process.pid, 'SIGTERM');
       await new Promise(() => {});
     });`,
  );

  assert.equal(code, 1, output);
  await eventually('the killed service is gone', () => !isAnyoneIn(group));
});

test('a process that does not listen to SIGTERM is killed', async () => {
  const child = spawnChild('sh', ['-c', "trap '' TERM; echo deaf; while :; do sleep 1; done"], {});
  await new Promise((resolve) => child.stdout.once('data', resolve));

  await endChild(child, 'SIGTERM', 100);

  assert.equal(child.signalCode, 'SIGKILL');
});
