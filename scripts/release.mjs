/**
 * `npm run release -- X.Y.Z`: sets the version, names the changelog's newest section after it, and writes what is handed out
 * into release/: the package, a list of what is in it (CycloneDX), the notes, and checksums. Nothing is published.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from './install.mjs';

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = '## Unreleased';

try {
  release(process.argv[2] ?? '');
} catch (error) {
  process.stderr.write(`release: ${error.message}\n`);
  process.exitCode = 1;
}

function release(version) {
  const present = JSON.parse(read('package.json')).version;
  if (!VERSION.test(version)) throw new Error('name the version as X.Y.Z: npm run release -- 1.2.3');
  if (!isLater(version, present)) throw new Error(`${version} does not come after ${present}.`);
  const changes = run('git', ['status', '--porcelain']).trim();
  if (changes !== '') throw new Error(`there are changes that are not committed:\n${changes}`);
  if (run('git', ['tag', '--list', `v${version}`]).trim() !== '')
    throw new Error(`there is a tag v${version} already.`);
  const notes = notesOf(read('CHANGELOG.md'));

  setVersion(version);
  write('CHANGELOG.md', datedChangelog(read('CHANGELOG.md'), version));
  const names = pack(version, notes);
  process.stdout.write(
    [
      `Wrote release/: ${names.join(', ')}.`,
      'Look at it, run the tests, then:',
      `  git commit -am "Release ${version}" && git tag -s v${version} -m "Latchkey ${version}"`,
      '',
    ].join('\n'),
  );
}

function isLater(version, present) {
  return version.localeCompare(present, 'en', { numeric: true }) > 0;
}

/** What the newest section says, without its heading. */
function notesOf(changelog) {
  const start = changelog.indexOf(`${UNRELEASED}\n`);
  if (start < 0) throw new Error(`CHANGELOG.md has no section "${UNRELEASED}".`);
  const after = changelog.slice(start + UNRELEASED.length);
  const end = after.search(/^## /m);
  const notes = (end < 0 ? after : after.slice(0, end)).trim();
  if (notes === '')
    throw new Error(`the section "${UNRELEASED}" of CHANGELOG.md is empty: there is nothing to release.`);
  return `${notes}\n`;
}

function datedChangelog(changelog, version) {
  const today = new Date().toISOString().slice(0, 10);
  return changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} – ${today}\n`);
}

/** By npm, so that the lockfile follows; without a commit and a tag, which are made by hand, signed. */
function setVersion(version) {
  run('npm', ['version', version, '--no-git-tag-version', '--no-workspaces-update', '--ignore-scripts']);
}

function pack(version, notes) {
  rmSync(join(projectRoot, 'release'), { recursive: true, force: true });
  mkdirSync(join(projectRoot, 'release'));
  run('npm', ['pack', '--silent', '--pack-destination', 'release']);
  write(`release/latchkey-${version}.cdx.json`, listOf(`latchkey-${version}.tgz`));
  write(`release/latchkey-${version}.notes.md`, notes);
  const names = [`latchkey-${version}.tgz`, `latchkey-${version}.cdx.json`, `latchkey-${version}.notes.md`];
  const sums = names.map((name) => `${digestOf(name)}  ${name}\n`).join('');
  write(`release/latchkey-${version}.sha256`, sums);
  return [...names, `latchkey-${version}.sha256`];
}

/** Asked of the package itself: what it brings is what npm finds in it. The hashes are those that it was installed by. */
function listOf(archive) {
  const temporary = mkdtempSync(join(tmpdir(), 'latchkey-release-'));
  const folder = join(temporary, 'latchkey');
  try {
    mkdirSync(folder);
    run('tar', ['-xzf', join('release', archive), '-C', folder, '--strip-components=1']);
    const { workspaces, devDependencies, ...manifest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const list = JSON.parse(run('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], folder));
    const { packages } = JSON.parse(read('package-lock.json'));
    for (const component of list.components) component.hashes = hashesOf(packages, component);
    return `${JSON.stringify(list, null, 2)}\n`;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function hashesOf(packages, { name, version }) {
  const entry = packages[`node_modules/${name}`];
  if (entry?.version !== version) throw new Error(`${name} ${version} is in the package and not in the lockfile.`);
  const [algorithm, digest] = entry.integrity.split('-');
  if (algorithm !== 'sha512') throw new Error(`the lockfile pins ${name} by ${algorithm}.`);
  return [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
}

function digestOf(name) {
  return createHash('sha256')
    .update(readFileSync(join(projectRoot, 'release', name)))
    .digest('hex');
}

function run(program, words, folder = projectRoot) {
  return execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] });
}

function read(path) {
  return readFileSync(join(projectRoot, path), 'utf8');
}

function write(path, text) {
  writeFileSync(join(projectRoot, path), text);
}
