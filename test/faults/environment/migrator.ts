/**
 * A process that brings a database to a schema beyond this program's, as a later version would at its start, and ends
 * itself with SIGKILL right after the n-th thing it said to the database: `migrator.ts DATABASE N`, 0 for never.
 */
import { type Migration, migrations } from '../../../src/storage/migrations.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { killAfter } from './said.ts';
import { SCRATCH } from './scratch-migrations.ts';

const [url = '', last = '0'] = process.argv.slice(2);
const said = killAfter(Number(last), [url]);

// The list is frozen for the program, not for its tests: this process is the later version.
(migrations as Migration[]).push(...SCRATCH);

const database = await openDatabase(url, 2);
process.stdout.write(`${said()}\n`);
await database.close();
process.exit(0);
