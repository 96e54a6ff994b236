/** Starts a Chromium that several processes can use at once, or says in one sentence why there is none. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserServer, chromium as playwright } from 'playwright-core';
import { type Candidate, chromiumCandidates, type Machine, missingChromium, thisMachine } from './find-chromium.ts';
import { debianChromium, unpackedPackage } from './install-chromium.ts';

/** The flags that @sparticuz/chromium recommends switch the web's protections off; these leave them on, so that a CSP counts. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];

/** A busy machine starts one in a few seconds. All that are tried together take no longer than two of these. */
const START_LIMIT_MS = 20_000;

interface Launch {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

/** Tries one after the other; where none starts, the error is the sentence that says what to do. */
export async function startChromium(machine = thisMachine(), limitMs = START_LIMIT_MS): Promise<BrowserServer> {
  const tried: string[] = [];
  const deadline = performance.now() + 2 * limitMs;
  for (const candidate of chromiumCandidates(machine)) {
    if (performance.now() > deadline) break;
    try {
      const launch = await prepare(candidate, machine);
      return await launchOrKill(launch, limitMs);
    } catch (error) {
      tried.push(`${nameOf(candidate)}: ${reasonOf(error)}`);
    }
  }
  throw new Error(missingChromium(tried));
}

/**
 * Playwright asks a browser that does not get ready to close, and leaves it half a minute for that. Its number is known from
 * a script that becomes the browser, so that it is killed at once, with whatever it started.
 */
async function launchOrKill({ executablePath, env }: Launch, timeout: number): Promise<BrowserServer> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-chromium-'));
  const [script, number] = [join(folder, 'start'), join(folder, 'pid')];
  writeFileSync(script, `#!/bin/sh\necho $$ >"$LATCHKEY_TEST_PID_FILE"\nexec "$LATCHKEY_TEST_EXECUTABLE" "$@"\n`);
  chmodSync(script, 0o700);
  const own = { LATCHKEY_TEST_PID_FILE: number, LATCHKEY_TEST_EXECUTABLE: executablePath };
  try {
    return await playwright.launchServer({ executablePath: script, args: FLAGS, env: { ...env, ...own }, timeout });
  } catch (error) {
    killGroup(number);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Playwright makes the browser the leader of a group. */
function killGroup(numberFile: string): void {
  try {
    process.kill(-Number(readFileSync(numberFile, 'utf8')), 'SIGKILL');
  } catch {
    // It has ended by itself, or did not even start.
  }
}

async function prepare(candidate: Candidate, machine: Machine): Promise<Launch> {
  const env = definedOnly(machine.env);
  switch (candidate.kind) {
    case 'setting':
    case 'installed':
      return { executablePath: candidate.path, env };
    case 'package': {
      const folder = unpackedPackage();
      const own = { FONTCONFIG_PATH: join(folder, 'fonts'), LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') };
      return { executablePath: join(folder, 'chromium'), env: { ...env, ...own } };
    }
    case 'debian':
      return { executablePath: await debianChromium(machine), env };
  }
}

function definedOnly(env: Machine['env']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function nameOf(candidate: Candidate): string {
  if (candidate.kind === 'package') return '@sparticuz/chromium';
  return candidate.kind === 'debian' ? 'Debian’s package' : candidate.path;
}

/** What the browser itself said last, where it said something: Playwright puts that into a page of its own log. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const said = [...message.matchAll(/\[err\] (.*)/g)].at(-1)?.[1];
  return said ?? message.split('\n')[0]?.replace(/^browserType\.\w+: /, '') ?? '';
}
