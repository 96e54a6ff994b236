/** A line of shell that runs before the service starts, and may be another one at each start: limits, redirections. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';

export interface Prelude {
  /** For whoever starts the service, in the folder of its place. */
  readonly under: readonly string[];
  say(line: string): void;
}

export function openPrelude({ directory }: Place): Prelude {
  const folder = join(directory, 'prelude');
  mkdirSync(folder);
  const say = (line: string) => writeFileSync(join(folder, 'line'), `${line}\n`);
  say('');
  return { under: ['sh', '-c', '. ./prelude/line; exec "$0" "$@"'], say };
}
