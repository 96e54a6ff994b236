/** Finds programs that the tests run for real, and installs Debian's package where one is missing and that is allowed. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { withLock } from '../../scripts/install.mjs';
import { findProgram, type Machine, thisMachine } from './find-chromium.ts';

const root = join(import.meta.dirname, '..', '..');

/** Without a network these end early enough that the whole run still fails within a minute. */
const APT_WORDS = [
  ...['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'],
  ...['-o', 'DPkg::Lock::Timeout=20', '-y', '-q'],
];
const UPDATE_LIMIT_MS = 30_000;
/** A hundred megabytes; it is reached only where a server has already answered. */
const INSTALL_LIMIT_MS = 240_000;

/** Where Debian keeps servers; the PATH of people who are not root may lack it. */
const SERVER_FOLDERS = ':/usr/local/sbin:/usr/sbin:/sbin';

/** Programs that are not called like their package. */
const PACKAGES: Readonly<Record<string, string>> = {
  'systemd-analyze': 'systemd',
  go: 'golang-go',
  php: 'php-cli',
};

/** The path of a program. Where there is none, and none can be installed, one sentence says what to do. */
export async function serverProgram(
  name:
    | 'nginx'
    | 'caddy'
    | 'pgbouncer'
    | 'prometheus'
    | 'python3'
    | 'go'
    | 'php'
    | 'systemd-analyze'
    | 'debootstrap'
    | 'curl'
    | 'openssl',
  given: Machine = thisMachine(),
): Promise<string> {
  const machine = { ...given, env: { ...given.env, PATH: `${given.env.PATH ?? ''}${SERVER_FOLDERS}` } };
  const known = findProgram(machine, name);
  if (known) return known;
  const mayInstall = machine.isDebian && machine.isRoot && findProgram(machine, 'apt-get') !== undefined;
  const fault = mayInstall ? await debianPackage(machine, name).catch((error: Error) => error) : undefined;
  if (typeof fault === 'string') return fault;
  const found = fault === undefined ? 'it is not installed' : `it cannot be installed (${fault.message})`;
  throw new Error(
    `The tests need ${name}, and ${found}: install it (Debian: apt-get install ${PACKAGES[name] ?? name}).`,
  );
}

/** Installs a package, once even where several ask at the same time, and answers the path of the program. */
export function debianPackage(machine: Machine, name: string): Promise<string> {
  return withLock(join(root, 'tmp', 'apt.lock'), () => {
    const known = findProgram(machine, name);
    if (known) return known;
    const words = ['install', '--no-install-recommends', PACKAGES[name] ?? name];
    // A machine that knows the package needs no update; a bare image knows none.
    if (apt(machine, words, INSTALL_LIMIT_MS) !== '') {
      const fault = apt(machine, ['update'], UPDATE_LIMIT_MS) || apt(machine, words, INSTALL_LIMIT_MS);
      if (fault !== '') throw new Error(fault);
    }
    const installed = findProgram(machine, name);
    if (!installed) throw new Error(`apt-get installed no ${name}`);
    return installed;
  });
}

/** Answers what went wrong, in a line. */
function apt({ env }: Machine, words: readonly string[], timeout: number): string {
  process.stderr.write(`Running apt-get ${words.join(' ')}, since it is not installed …\n`);
  const { error, status, stderr } = spawnSync('apt-get', [...APT_WORDS, ...words], {
    // In this runlevel no package starts the server that it brings.
    env: { ...process.env, ...env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    encoding: 'utf8',
    timeout,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (error) return `apt-get ${words[0]}: ${error.message}`;
  return status === 0 ? '' : `apt-get ${words[0]}: ${stderr.trim().split('\n').at(-1)}`;
}
