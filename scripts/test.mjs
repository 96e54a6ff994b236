/**
 * `npm test`: installs what is missing, then checks types and style and runs every test, with the project's own Node.js.
 *
 * `npm test -- test/flows/x.test.ts` runs those files alone; `npm run check` checks types, style and tidiness alone;
 * `npm run test:quick` is for the time between two changes. Words that start with a dash go to the test runner.
 */
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, nodeOf, projectRoot } from './install.mjs';
import { openQuickFolder } from './quick-folder.mjs';

const LONGEST_TEST_MILLISECONDS = 300_000;
/** Rules and parsers: they start nothing, so that one process runs them all. */
const PURE = ['test/tidy.test.ts', 'test/protocol/**/*.test.ts', 'test/http/reading/*.test.ts'];
/** What the service is for, over HTTP. */
const MAIN_FLOWS = ['authorize-request', 'consent', 'code-exchange', 'pkce', 'refresh', 'revocation', 'whoami'].map(
  (name) => `test/flows/oauth/${name}.test.ts`,
);

process.exitCode = await main(process.argv.slice(2));

async function main(words) {
  await ensureInstalled(projectRoot, { withDevelopment: true });
  const files = words.filter((word) => !word.startsWith('-'));
  const options = words.filter((word) => word.startsWith('-') && word !== '--check' && word !== '--quick');
  if (files.length > 0) return runTests(files, options);
  const checks = await Promise.all([
    check('Types', 'tsc', ['--noEmit']),
    check('Style', 'biome', ['check', '--error-on-warnings']),
  ]);
  // Tests run even after a failed check: one call shows everything that is wrong.
  return Math.max(...checks, await chosenTests(words, options));
}

async function chosenTests(words, options) {
  if (words.includes('--check')) return runTests(['test/tidy.test.ts'], options);
  if (!words.includes('--quick'))
    return runTests(['test/**/*.test.ts'], [...options, '--test-global-setup=test/support/global-setup.ts']);
  const rules = await runTests(PURE, [...options, '--test-isolation=none']);
  return Math.max(rules, await runTests(MAIN_FLOWS, options, { LATCHKEY_TEST_ENGINES: 'sqlite' }));
}

/** What it prints is kept until it has ended, since two of them run at the same time. */
async function check(title, tool, words) {
  const program = realpathSync(join(projectRoot, 'node_modules', '.bin', tool));
  const child = spawn(nodeOf(projectRoot), [program, ...words], { cwd: projectRoot, env: testEnvironment() });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const status = await endOf(child);
  process.stdout.write(`${status === 0 ? '' : Buffer.concat(output)}${title}: ${status === 0 ? 'ok' : 'FAILED'}\n`);
  return status;
}

function runTests(files, options, env = {}) {
  const words = [
    '--test',
    '--test-reporter=spec',
    // Half as many again as there are processors: tests wait for the disk, for time and for each other's services, too.
    `--test-concurrency=${Math.ceil(1.5 * availableParallelism())}`,
    `--test-timeout=${LONGEST_TEST_MILLISECONDS}`,
    '--disable-warning=ExperimentalWarning',
    `--import=${new URL('quick-imports.mjs', import.meta.url).href}`,
    ...options,
    ...files,
  ];
  const folder = openQuickFolder();
  const surroundings = { ...testEnvironment(), ...env, ...folder.environment };
  const ended = endOf(spawn(nodeOf(projectRoot), words, { cwd: projectRoot, env: surroundings, stdio: 'inherit' }));
  return ended.finally(folder.remove);
}

function endOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status === 0 ? 0 : 1));
  });
}

/** The settings of whoever runs the tests must not change what they prove. */
function testEnvironment() {
  const entries = Object.entries(process.env);
  const own = entries.filter(([name]) => !name.startsWith('LATCHKEY_') || name.startsWith('LATCHKEY_TEST_'));
  // Every file is a process of its own and loads much the same modules: compiled once, as bin/latchkey does.
  return { ...Object.fromEntries(own), NODE_COMPILE_CACHE: join(projectRoot, 'node_modules', '.cache', 'latchkey') };
}
