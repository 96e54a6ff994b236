/** Brings a subject into a run, or notes why it could not come. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Entrant } from './rounds.ts';
import type { Place, Subject } from './subjects/subject.ts';
import { residentBytes } from './usage.ts';

/** `place.folder` is that of the run; the subject gets one of its own below it. */
export async function enterSubject(subject: Subject, place: Place, say: (words: string) => void): Promise<Entrant> {
  const folder = join(place.folder, subject.name.replace(/[^a-z0-9]+/gi, '-'));
  mkdirSync(folder, { recursive: true });
  try {
    say(`${subject.name}: starting`);
    const running = await subject.start({ ...place, folder });
    if (running.startMilliseconds > 0) {
      say(`${subject.name}: first answer after ${Math.round(running.startMilliseconds)} ms\n`);
    }
    return { subject, running };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    say(`${subject.name}: ${failure}\n`);
    return { subject, running: { failure } };
  }
}

export async function leave(entrants: readonly Entrant[]): Promise<void> {
  await Promise.all(entrants.map(({ running }) => ('stop' in running ? running.stop() : undefined)));
}

export function startsOf(entrants: readonly Entrant[]): ReadonlyMap<string, number> {
  return new Map(
    entrants.flatMap(({ subject, running }) =>
      'failure' in running ? [] : [[subject.name, running.startMilliseconds] as const],
    ),
  );
}

/**
 * Megabytes that each subject holds when all load has ended for so long. After three seconds the passwords of the last workload are
 * hashed, each of which had borrowed 19 MiB; after thirty, V8 has looked through old objects that nobody uses any more.
 */
export async function memoryAtRest(
  entrants: readonly Entrant[],
  restSeconds: number,
): Promise<ReadonlyMap<string, number>> {
  await setTimeout(restSeconds * 1000);
  return new Map(
    entrants.flatMap(({ subject, running }) =>
      'failure' in running ? [] : [[subject.name, residentBytes(running.pids) / 1_000_000] as const],
    ),
  );
}
