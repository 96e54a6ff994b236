/** `latchkey move`: carries everything to another database while the service runs, which then goes on there. */
import { resolve } from 'node:path';
import { readTextFile } from '../config/text-file.ts';
import { databaseAddress, withoutPassword } from '../config/values.ts';
import type { MoveReport, Progress } from '../storage/move/move.ts';
import { abandonMove, moveBetween } from '../storage/move/open-ends.ts';
import { newName, systemClock } from '../world.ts';
import { noteCarried } from './audit/carried.ts';
import { act } from './command-line.ts';
import { answer, JSON_OPTION } from './output/answer.ts';

const PAUSE_SECONDS = 5;
const MOST_PAUSE_SECONDS = 600;

export const command = act({
  says: 'Moves everything to another database, from SQLite to PostgreSQL or back, while the service runs.',
  options: {
    to: {
      says: 'The empty database to fill: postgres://USER:PASSWORD@HOST/NAME, or a file for SQLite.',
      value: 'DATABASE',
    },
    'to-file': {
      says: 'A file that holds the same: the words of a command line, and a password among them, can be seen by every user of the machine.',
      value: 'FILE',
    },
    'pause-seconds': { says: `How long writes may wait at the switch; ${PAUSE_SECONDS} unless given.`, value: 'N' },
    abandon: { says: 'Gives up a move that has begun; the database stays where it is.' },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const { 'pause-seconds': seconds, abandon, json } = call.options;
    const from = whole(call.settings.database);
    const [given, ...more] = TARGETS.filter((option) => call.options[option] !== undefined);
    if (abandon) return given === undefined ? await giveUp(from, call) : call.wrong(`--abandon takes no --${given}.`);
    if (given === undefined) return call.wrong('--to DATABASE or --to-file FILE is missing.');
    if (more.length > 0) return call.wrong('--to and --to-file are given: keep one of them.');
    const { to, named } = targetOf(given, call.options[given] ?? '');
    const address = databaseAddress(to.includes(':') ? to : `sqlite:${to}`);
    if (!address.ok) return call.wrong(`${named} must ${address.must}.`);
    const target = whole(address.value);
    if (engineOf(from) === engineOf(target)) return call.wrong(SAME_ENGINE[engineOf(from)]);
    const pauseSeconds = Number(seconds ?? PAUSE_SECONDS);
    if (!Number.isInteger(pauseSeconds) || pauseSeconds < 1 || pauseSeconds > MOST_PAUSE_SECONDS)
      return call.wrong(`--pause-seconds takes a whole number from 1 to ${MOST_PAUSE_SECONDS}.`);
    const progress = json ? () => {} : createProgress(call.print);
    const order = { id: newName(), now: systemClock, pauseSeconds, progress };
    const report = await moveBetween(from, target, order);
    const arrived = { ...call, settings: { ...call.settings, database: target } };
    if (!report.wasComplete) await noteCarried(arrived, 'administration.moved', () => withoutPassword(from));
    for (const line of json ? [JSON.stringify(factsOf(report, target))] : wordsOf(report, target)) call.print(line);
    return 0;
  },
});

const TARGETS = ['to', 'to-file'] as const;

/** The address, and what to call it where it is wrong. */
function targetOf(option: (typeof TARGETS)[number], value: string): { readonly to: string; readonly named: string } {
  if (option === 'to') return { to: value, named: '--to' };
  return { to: readTextFile(value).replace(/\r?\n$/, ''), named: `The address in ${value}` };
}

const SAME_ENGINE = {
  sqlite:
    'Both are SQLite files. To copy one: latchkey backup --to FILE. After a move, name the database that is used now in LATCHKEY_DATABASE.',
  postgres:
    'Both are PostgreSQL. Use its own tools: pg_dump and pg_restore, or replication. After a move, name the database that is used now in LATCHKEY_DATABASE.',
} as const;

function engineOf(address: string): 'sqlite' | 'postgres' {
  return address.startsWith('sqlite:') ? 'sqlite' : 'postgres';
}

/** A file is found again from any working directory. */
function whole(address: string): string {
  return address.startsWith('sqlite:') ? `sqlite:${resolve(address.slice('sqlite:'.length))}` : address;
}

async function giveUp(from: string, call: Parameters<typeof answer>[0]): Promise<number> {
  const peer = await abandonMove(from);
  if (peer === undefined) return answer(call, 'No move is under way.', { abandoned: false, to: null });
  const said = `Given up. The service goes on as before; what was copied to ${peer} can be deleted.`;
  return answer(call, said, { abandoned: true, to: peer });
}

/** A line when a table is done, and in between for every so many rows. */
const ROWS_PER_LINE = 50_000;

function createProgress(print: (line: string) => void): (progress: Progress) => void {
  let told = 0;
  return ({ doing, table, rows, of }) => {
    if (rows < of && rows - told < ROWS_PER_LINE) return;
    told = rows < of ? rows : 0;
    if (of > 0) print(`${doing} ${table}: ${rows} of ${of} rows`);
  };
}

function factsOf({ tables, rows, pausedMs, wasComplete }: MoveReport, target: string): object {
  return { to: withoutPassword(target), tables, rows, paused_ms: Math.round(pausedMs), was_complete: wasComplete };
}

function wordsOf({ tables, rows, pausedMs, wasComplete }: MoveReport, target: string): readonly string[] {
  const shown = withoutPassword(target);
  const said = wasComplete
    ? `Everything was moved to ${shown} before.`
    : `Moved ${rows} rows of ${tables} tables to ${shown}, all of them compared. Writes waited ${(pausedMs / 1000).toFixed(1)} seconds.`;
  return [
    said,
    'Running services have gone on there. Set LATCHKEY_DATABASE to the new address before their next start.',
  ];
}
