/** `npm run container`: does in a bare Debian, step by step, what the container file says, and runs what comes of it. Needs root. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { serverProgram } from '../support/debian-package.ts';
import { eventually } from '../support/eventually.ts';
import { json, send } from '../support/http-client.ts';
import { freePort } from '../support/postgres-home.ts';
import { temporaryDirectory } from '../support/service.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = temporaryDirectory();
const debian = join(folder, 'debian');
/** What the machine's npm needs to reach its registry: no part of the image. */
const CERTIFICATES = process.env.NODE_EXTRA_CA_CERTS;
const SETTINGS = '/tmp/npmrc-of-the-machine';

/** One stage of a container file: a root, and what later steps and the final process go by. */
interface Stage {
  readonly name: string;
  readonly root: string;
  directory: string;
  user: string;
  readonly env: Record<string, string>;
  entrypoint: readonly string[];
  command: readonly string[];
  health: readonly string[];
  readonly volumes: string[];
}

before(async () => {
  const debootstrap = await serverProgram('debootstrap');
  execFileSync(debootstrap, ['--variant=minbase', '--include=libatomic1', 'bookworm', debian], { stdio: 'inherit' });
  // Like the image named by FROM: a slim Debian with the one library that Node.js needs, Node.js and npm.
  const local = join(debian, 'usr', 'local');
  copyFileSync(join(root, 'node_modules', 'node', 'bin', 'node'), join(local, 'bin', 'node'));
  const npm = join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm');
  cpSync(npm, join(local, 'lib', 'node_modules', 'npm'), { recursive: true, dereference: true });
  for (const name of ['npm', 'npx']) {
    writeFileSync(
      join(local, 'bin', name),
      `#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/${name}-cli.js "$@"\n`,
    );
    chmodSync(join(local, 'bin', name), 0o755);
  }
});

test('the steps of the container file give a service that starts on a read-only root, is healthy, answers and ends', async () => {
  const stage = build(readFileSync(join(root, 'deploy', 'container', 'Containerfile'), 'utf8'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  stage.env.LATCHKEY_PORT = `${port}`;
  stage.env.LATCHKEY_URL = url;
  const volume = join(folder, 'volume');
  mkdirSync(volume);
  chownSync(volume, ...ownerOf(stage));
  const started = Date.now();
  const service = spawn('unshare', ['--mount', '--', 'sh', '-ec', shutIn(stage, volume)], { stdio: 'inherit' });
  const ended = once(service, 'exit');

  await eventually('The health check passes', () => isHealthy(stage));
  process.stdout.write(`healthy after ${Date.now() - started} ms\n`);
  const metadata = json(await send(`${url}/.well-known/oauth-authorization-server`));
  service.kill('SIGTERM');

  assert.equal(metadata.issuer, url);
  run(stage, ['latchkey', 'users', '--help'], 'inherit');
  assert.deepEqual(await ended, [0, null]);
  assert.ok(existsSync(join(volume, 'data', 'latchkey.db')), 'the database is in the volume');
  assert.ok(!existsSync(join(stage.root, 'usr', 'local', 'bin', 'npm')), 'npm is not in the image');
  const compiled = readdirSync(join(stage.root, stage.env.NODE_COMPILE_CACHE ?? ''), { recursive: true });
  assert.ok(compiled.length > 50, `code was compiled when the image was made: ${compiled.length} files`);
});

/** Follows a container file; an instruction that it does not know is a fault. */
function build(text: string): Stage {
  const stages: Stage[] = [];
  for (const [word, rest] of instructionsOf(text)) {
    process.stdout.write(`${word} ${rest}\n`);
    if (word === 'FROM') stages.push(openStage(rest, stages.length));
    else follow(stages, word, rest);
  }
  return stages.at(-1) ?? assert.fail('no FROM');
}

function instructionsOf(text: string): readonly (readonly [string, string])[] {
  const lines = text.replace(/\\\n/g, ' ').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? assert.fail(line);
      return [word, rest];
    });
}

function openStage(from: string, index: number): Stage {
  const name = / AS (\w+)$/.exec(from)?.[1] ?? `${index}`;
  const own = join(folder, `stage-${name}`);
  execFileSync('cp', ['-a', debian, own]);
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/' };
  return { name, root: own, directory: '/', user: '0:0', env, entrypoint: [], command: [], health: [], volumes: [] };
}

