/** `latchkey backup`: a complete copy of the embedded database, taken while the service runs. */
import { statSync } from 'node:fs';
import { setPriority } from 'node:os';
import { backUpSqlite, listUnfinished } from '../storage/sqlite/backup.ts';
import { noteCarried } from './audit/carried.ts';
import { act } from './command-line.ts';
import { answer, JSON_OPTION } from './output/answer.ts';

export const command = act({
  says: 'Copies the SQLite database to a file, also while the service runs.',
  options: {
    to: { says: 'The file to write; it must not exist yet.', value: 'FILE', required: true },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const { database } = call.settings;
    if (!database.startsWith('sqlite:')) return call.fail(POSTGRES);
    yieldToService();
    const { to } = call.options;
    const left = listUnfinished(to);
    if (left.length > 0) call.tell(leftWords(left));
    await backUpSqlite(database.slice('sqlite:'.length), to);
    await noteCarried(call, 'administration.backed_up', () => null);
    return answer(call, `Backed up to ${to}, and examined: it is whole.`, { file: to, bytes: statSync(to).size });
  },
});

const MOST_NAMED = 5;

function leftWords(left: readonly string[]): string {
  const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : '';
  return `A backup that was interrupted left ${left.slice(0, MOST_NAMED).join(', ')}${more}, of no use to anybody: delete that, unless a backup is running.`;
}

/** Lower than that of any other work. */
const NICENESS = 19;

/** Reading and examining the whole file takes what the service leaves of the processors. It holds no lock meanwhile. */
function yieldToService(): void {
  try {
    setPriority(NICENESS);
  } catch {
    // A system that does not let a process yield: the copy is taken all the same.
  }
}

const POSTGRES = 'PostgreSQL is backed up by its own tools: pg_dump, or pg_basebackup for recovery to a point in time.';
