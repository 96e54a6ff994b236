/**
 * What a write to SQLite waits while a sweep or a backup runs beside it: alone and beside each of them in turn, so that what
 * else the machine does concerns all alike.
 *
 *   node_modules/node/bin/node bench/beside.ts [ROUNDS]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../src/storage/open.ts';
import { record, sweepEvents } from '../src/storage/tables/events/events.ts';
import { BESIDE_REQUESTS, createSweepPace } from '../src/tokens/sweep-pace.ts';

const ROUNDS = Number(process.argv[2] ?? 8);
const ROWS = 300_000;
const BATCH = 1000;
const TURN_MS = 1500;
const BETWEEN_WRITES_MS = 10;
/** What is swept is numbered below this, what is written meanwhile above. */
const FIRST_LIVE = 2e12;
const AT = { now: 0, firstKeptPair: 0, eventDays: 0, longestEventDays: 0, firstIdOf: () => FIRST_LIVE };
const EXECUTABLE = join(import.meta.dirname, '..', 'bin', 'latchkey');

/** Loaded before the command: its `setPriority` then does nothing. */
const WITHOUT_PRIORITY = `--import=data:text/javascript,${encodeURIComponent(
  `import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module';
   os.setPriority = () => {}; syncBuiltinESMExports();`,
)}`;

process.once('SIGINT', () => process.exit(1));
const folder = mkdtempSync(join(tmpdir(), 'latchkey-beside-'));
const url = `sqlite:${join(folder, 'latchkey.db')}`;
const database = await openDatabase(url, 1);
let nextLive = FIRST_LIVE;

/** Each runs until it is told to end, or until it is done; answers how many rows it removed. */
const BESIDE: Readonly<Record<string, (isOver: () => boolean) => Promise<number>>> = {
  alone: async () => 0,
  'sweep, 500 rows and 20 ms': (isOver) => sweepUntil(isOver, { rows: () => 500, restAfter: () => 20 }),
  'sweep as it is': (isOver) => sweepUntil(isOver, createSweepPace(BESIDE_REQUESTS)),
  'backup at the usual priority': () => backUp({ NODE_OPTIONS: WITHOUT_PRIORITY }),
  'backup as it is': () => backUp({}),
};

try {
  for (let id = 1; id < ROWS; id += BATCH)
    await database.write(Array.from({ length: BATCH }, (_, index) => row(id + index)));
  const found = new Map(Object.keys(BESIDE).map((name) => [name, noTurns()]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, beside] of Object.entries(BESIDE)) {
      const turn = await takeTurn(beside);
      const all = found.get(name);
      all?.times.push(...turn.times);
      if (all) all.rows += turn.rows;
      if (all) all.ms += turn.ms;
    }
    process.stderr.write(`round ${round + 1} of ${ROUNDS}\n`);
  }
  const lines = [...found].map(([name, { times, rows, ms }]) => {
    const at = (share: number) =>
      (times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0).toFixed(1);
    return `| ${[name, times.length, at(0.5), at(0.9), at(0.96), at(0.99), Math.round((1000 * rows) / ms)].join(' | ')} |`;
  });
  process.stdout.write(
    `| beside | writes | p50 ms | p90 ms | p96 ms | p99 ms | rows swept/s |\n|---|--:|--:|--:|--:|--:|--:|\n${lines.join('\n')}\n`,
  );
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}

function noTurns(): { readonly times: number[]; rows: number; ms: number } {
  return { times: [], rows: 0, ms: 0 };
}

interface Turn {
  readonly times: readonly number[];
  readonly rows: number;
  readonly ms: number;
}

/** At least so long, and as long as what runs beside takes. */
async function takeTurn(beside: (isOver: () => boolean) => Promise<number>): Promise<Turn> {
  const began = performance.now();
  const isOver = () => performance.now() - began >= TURN_MS;
  let isDone = false;
  const running = beside(isOver).finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  const writes: Promise<unknown>[] = [];
  while (!isOver() || !isDone) {
    const sentAt = performance.now();
    nextLive += 1;
    writes.push(database.write([row(nextLive)]).then(() => times.push(performance.now() - sentAt)));
    await pause(BETWEEN_WRITES_MS);
  }
  await Promise.all(writes);
  return { times, rows: await running, ms: performance.now() - began };
}

async function sweepUntil(
  isOver: () => boolean,
  pace: Pick<ReturnType<typeof createSweepPace>, 'rows' | 'restAfter'>,
): Promise<number> {
  let removed = 0;
  while (!isOver()) {
    const began = performance.now();
    removed += (await database.write([sweepEvents.step(AT, pace.rows())].flat()))?.[0] ?? 0;
    await pause(pace.restAfter(performance.now() - began));
  }
  return removed;
}

async function backUp(env: Readonly<Record<string, string>>): Promise<number> {
  const to = join(folder, 'backup.db');
  rmSync(to, { force: true });
  const child = spawn(EXECUTABLE, ['backup', '--to', to], {
    cwd: folder,
    env: { ...process.env, LATCHKEY_DATABASE: url, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`The backup ended with ${code}.`);
  return 0;
}

function row(id: number) {
  const source = { address: '192.0.2.1', userAgent: 'x'.repeat(80) };
  const about = { accountId: id % 1000, clientId: null, familyId: null, detail: null };
  return record({ id, at: 1, kind: 'code.issued', source, ...about });
}
