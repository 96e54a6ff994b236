/** Proves that a release is one command: version, changelog, package, list of contents and checksums, and nothing sent. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../support/service.ts';

const root = join(import.meta.dirname, '..', '..');
const LEFT_OUT = new Set([
  '.git',
  'node_modules',
  'data',
  'dist',
  'release',
  'tmp',
  'test',
  'bench',
  'test-results',
  'screenshots',
]);

/** A checkout with what the package needs, as the first commit of a repository of its own. */
function checkout(): string {
  const folder = join(temporaryDirectory(), 'latchkey');
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => path === root || !LEFT_OUT.has(relative(dirname(path), path)),
  });
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const path of Object.keys(packages).filter((name) => packages[name].inBundle))
    cpSync(join(root, path), join(folder, path), { recursive: true });
  cpSync(join(root, 'node_modules', '.package-lock.json'), join(folder, 'node_modules', '.package-lock.json'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((candidate) =>
    /^node-(bin-)?(linux|darwin)-|^@?esbuild$/.test(candidate),
  ))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  mkdirSync(join(folder, 'packages'), { recursive: true });
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, '-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'All');
  return folder;
}

function git(folder: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd: folder, encoding: 'utf8' });
}

function release(folder: string, ...words: string[]): { status: number | null; stdout: string; stderr: string } {
  // npm would look for a newer npm, which is nobody's business here.
  const env = { ...process.env, npm_config_offline: 'true', npm_config_update_notifier: 'false' };
  return spawnSync('node', ['scripts/release.mjs', ...words], { cwd: folder, env, encoding: 'utf8' });
}

test('a release writes the package, what is in it, the notes and checksums that hold', () => {
  const folder = checkout();

  const { status, stdout, stderr } = release(folder, '7.0.1');

  assert.equal(status, 0, stderr);
  assert.match(stdout, /git tag -s v7\.0\.1/);
  const made = join(folder, 'release');
  const textOf = (name: string): string => readFileSync(join(made, name), 'utf8');
  execFileSync('sha256sum', ['--check', '--strict', 'latchkey-7.0.1.sha256'], { cwd: made });
  assert.equal(textOf('latchkey-7.0.1.sha256').split('\n').length, readdirSync(made).length);
  const { metadata, components } = JSON.parse(textOf('latchkey-7.0.1.cdx.json'));
  const { dependencies, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.deepEqual([version, metadata.component.name, metadata.component.version], ['7.0.1', 'latchkey', '7.0.1']);
  const names = components.map(({ name }: { name: string }) => name);
  for (const name of Object.keys(dependencies)) assert.ok(names.includes(name), name);
  for (const { name, hashes } of components) assert.match(hashes[0].content, /^[0-9a-f]{128}$/, name);
  const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  assert.match(changelog, /^## Unreleased\n\n## 7\.0\.1 – \d{4}-\d\d-\d\d\n\n### /m);
  assert.ok(changelog.includes(textOf('latchkey-7.0.1.notes.md')));
  assert.equal(git(folder, 'tag').trim(), '');
  const changed = git(folder, 'status', '--porcelain').trim().split('\n');
  assert.deepEqual(
    changed.map((line) => line.trim().slice(2)),
    ['CHANGELOG.md', 'package-lock.json', 'package.json'],
  );

  const again = release(folder, '7.0.2');
  assert.match(again.stderr, /^release: there are changes that are not committed:/);
});

test('a version that is none, or does not come after the present one, is refused before anything is changed', () => {
  for (const [version, says] of [
    ['', /name the version as X\.Y\.Z/],
    ['1.2', /name the version as X\.Y\.Z/],
    ['0.0.1', /0\.0\.1 does not come after/],
  ] as const) {
    const { status, stderr } = release(root, version);

    assert.equal(status, 1);
    assert.match(stderr, says);
  }
});
