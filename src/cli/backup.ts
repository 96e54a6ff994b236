/** `latchkey backup`: a complete copy of the embedded database, taken while the service runs. */
import { backUpSqlite } from '../storage/sqlite/backup.ts';
import { act } from './command-line.ts';

export const command = act({
  says: 'Copies the SQLite database to a file, also while the service runs.',
  options: { to: { says: 'The file to write; it must not exist yet.', value: 'FILE', required: true } },
  run: async (call) => {
    const { database } = call.settings;
    if (!database.startsWith('sqlite:')) return call.fail(POSTGRES);
    backUpSqlite(database.slice('sqlite:'.length), call.options.to);
    call.print(`Backed up to ${call.options.to}, and examined: it is whole.`);
    return 0;
  },
});

const POSTGRES = 'PostgreSQL is backed up by its own tools: pg_dump, or pg_basebackup for recovery to a point in time.';
