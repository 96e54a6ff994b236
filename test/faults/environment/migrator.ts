/**
 * A process that brings a database to a schema beyond this program's, as a later version would at its start, and ends
 * itself with SIGKILL right after the n-th thing it said to the database: `migrator.ts DATABASE N`, 0 for never.
 */
import { Socket } from 'node:net';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Migration, migrations } from '../../../src/storage/migrations.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { SCRATCH } from './scratch-migrations.ts';

const [url = '', last = '0'] = process.argv.slice(2);
let said = 0;

// The list is frozen for the program, not for its tests: this process is the later version.
(migrations as Migration[]).push(...SCRATCH);
countCalls(DatabaseSync.prototype, 'exec');
countCalls(StatementSync.prototype, 'run');
if (url.startsWith('postgres')) countCalls(Socket.prototype, 'write');

const database = await openDatabase(url, 2);
process.stdout.write(`${said}\n`);
await database.close();
process.exit(0);

/** Whatever is said last has been said: the database may have done it or not. */
function countCalls<Method extends string>(owner: { [name in Method]: (...words: never[]) => unknown }, name: Method) {
  const original = owner[name];
  owner[name] = function (this: unknown, ...words: never[]) {
    // The last lines of this process go to a pipe, which is a socket too.
    if (this === process.stdout) return original.apply(this, words);
    const answer = original.apply(this, words);
    said += 1;
    if (said === Number(last)) process.kill(process.pid, 'SIGKILL');
    return answer;
  };
}
