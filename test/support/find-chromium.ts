/** Says which Chromium the tests may start on a machine, the preferred one first. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** What the choice depends on. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly arch: string;
  /** Whether packages of the system may be installed. */
  readonly isRoot: boolean;
  readonly isDebian: boolean;
  /** Where macOS keeps applications. */
  readonly applicationFolders: readonly string[];
}

export type Candidate =
  /** An executable that is there: one that was named, or one that was found by its name. */
  | { readonly kind: 'setting' | 'installed'; readonly path: string }
  /** The npm package @sparticuz/chromium, which is unpacked at its first use. */
  | { readonly kind: 'package' }
  /** Debian's package, which is installed at its first use. */
  | { readonly kind: 'debian' };

export const SETTING = 'LATCHKEY_TEST_CHROMIUM';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
const MAC_APPLICATIONS = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
] as const;

export function thisMachine(): Machine {
  return {
    env: process.env,
    platform: process.platform,
    arch: process.arch,
    isRoot: process.getuid?.() === 0,
    isDebian: isDebian(),
    applicationFolders: ['/Applications', join(homedir(), 'Applications')],
  };
}

/** All that may be tried, in this order. Whoever names one wants that one and no other. */
export function chromiumCandidates(machine: Machine): readonly Candidate[] {
  const named = machine.env[SETTING];
  if (named) return [{ kind: 'setting', path: named }];
  const installed = [...NAMES.map((name) => findProgram(machine, name)), ...macApplications(machine)];
  return [
    ...installed.filter((path) => path !== undefined).map((path) => ({ kind: 'installed', path }) as const),
    // The package has no other binary.
    ...(machine.platform === 'linux' && machine.arch === 'x64' ? [{ kind: 'package' } as const] : []),
    ...(machine.isDebian && machine.isRoot && findProgram(machine, 'apt-get') ? [{ kind: 'debian' } as const] : []),
  ];
}

/** The first executable of this name on the PATH. */
export function findProgram({ env }: Pick<Machine, 'env'>, name: string): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** What to do about a missing browser, in one sentence; `tried` says what was wrong with each that is there. */
export function missingChromium(tried: readonly string[]): string {
  const found = tried.length === 0 ? 'none is installed' : `none starts (${tried.join('; ')})`;
  return (
    `The tests need a Chromium and ${found}: install one (Debian: apt-get install chromium; ` +
    `macOS: brew install --cask chromium), or name one with ${SETTING}=/path/to/chromium.`
  );
}

function macApplications({ platform, applicationFolders }: Machine): readonly string[] {
  if (platform !== 'darwin') return [];
  return MAC_APPLICATIONS.flatMap((path) => applicationFolders.map((folder) => join(folder, path))).filter(
    isExecutable,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Not Ubuntu, whose package of this name is a pointer to another shop. */
function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}
