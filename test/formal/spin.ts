/** Runs a Promela model with spin: a verifier is generated, compiled and run in a folder of its own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Verdict {
  /** The assertion that was violated, as spin writes it; null when every state was visited and none was. */
  readonly violated: string | null;
  readonly states: number;
  readonly seconds: number;
}

/** Deeper than any run of the model. */
const DEEPEST = '1000000';

/**
 * Installs spin where it is missing and that is possible: it is a Debian package, and npm has no model checker. Answers
 * why it cannot be used, or null.
 */
export function ensureSpin(): string | null {
  if (!works('cc', ['--version'])) return 'There is no C compiler. Install one: apt-get install gcc libc6-dev';
  if (works('spin', ['-V'])) return null;
  const words = ['install', '--yes', '--no-install-recommends', 'spin'];
  if (
    process.getuid?.() === 0 &&
    (works('apt-get', words) || (works('apt-get', ['update']) && works('apt-get', words)))
  )
    return null;
  return 'The model checker spin is missing. Install it: apt-get install spin';
}

function works(program: string, words: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, words, { stdio: 'ignore', env }).status === 0;
}

/**
 * Searches all states of a model under these definitions, or those up to the first violation. A short search is over
 * before a compiler that optimises would be.
 */
export function verify(model: string, definitions: readonly string[], length: 'short' | 'long'): Verdict {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-formal-'));
  try {
    run('spin', [...definitions.map((each) => `-D${each}`), '-a', model], folder);
    // SAFETY: assertions and ends alone. COLLAPSE: a quarter of the memory for a little time.
    run('cc', [length === 'short' ? '-O0' : '-O2', '-DSAFETY', '-DCOLLAPSE', '-o', 'pan', 'pan.c'], folder);
    return verdictOf(run(join(folder, 'pan'), [`-m${DEEPEST}`], folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(program: string, words: readonly string[], folder: string): string {
  const { error, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' });
  if (error) throw new Error(`${program} could not be started: ${error.message}`);
  if (/\bError\b|error:|too small/.test(stdout + stderr)) throw new Error(`${program} failed:\n${stdout}${stderr}`);
  return stdout;
}

function verdictOf(said: string): Verdict {
  const errors = Number(/errors: (\d+)/.exec(said)?.[1]);
  const states = Number(/^\s*(\S+) states, stored/m.exec(said)?.[1]);
  const seconds = Number(/elapsed time (\S+) seconds/.exec(said)?.[1] ?? 0);
  if (!Number.isFinite(errors) || !Number.isFinite(states)) throw new Error(`The verifier did not finish:\n${said}`);
  const violated = errors === 0 ? null : (/^pan:1: (.*?) \(at depth/m.exec(said)?.[1] ?? 'unknown');
  return { violated: violated?.replace(/^assertion violated /, '').trim() ?? null, states, seconds };
}
