/** `npm run bench -- takeover`: how long it takes to move in from a large Doorkeeper, and whether a killed run is mended by the next. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listed, positive } from '../options.ts';
import { openPostgresPlace } from '../postgres-place.ts';
import { cleanEnvironment } from '../subjects/server-process.ts';
import { grid } from '../table.ts';
import { cpuSeconds } from '../usage.ts';
import { type Brought, readBrought } from './brought.ts';
import { makeOldService, type OldSizes } from './old-service.ts';

export const TAKEOVER_HELP = `Usage: npm run bench -- takeover [OPTIONS]

Makes the database of a Doorkeeper service and imports it: a dry run, the import, the import again. Then once more into an
empty database with kill -9 in between, and compares what was brought.

  --people N        default 100000
  --tokens N        live tokens, default 1000000
  --applications N  default 200
  --kills N         how often the second import is killed, default 4; 0 leaves it out
  --database D,E    sqlite, postgres or postgres://…, default sqlite
  --node-options=O  for the import, such as --node-options=--cpu-prof
  --keep            leaves the folder with databases and profiles`;

interface TakeoverOptions {
  readonly sizes: OldSizes;
  readonly kills: number;
  readonly databases: readonly string[];
  readonly nodeOptions: string;
  readonly keepsFolder: boolean;
}

function readTakeoverOptions(words: readonly string[]): TakeoverOptions {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values } = parseArgs({
    args: [...words],
    options: {
      people: text('100000'),
      tokens: text('1000000'),
      applications: text('200'),
      kills: text('4'),
      database: { type: 'string', multiple: true, default: ['sqlite'] },
      'node-options': text(''),
      keep: { type: 'boolean', default: false },
    },
  });
  return {
    sizes: {
      people: positive('people', values.people),
      tokens: positive('tokens', values.tokens),
      applications: positive('applications', values.applications),
    },
    kills: Number(values.kills),
    databases: listed(values.database),
    nodeOptions: values['node-options'],
    keepsFolder: values.keep,
  };
}

type Say = (words: string) => void;

/** Answers the table of figures; throws where a killed import and the next one came to something else than a whole one. */
export async function runTakeover(words: readonly string[], say: Say): Promise<string> {
  const options = readTakeoverOptions(words);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const source = join(folder, 'doorkeeper.sqlite3');
  try {
    const { people, tokens, applications } = options.sizes;
    say(`making ${people} people, ${applications} applications, ${tokens} tokens\n`);
    makeOldService(source, options.sizes);
    const rows: string[][] = [['database', 'run', 'seconds', 'CPU s', 'tokens/s', 'MB at most', 'lines of progress']];
    for (const database of options.databases)
      rows.push(...(await measureOn(database, { ...options, folder, source }, say)));
    return grid(rows);
  } finally {
    if (options.keepsFolder) process.stderr.write(`Kept: ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

interface Around extends TakeoverOptions {
  readonly folder: string;
  readonly source: string;
}

async function measureOn(database: string, around: Around, say: Say): Promise<string[][]> {
  const place = database === 'sqlite' ? undefined : await openPostgresPlace(database);
  const name = place ? 'PostgreSQL' : 'SQLite';
  const freshUrl = async (file: string) => {
    const url = (await place?.freshUrl()) ?? `sqlite:${join(around.folder, file)}`;
    await once(startLatchkey(url, around, ['migrate']), 'exit');
    return url;
  };
  const { tokens } = around.sizes;
  const rows: string[][] = [];
  const measure = async (what: string, url: string, ...words: string[]): Promise<void> => {
    const { seconds, cpu, bytes, lines } = await runImport(url, around, words);
    const figures = [
      seconds.toFixed(1),
      cpu.toFixed(1),
      Math.round(tokens / seconds).toString(),
      Math.round(bytes / 1e6).toString(),
    ];
    rows.push([name, what, ...figures, String(lines)]);
    say(`${name}, ${what}: ${seconds.toFixed(1)} s\n`);
  };
  try {
    const url = await freshUrl('whole.db');
    await measure('dry run', url, '--dry-run');
    await measure('import', url);
    const whole = await readBrought(url);
    await measure('again, nothing new', url);
    assertEqual(whole, await readBrought(url), 'the import that was run again');
    if (around.kills > 0) {
      const other = await freshUrl('killed.db');
      const written = Number(rows[1]?.[2] ?? 0) * 1000;
      for (let count = 1; count <= around.kills; count += 1)
        await killImport(other, around, { afterMs: (written * count) / (around.kills + 1), say });
      await measure(`the rest, after ${around.kills} kills`, other);
      assertEqual(whole, await readBrought(other), 'the import that was killed');
      say(`${name}: killed ${around.kills} times and run again, it brought the same\n`);
    }
    return rows;
  } finally {
    await place?.stop();
  }
}

function assertEqual(whole: Brought, other: Brought, what: string): void {
  if (JSON.stringify(whole) === JSON.stringify(other)) return;
  throw new Error(`${what} differs: ${JSON.stringify(other)} instead of ${JSON.stringify(whole)}`);
}

const EXECUTABLE = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');

function startImport(url: string, around: Around, words: readonly string[]): ChildProcess {
  const { source } = around;
  const all = ['import', 'doorkeeper', '--from', source, '--tokens', 'plain', '--secrets', 'plain', '--json', ...words];
  return startLatchkey(url, around, all);
}

function startLatchkey(url: string, { folder, nodeOptions }: Around, words: readonly string[]): ChildProcess {
  const env = { LATCHKEY_DATABASE: url, ...(nodeOptions === '' ? {} : { NODE_OPTIONS: nodeOptions }) };
  const child = spawn(EXECUTABLE, words, {
    cwd: folder,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const orphaned = (): boolean => child.kill('SIGKILL');
  process.once('exit', orphaned);
  child.once('exit', () => process.removeListener('exit', orphaned));
  return child;
}

interface ImportFigures {
  readonly seconds: number;
  /** Of the import alone, without those of PostgreSQL. */
  readonly cpu: number;
  /** The most that its process has ever had in memory. */
  readonly bytes: number;
  readonly lines: number;
}

async function runImport(url: string, around: Around, words: readonly string[]): Promise<ImportFigures> {
  const begun = performance.now();
  const child = startImport(url, around, words);
  let told = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    told += text;
  });
  let bytes = 0;
  let cpu = 0;
  const looking = setInterval(() => {
    bytes = Math.max(bytes, peakOf(child.pid ?? 0));
    cpu = Math.max(cpu, cpuSeconds([child.pid ?? 0]));
  }, 200);
  const [code] = await once(child, 'close');
  clearInterval(looking);
  if (code !== 0) throw new Error(`latchkey import ended with ${code}: ${told.slice(-1000)}`);
  return { seconds: (performance.now() - begun) / 1000, cpu, bytes, lines: told.split('\n').length - 1 };
}

function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    // It has ended, or this machine has no /proc.
    return 0;
  }
}

async function killImport(
  url: string,
  around: Around,
  { afterMs, say }: { readonly afterMs: number; readonly say: Say },
) {
  const child = startImport(url, around, []);
  child.stderr?.resume();
  const closed = once(child, 'close');
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  const [code] = await closed;
  clearTimeout(timer);
  say(code === null ? `killed after ${(afterMs / 1000).toFixed(1)} s\n` : `ended with ${code} before it was killed\n`);
}
