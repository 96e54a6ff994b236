/** The program of a checkout: made of its sources at the first start after a change, and never older than they are. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../scripts/install.mjs';
import { temporaryDirectory } from './support/service.ts';

/** What a checkout needs to run; what is installed is the project's own. */
function checkout(): string {
  const folder = temporaryDirectory();
  for (const name of ['bin', 'scripts', 'src', 'package.json', 'package-lock.json'])
    cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(projectRoot, 'node_modules')).filter((candidate) => candidate !== '.cache'))
    symlinkSync(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name));
  return folder;
}

function runIn(folder: string): { stdout: string; stderr: string } {
  return spawnSync(join(folder, 'bin', 'latchkey'), ['--version'], { encoding: 'utf8' });
}

/** Changes what the program calls itself. */
function rename(folder: string, name: string): void {
  const path = join(folder, 'src', 'cli', 'dispatch.ts');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/`\w+ \$\{VERSION\}/, `\`${name} \${VERSION}`));
}

function programsOf(folder: string): readonly string[] {
  return readdirSync(join(folder, 'tmp', 'programs'));
}

test('a checkout runs what stands in its sources, also after a change, and keeps the last three programs', () => {
  const folder = checkout();
  const names = ['latchkey', 'alpha', 'beta', 'gamma'];

  for (const name of names) {
    rename(folder, name);
    const { stdout, stderr } = runIn(folder);
    assert.equal(stderr, '');
    assert.match(stdout, new RegExp(`^${name} \\d`));
  }
  assert.equal(programsOf(folder).length, 3);
  assert.match(runIn(folder).stdout, /^gamma \d/);
});

test('a stack names the file and the line of the source', () => {
  const folder = checkout();
  const path = join(folder, 'src', 'cli', 'dispatch.ts');
  const lines = readFileSync(path, 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('{VERSION}'));
  writeFileSync(path, lines.toSpliced(line, 0, "process.stderr.write(String(new Error('here').stack));").join('\n'));

  assert.match(
    runIn(folder).stderr,
    new RegExp(`^Error: here\\n.+ \\(\\S+/src/cli/dispatch\\.ts:${line + 1}:\\d+\\)\\n`),
  );
});

test('a start takes the parts of Node.js as they come compiled', () => {
  const folder = temporaryDirectory();
  const [compiled, check, node] = ['compiled', 'check.cjs', 'node'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const source = `const { Script } = require('node:vm'); const { readFileSync, writeFileSync } = require('node:fs');
    const cachedData = process.env.COMPILED && readFileSync(process.env.COMPILED);
    const script = new Script('const answer = () => 42; answer()', { cachedData });
    if (cachedData) process.stdout.write(script.cachedDataRejected ? 'refused' : 'taken');
    else writeFileSync(${JSON.stringify(compiled)}, script.createCachedData());`;
  writeFileSync(check, source);
  // What bin/latchkey tells V8, and another script in place of the program.
  writeFileSync(
    node,
    `#!/bin/sh
for word in "$@"; do case $word in --version) exec ${process.execPath} --version ;; -*) words="$words $word" ;; *) break ;; esac; done
exec ${process.execPath} $words $MORE ${check}
`,
    { mode: 0o755 },
  );
  const answer = (more: string) =>
    spawnSync(join(projectRoot, 'bin', 'latchkey'), ['serve'], {
      encoding: 'utf8',
      env: { ...process.env, LATCHKEY_NODE: node, COMPILED: compiled, MORE: more },
    }).stdout;

  assert.equal(spawnSync(process.execPath, [check], { encoding: 'utf8' }).status, 0);
  assert.equal(answer(''), 'taken');
  assert.equal(answer('--expose-gc'), 'refused', 'what V8 binds compiled code to');
});

test('starts that come first together all run, and leave one program', async () => {
  const folder = checkout();
  const started = Array.from({ length: 4 }, () => spawn(join(folder, 'bin', 'latchkey'), ['--version']));
  const codes = await Promise.all(started.map((child) => new Promise((resolve) => child.once('close', resolve))));

  assert.deepEqual(codes, [0, 0, 0, 0]);
  assert.equal(programsOf(folder).length, 1);
});

test('where no program can be made or written, a checkout runs from its sources and says why in one line', () => {
  const unwritable = checkout();
  writeFileSync(join(unwritable, 'tmp'), '');
  const unbundled = checkout();
  rmSync(join(unbundled, 'node_modules', 'esbuild'));

  for (const [folder, reason] of [
    [unwritable, /ENOTDIR/],
    [unbundled, /Cannot find package 'esbuild'/],
  ] as const) {
    const { stdout, stderr } = runIn(folder);
    assert.match(
      stderr,
      /^latchkey: runs from its sources, which starts slower: no program was made of them \(.+\)\.\n$/,
    );
    assert.match(stderr, reason);
    assert.match(stdout, /^latchkey \d/);
  }
});

test('nobody else may write into a program or its compiled code, whatever the umask of who starts it', () => {
  const folder = checkout();

  spawnSync('sh', ['-c', 'umask 0; exec bin/latchkey --version'], { cwd: folder });

  const made = readdirSync(join(folder, 'tmp'), { recursive: true, encoding: 'utf8' });
  for (const name of made) assert.equal(statSync(join(folder, 'tmp', name)).mode & 0o022, 0, name);
  assert.ok(
    made.some((name) => name.includes('compiled/')),
    'code was compiled',
  );
});

test('a program that was damaged since is made anew', () => {
  const folder = checkout();
  runIn(folder);
  for (const name of programsOf(folder)) rmSync(join(folder, 'tmp', 'programs', name, 'dist', 'main.js'));

  const { stdout, stderr } = runIn(folder);

  assert.equal(stderr, '');
  assert.match(stdout, /^latchkey \d/);
});

test('files that editors keep beside the sources are none of them', () => {
  const folder = checkout();
  symlinkSync('somebody@somewhere.1', join(folder, 'src', 'cli', '.#dispatch.ts'));
  writeFileSync(join(folder, 'src', '.main.ts.swp'), '');

  const { stdout, stderr } = runIn(folder);

  assert.equal(stderr, '');
  assert.match(stdout, /^latchkey \d/);
  assert.equal(programsOf(folder).length, 1);
});
