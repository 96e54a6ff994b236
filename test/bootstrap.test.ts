/** The way in: bin/latchkey and the install that runs before the project's own Node.js exists. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ensureInstalled, nodeOf, projectRoot, whyIncomplete, withLock } from '../scripts/install.mjs';

const executable = join(projectRoot, 'bin', 'latchkey');

function temporaryFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bootstrap-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function write(folder: string, path: string, content: unknown): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** The package that npm chooses for this machine. */
const RUNTIME = dirname(dirname(readlinkSync(nodeOf(projectRoot)))).replace(/^(\.\.\/)+/, 'node_modules/');

const WANTED = {
  '': { name: 'latchkey' },
  'packages/runtime': { name: 'latchkey-runtime', version: '0.0.0' },
  [RUNTIME]: { version: '1.0.0', integrity: 'sha512-c', optional: true },
  'node_modules/pino': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/biome': { version: '1.0.0', integrity: 'sha512-b', dev: true },
  'node_modules/biome-for-another-machine': { version: '1.0.0', dev: true, optional: true },
};

/** A checkout whose lockfile wants the above, and whose node_modules has `present`. */
function checkout(context: TestContext, present: object): string {
  const folder = temporaryFolder(context);
  write(folder, 'package-lock.json', { packages: WANTED });
  write(folder, 'node_modules/.package-lock.json', { packages: present });
  if (RUNTIME in present) write(folder, `${RUNTIME}/bin/node`, '');
  return folder;
}

const PRODUCTION = { 'node_modules/pino': WANTED['node_modules/pino'], [RUNTIME]: WANTED[RUNTIME] };
const EVERYTHING = { ...PRODUCTION, 'node_modules/biome': WANTED['node_modules/biome'] };

test('what production needs is complete without development packages, and tests see the difference', (context) => {
  const folder = checkout(context, PRODUCTION);

  assert.equal(whyIncomplete(folder, { withDevelopment: false }), undefined);
  assert.match(whyIncomplete(folder, { withDevelopment: true }) ?? '', /biome is missing or outdated/);
  assert.equal(whyIncomplete(checkout(context, EVERYTHING), { withDevelopment: true }), undefined);
});

test('packages of an older lockfile are found outdated', (context) => {
  const older = { ...PRODUCTION, 'node_modules/pino': { version: '1.0.0', integrity: 'sha512-older' } };

  assert.match(
    whyIncomplete(checkout(context, older), { withDevelopment: false }) ?? '',
    /pino is missing or outdated/,
  );
});

test('a folder without node_modules, and one whose Node.js was not fetched, are incomplete', (context) => {
  const empty = temporaryFolder(context);
  write(empty, 'package-lock.json', { packages: WANTED });
  const withoutNode = checkout(context, { 'node_modules/pino': WANTED['node_modules/pino'] });
  const another = checkout(context, { ...PRODUCTION, [RUNTIME]: { version: '1.0.0', integrity: 'sha512-older' } });

  for (const folder of [empty, withoutNode, another])
    assert.match(whyIncomplete(folder, { withDevelopment: false }) ?? '', /Node\.js is missing or outdated/);
});

test('a complete checkout is only stamped, so that the next start need not ask again', async (context) => {
  const folder = checkout(context, PRODUCTION);

  await ensureInstalled(folder, { withDevelopment: false });
  await ensureInstalled(folder, { withDevelopment: false });

  assert.equal(
    readlinkSync(nodeOf(folder)),
    join('..', '..', '..', RUNTIME, 'bin', 'node').replace('../node_modules/', ''),
  );
  const stamp = readFileSync(join(folder, 'node_modules/.latchkey-lock.json'), 'utf8');
  assert.equal(stamp, readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  assert.equal(existsSync(join(folder, 'tmp')), false);
});

test('two installs at once take turns', async (context) => {
  const path = join(temporaryFolder(context), 'tmp', 'install.lock');
  const steps: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    steps.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    steps.push(`${name} ends`);
  };

  await Promise.all([withLock(path, work('a')), withLock(path, work('b'))]);

  assert.deepEqual(steps, ['a begins', 'a ends', 'b begins', 'b ends']);
  assert.equal(existsSync(path), false);
});

test('a lock whose owner has died is broken open, and one that failed is given back', async (context) => {
  const path = join(temporaryFolder(context), 'install.lock');
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(path, String(pid));

  assert.equal(await withLock(path, () => 'done'), 'done');
  await assert.rejects(
    withLock(path, () => Promise.reject(new Error('no disk'))),
    /no disk/,
  );
  assert.equal(await withLock(path, () => 'again'), 'again');
});

test('latchkey runs from any directory, through symbolic links, with the project’s own Node.js', (context) => {
  const folder = temporaryFolder(context);
  symlinkSync(executable, join(folder, 'first'));
  symlinkSync('first', join(folder, 'second'));

  const { status, stdout, stderr } = spawnSync(join(folder, 'second'), ['config', '--json'], {
    cwd: folder,
    encoding: 'utf8',
  });

  assert.equal(stderr, '');
  assert.equal(status, 0);
  assert.equal(JSON.parse(stdout).port.origin, 'default');
});

test('the process that is started is the service itself: signals and exit codes need no go-between', async () => {
  const child = spawn(executable, ['config', '--prot'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));

  assert.equal(code, 2);
  assert.equal(
    complaint,
    'latchkey: --prot is not an option here: did you mean --port? See: bin/latchkey config --help\n',
  );
  assert.match(readFileSync(executable, 'utf8'), /^exec "\$node" .*--disable-sigusr1/m);
});

test('a reader that goes away ends the output without a complaint', () => {
  const { stdout, stderr } = spawnSync('sh', ['-c', '"$0" config | head -n 1', executable], { encoding: 'utf8' });

  assert.equal(stderr, '');
  assert.match(stdout, /^LATCHKEY_PORT=/);
});

test('the Node.js of a checkout is one version for every platform, each pinned by hash, and the one that is recommended', () => {
  const textOf = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
  const versions: Record<string, string> = JSON.parse(textOf('packages/runtime/package.json')).optionalDependencies;
  const { packages } = JSON.parse(textOf('package-lock.json'));

  assert.deepEqual([...new Set(Object.values(versions))], [process.versions.node]);
  for (const name of Object.keys(versions)) {
    assert.match(packages[`node_modules/${name}`].integrity, /^sha512-/);
    assert.ok(textOf('bin/latchkey').includes(`echo ${name} ;;`), name);
  }
  assert.ok(textOf('bin/latchkey').includes(`$beside@${process.versions.node}`));
});
