/** `npm run screenshots`: visits every page in the browser, as the matrix of the tests does, and keeps some pictures. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, nodeOf, projectRoot } from './install.mjs';

/** Those that are kept in docs/; `npm run screenshots -- --all` takes every page in every look, into test-results/. */
const KEPT = [
  'home-en-1280',
  'home-newcomer-en-1280',
  'applications-en-1280',
  'application-en-1280',
  'application-new-en-360-dark',
  'application-users-en-1280',
  'application-diagnosis-en-1280',
  'application-settings-en-1280-dark',
  'application-activity-ru-360',
  'consent-en-1280',
  'consent-ru-1280-dark',
  'consent-en-360-dark',
  'authorized-application-en-1280',
  'authorized-applications-en-1280',
  'playground-start-en-1280',
  'playground-run-en-1280-dark',
  'account-en-1280',
  'admin-en-1280',
  'docs-en-1280',
  'sign-up-refused-en-360',
];

await ensureInstalled(projectRoot, { withDevelopment: true });
const isAll = process.argv.includes('--all');
const words = ['--disable-warning=ExperimentalWarning', 'test/pages/matrix/pictures.ts', ...(isAll ? [] : KEPT)];
const { status } = spawnSync(nodeOf(projectRoot), words, { cwd: projectRoot, stdio: 'inherit' });
if (status !== 0) process.exit(1);

const from = join(projectRoot, 'test-results');
const to = join(projectRoot, 'docs', 'screenshots');
rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
for (const name of KEPT) copyFileSync(join(from, `${name}.png`), join(to, `${name}.png`));
process.stdout.write(`${readdirSync(to).length} pictures in docs/screenshots\n`);
