/** `npm run screenshots`: visits the main pages in the browser, as the tests do, and keeps pictures of them in docs/. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, nodeOf, projectRoot } from './install.mjs';

/** Tests that leave pictures in test-results/, and those of the pictures that are worth keeping. */
const TESTS = ['accessibility', 'playground', 'consent', 'administration'];
const KEPT = [
  'home-signed-in-1280.png',
  'applications-1280.png',
  'application-1280.png',
  'application-new-360-dark.png',
  'consent-1280.png',
  'consent-360-dark.png',
  'authorized-applications-1280.png',
  'playground-start-1280.png',
  'docs-1280.png',
  'account-1280.png',
];

await ensureInstalled(projectRoot, { withDevelopment: true });
const files = TESTS.map((name) => `test/pages/${name}.test.ts`);
const { status } = spawnSync(nodeOf(projectRoot), ['--test', ...files], { cwd: projectRoot, stdio: 'inherit' });
if (status !== 0) process.exit(1);

const from = join(projectRoot, 'test-results');
const to = join(projectRoot, 'docs', 'screenshots');
rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
for (const name of KEPT) copyFileSync(join(from, name), join(to, name));
process.stdout.write(`${readdirSync(to).length} pictures in docs/screenshots\n`);
