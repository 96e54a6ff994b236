/** Finds a program that tests need beside Node.js, and installs Debian's package where it is missing. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { withLock } from '../../scripts/install.mjs';
import { findProgram } from './find-chromium.ts';

const root = join(import.meta.dirname, '..', '..');

/** Without a network these end early enough that the whole run still fails within a minute. */
const APT_WORDS = [
  ...['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'],
  ...['-o', 'DPkg::Lock::Timeout=20', '-y', '-q'],
];
const UPDATE_LIMIT_MS = 30_000;
/** A hundred megabytes; it is reached only where a server has already answered. */
const INSTALL_LIMIT_MS = 240_000;

type Environment = Readonly<Record<string, string | undefined>>;

interface Wanted {
  readonly name: string;
  readonly package: string;
  /** Of the machine; the PATH of this process, and where Debian keeps servers, unless said otherwise. */
  readonly env?: Environment;
}

/** Answers its path. Installed once, even where several ask at the same time. */
export function debianProgram({ name, package: from, env = withServers(process.env) }: Wanted): Promise<string> {
  return withLock(join(root, 'tmp', `${from}.lock`), () => {
    const known = findProgram({ env }, name);
    if (known) return known;
    const words = ['install', '--no-install-recommends', from];
    // A machine that knows the package needs no update; a bare image knows none.
    if (apt(env, words, INSTALL_LIMIT_MS) !== '') {
      const fault = apt(env, ['update'], UPDATE_LIMIT_MS) || apt(env, words, INSTALL_LIMIT_MS);
      if (fault !== '') throw new Error(`The tests need ${name} (Debian: apt-get install ${from}): ${fault}`);
    }
    const installed = findProgram({ env }, name);
    if (!installed) throw new Error(`apt-get installed no ${name}`);
    return installed;
  });
}

/** A user's PATH may lack the folders of servers. */
function withServers(env: Environment): Environment {
  return { ...env, PATH: `${env.PATH ?? ''}:/usr/sbin:/sbin` };
}

/** Answers what went wrong, in a line. */
function apt(env: Environment, words: readonly string[], timeout: number): string {
  process.stderr.write(`Running apt-get ${words.join(' ')}, since the tests need it …\n`);
  const { error, status, stderr } = spawnSync('apt-get', [...APT_WORDS, ...words], {
    env: { ...process.env, ...env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    timeout,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (error) return `apt-get ${words[0]}: ${error.message}`;
  return status === 0 ? '' : `apt-get ${words[0]}: ${stderr.trim().split('\n').at(-1)}`;
}
