/**
 * `npm test`: installs what is missing, then checks types and style and runs every test, with the project's own Node.js.
 *
 * `npm test -- test/flows/x.test.ts` runs those files alone; `npm run check` checks types, style and tidiness alone.
 * Words that start with a dash go to the test runner.
 */
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, nodeOf, projectRoot } from './install.mjs';

const LONGEST_TEST_MILLISECONDS = 300_000;

process.exitCode = await main(process.argv.slice(2));

async function main(words) {
  await ensureInstalled(projectRoot, { withDevelopment: true });
  const files = words.filter((word) => !word.startsWith('-'));
  const options = words.filter((word) => word.startsWith('-') && word !== '--check');
  if (files.length > 0) return runTests(files, options);
  const checks = [check('Types', 'tsc', ['--noEmit']), check('Style', 'biome', ['check', '--error-on-warnings'])];
  // Tests run even after a failed check: one call shows everything that is wrong.
  const tests = words.includes('--check')
    ? runTests(['test/tidy.test.ts'], options)
    : runTests(['test/**/*.test.ts'], [...options, '--test-global-setup=test/support/global-setup.ts']);
  return Math.max(tests, ...checks);
}

function check(title, tool, words) {
  const status = run([realpathSync(join(projectRoot, 'node_modules', '.bin', tool)), ...words]);
  process.stdout.write(`${title}: ${status === 0 ? 'ok' : 'FAILED'}\n`);
  return status;
}

function runTests(files, options) {
  return run([
    '--test',
    '--test-reporter=spec',
    // Two at least: tests wait for the disk and for each other's services more than for the processor.
    `--test-concurrency=${Math.max(2, availableParallelism())}`,
    `--test-timeout=${LONGEST_TEST_MILLISECONDS}`,
    '--disable-warning=ExperimentalWarning',
    ...options,
    ...files,
  ]);
}

function run(words) {
  const { error, status } = spawnSync(nodeOf(projectRoot), words, {
    cwd: projectRoot,
    env: testEnvironment(),
    stdio: 'inherit',
  });
  if (error) throw error;
  return status === 0 ? 0 : 1;
}

/** The settings of whoever runs the tests must not change what they prove. */
function testEnvironment() {
  const entries = Object.entries(process.env);
  return Object.fromEntries(
    entries.filter(([name]) => !name.startsWith('LATCHKEY_') || name.startsWith('LATCHKEY_TEST_')),
  );
}