function follow(stages: readonly Stage[], word: string, rest: string): void {
  const stage = stages.at(-1) ?? assert.fail('no FROM');
  if (word === 'WORKDIR') {
    stage.directory = rest;
    mkdirSync(join(stage.root, rest), { recursive: true });
  } else if (word === 'COPY') copy(stages, stage, rest);
  else if (word === 'RUN') run(stage, ['/bin/sh', '-c', rest], 'inherit');
  else if (word === 'ENV') {
    const [, name = '', value = ''] = /^(\w+)=(\S*)$/.exec(rest) ?? assert.fail(rest);
    stage.env[name] = value;
  } else if (word === 'USER') stage.user = rest;
  else if (word === 'VOLUME') stage.volumes.push(rest);
  else if (word === 'ENTRYPOINT') stage.entrypoint = JSON.parse(rest);
  else if (word === 'HEALTHCHECK') stage.health = JSON.parse(/CMD (\[.*\])$/.exec(rest)?.[1] ?? '[]');
  else if (word === 'CMD') stage.command = JSON.parse(rest);
  else if (word === 'STOPSIGNAL') assert.equal(rest, 'SIGTERM');
  else assert.equal(word, 'EXPOSE', `${word} is not known`);
}

function copy(stages: readonly Stage[], stage: Stage, rest: string): void {
  const [, from, what = '', to = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest) ?? assert.fail(rest);
  const target = to.startsWith('/') ? join(stage.root, to) : join(stage.root, stage.directory, to);
  mkdirSync(to.endsWith('/') ? target : dirname(target), { recursive: true });
  const source = from === undefined ? root : (stages.find(({ name }) => name === from)?.root ?? assert.fail(from));
  if (from === undefined) {
    assert.equal(what, '.');
    const patterns = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    const left = patterns.filter((line) => line !== '' && !line.startsWith('#')).map((line) => `--exclude=./${line}`);
    execFileSync('sh', ['-ec', 'tar -C "$0" -c "$@" . | tar -C "$TARGET" -x --no-same-owner', source, ...left], {
      env: { ...process.env, TARGET: target },
    });
  } else execFileSync('sh', ['-ec', `cp -a "$0"${what} "$1"`, source, target]);
}

/** A step is done inside the root, by the stage's user, with the network of the machine. */
function run(stage: Stage, words: readonly string[], stdio: 'inherit' | 'ignore'): void {
  const lent = ['/etc/resolv.conf', ...(CERTIFICATES === undefined ? [] : [CERTIFICATES])];
  for (const path of lent) {
    mkdirSync(dirname(join(stage.root, path)), { recursive: true });
    copyFileSync(path, join(stage.root, path));
  }
  const npmrc = join(homedir(), '.npmrc');
  if (existsSync(npmrc)) copyFileSync(npmrc, join(stage.root, SETTINGS));
  const trust = CERTIFICATES === undefined ? {} : { NODE_EXTRA_CA_CERTS: CERTIFICATES };
  const env = { ...stage.env, ...trust, npm_config_userconfig: SETTINGS };
  const script = [...mounts(stage), enter(stage, env, words)].join('\n');
  execFileSync('unshare', ['--mount', '--', 'sh', '-ec', script], { stdio });
}

function isHealthy(stage: Stage): boolean {
  try {
    run(stage, stage.health, 'ignore');
    return true;
  } catch {
    return false;
  }
}

/** The command of `podman run --read-only --tmpfs /tmp -v …`. */
function shutIn(stage: Stage, volume: string): string {
  const [place = ''] = stage.volumes;
  return [
    `mount --bind '${stage.root}' '${stage.root}'`,
    `mount -o remount,bind,ro '${stage.root}'`,
    `mount -t tmpfs tmpfs '${stage.root}/tmp'`,
    `mount --bind '${volume}' '${stage.root}${place}'`,
    ...mounts(stage),
    enter(stage, stage.env, [...stage.entrypoint, ...stage.command]),
  ].join('\n');
}

function mounts({ root: own }: Stage): readonly string[] {
  return [`mount -t proc proc '${own}/proc'`, `mount --rbind /dev '${own}/dev'`];
}

function enter({ root: own, user, directory }: Stage, env: Record<string, string>, words: readonly string[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const settings = Object.entries(env).map(([name, value]) => quoted(`${name}=${value}`));
  const inside = `cd ${quoted(directory)} && exec "$@"`;
  return `exec chroot --userspec=${user} ${quoted(own)} /usr/bin/env -i ${settings.join(' ')} /bin/sh -c ${quoted(inside)} sh ${words.map(quoted).join(' ')}`;
}

function ownerOf({ user }: Stage): [number, number] {
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  return [uid, gid];
}
