/** The browser of the tests is found in one order, and a missing one is one sentence and no process. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { startChromium } from './chromium-server.ts';
import { eventually } from './eventually.ts';
import { chromiumCandidates, findProgram, type Machine } from './find-chromium.ts';
import { debianChromium } from './install-chromium.ts';
import { temporaryDirectory } from './service.ts';

const SENTENCE =
  /^The tests need a Chromium and none .*: install one \(.*\), or name one with LATCHKEY_TEST_CHROMIUM=\S+$/;

/** A machine that has nothing but what is said, with its PATH in these folders. */
function machine(folders: readonly string[], more: Partial<Machine> = {}): Machine {
  return {
    platform: 'linux',
    arch: 'arm64',
    isRoot: false,
    isDebian: false,
    applicationFolders: [],
    ...more,
    env: { PATH: folders.join(delimiter), ...more.env },
  };
}

/** Writes an executable and answers its path. */
function program(folder: string, name: string, text = 'exit 1'): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('a Chromium that is named by the setting is the only one that is tried', () => {
  const folder = temporaryDirectory();
  program(folder, 'chromium');

  const found = chromiumCandidates(
    machine([folder], { arch: 'x64', env: { LATCHKEY_TEST_CHROMIUM: '/opt/chromium/chrome' } }),
  );

  assert.deepEqual(found, [{ kind: 'setting', path: '/opt/chromium/chrome' }]);
});

test('installed ones come by name, and of one name the first on the PATH', () => {
  const [first, second] = [temporaryDirectory(), temporaryDirectory()];
  const chrome = program(first, 'chrome');
  const google = program(first, 'google-chrome');
  const browser = program(second, 'chromium-browser');
  program(second, 'chrome');
  const chromium = program(second, 'chromium');

  const found = chromiumCandidates(machine([first, second]));

  assert.deepEqual(
    found,
    [chromium, browser, google, chrome].map((path) => ({ kind: 'installed', path })),
  );
});

test('a folder and a file that cannot be executed are no browser', () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'chromium'));
  writeFileSync(join(folder, 'chrome'), 'text');

  assert.deepEqual(chromiumCandidates(machine([folder, join(folder, 'missing')])), []);
});

test('on macOS applications are found where they are kept, after the PATH', () => {
  const [folder, applications, own] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
  const onPath = program(folder, 'chromium');
  const google = program(applications, 'Google Chrome.app/Contents/MacOS/Google Chrome');
  const chromium = program(own, 'Chromium.app/Contents/MacOS/Chromium');
  const applicationFolders = [applications, own];

  const paths = (platform: string) =>
    chromiumCandidates(machine([folder], { platform, applicationFolders })).map((each) => 'path' in each && each.path);

  assert.deepEqual(paths('darwin'), [onPath, chromium, google]);
  assert.deepEqual(paths('linux'), [onPath]);
});

test('the npm package serves x86-64 Linux, and Debian’s package whoever may install it', () => {
  const folder = temporaryDirectory();
  program(folder, 'apt-get');
  const kinds = (more: Partial<Machine>, folders = [folder]) =>
    chromiumCandidates(machine(folders, more)).map(({ kind }) => kind);
  const debian = { isRoot: true, isDebian: true };

  assert.deepEqual(kinds({ arch: 'x64' }), ['package']);
  assert.deepEqual(kinds({ arch: 'x64', platform: 'darwin' }), []);
  assert.deepEqual(kinds({ arch: 'x64', ...debian }), ['package', 'debian']);
  assert.deepEqual(kinds(debian), ['debian']);
  assert.deepEqual(kinds({ ...debian, isRoot: false }), []);
  assert.deepEqual(kinds({ ...debian, isDebian: false }), []);
  assert.deepEqual(kinds(debian, []), []);
});

test('Debian’s package is installed once, after an update where it is not known', async () => {
  const folder = temporaryDirectory();
  const known = join(folder, 'updated');
  const calls = join(folder, 'calls');
  program(
    folder,
    'apt-get',
    `for word do case $word in update|install) act=$word ;; esac; done
echo $act >>'${calls}'
if [ $act = update ]; then : >'${known}'; exit; fi
[ -e '${known}' ] || { echo 'E: Unable to locate package chromium' >&2; exit 100; }
printf '#!/bin/sh\\n' >'${folder}/chromium' && chmod +x '${folder}/chromium'`,
  );
  const bare = machine(
    [folder, '/usr/bin', '/bin'].filter((each) => each === folder || !findProgram({ env: { PATH: each } }, 'chromium')),
  );

  const paths = await Promise.all([debianChromium(bare), debianChromium(bare)]);

  assert.deepEqual(paths, [join(folder, 'chromium'), join(folder, 'chromium')]);
  assert.equal(readFileSync(calls, 'utf8'), 'install\nupdate\ninstall\n');
});

test('where none is found the sentence says what to install', async () => {
  await assert.rejects(startChromium(machine([])), { message: SENTENCE });
});

test('browsers that end at once are told with their paths and last words, in the one sentence', async () => {
  const folder = temporaryDirectory();
  const first = program(folder, 'chromium', 'echo libnss3.so is missing >&2; exit 127');
  const second = program(folder, 'chrome');

  await assert.rejects(startChromium(machine([folder])), ({ message }: Error) => {
    assert.match(message, SENTENCE);
    return message.includes(`${first}: libnss3.so is missing`) && message.includes(second);
  });
});

test('a browser that never gets ready is given up and leaves no process', async () => {
  const folder = temporaryDirectory();
  const pidFile = join(folder, 'pid');
  program(folder, 'chromium', `echo $$ >'${pidFile}'; exec /bin/sleep 600`);

  await assert.rejects(startChromium(machine([folder]), 1000), { message: SENTENCE });

  const pid = Number(readFileSync(pidFile, 'utf8'));
  await eventually('the killed browser is gone', () => !isAlive(pid));
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a whole run without a browser fails at once, with the sentence and before any test', () => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'planted.test.mjs'), "import { test } from 'node:test';\ntest('was run', () => {});\n");
  const { NODE_TEST_CONTEXT: _, LATCHKEY_TEST_BROWSER: __, ...env } = process.env;
  const setUp = join(import.meta.dirname, 'global-setup.ts');

  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    // A pattern, as npm test gives one.
    ['--test', `--test-global-setup=${setUp}`, join(folder, '**/*.test.mjs')],
    { env: { ...env, LATCHKEY_TEST_CHROMIUM: join(folder, 'missing') }, encoding: 'utf8', timeout: 60_000 },
  );

  assert.notEqual(status, 0);
  assert.notEqual(status, null, 'it was still running after a minute');
  assert.match(stdout + stderr, /The tests need a Chromium and none starts/);
  assert.doesNotMatch(stdout, /was run/);
});
