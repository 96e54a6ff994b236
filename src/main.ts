/** Where the program begins: the first word of argv picks a command. */
import { isUtf8 } from 'node:buffer';
import { flushCompileCache } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { type CommandEntry, dispatch } from './cli/dispatch.ts';
import { watchOutput } from './cli/output/standard-output.ts';
import { failureSentence, UnfitInput } from './cli/output/system-error.ts';
import { WORKER_WORD } from './cli/workers/messages.ts';
import { secretVariables } from './config/load.ts';
import { readTextFile } from './config/text-file.ts';

const COMMANDS: readonly CommandEntry[] = [
  { name: 'serve', says: 'Runs the service.', load: () => import('./cli/serve.ts') },
  { name: 'try', says: 'Gets a first token in this terminal.', load: () => import('./cli/trying/try.ts') },
  {
    name: 'users',
    says: 'Creates, shows, disables and deletes accounts, sets passwords.',
    load: () => import('./cli/users.ts'),
  },
  {
    name: 'applications',
    says: 'Registers, changes, lists and deletes applications.',
    load: () => import('./cli/applications.ts'),
  },
  {
    name: 'resources',
    says: 'Registers, lists, changes and deletes APIs that tokens are for.',
    load: () => import('./cli/resources.ts'),
  },
  {
    name: 'secrets',
    says: 'Lists, rotates and removes the secrets of an application.',
    load: () => import('./cli/secrets.ts'),
  },
  {
    name: 'apply',
    says: 'Makes applications and resources as a file says, in one go.',
    load: () => import('./cli/description/apply.ts'),
  },
  {
    name: 'export',
    says: 'Writes applications, resources and scopes as a file for apply.',
    load: () => import('./cli/description/export.ts'),
  },
  {
    name: 'webhooks',
    says: 'Adds, tries and deletes addresses that are told of events.',
    load: () => import('./cli/webhooks.ts'),
  },
  { name: 'tokens', says: 'Shows and revokes what was granted.', load: () => import('./cli/tokens.ts') },
  { name: 'events', says: 'Shows what happened: the audit log.', load: () => import('./cli/events.ts') },
  { name: 'health', says: 'Asks a running service whether it is ready.', load: () => import('./cli/health.ts') },
  { name: 'sweep', says: 'Removes dead codes, tokens and sessions.', load: () => import('./cli/sweep.ts') },
  { name: 'jobs', says: 'Lists, retries and drops background work.', load: () => import('./cli/jobs.ts') },
  {
    name: 'import',
    says: 'Takes over from Doorkeeper, or brings people from a file.',
    load: () => import('./cli/import.ts'),
  },
  {
    name: 'backup',
    says: 'Copies the SQLite database to a file, also while the service runs.',
    load: () => import('./cli/backup.ts'),
  },
  {
    name: 'restore',
    says: 'Puts a backup in the place of the SQLite database.',
    load: () => import('./cli/restore.ts'),
  },
  {
    name: 'move',
    says: 'Moves everything to another database, while the service runs.',
    load: () => import('./cli/move.ts'),
  },
  {
    name: 'scan',
    says: 'Finds leaked tokens and secrets in files and folders.',
    load: () => import('./cli/leaks/scan.ts'),
  },
  { name: 'migrate', says: 'Brings the database up to date.', load: () => import('./cli/migrate.ts') },
  {
    name: 'config',
    says: 'Shows every setting, its value and where it came from.',
    load: () => import('./cli/config.ts'),
  },
];

const CACHE_AFTER_MILLISECONDS = 3_000;

// What the service writes (database, log) is for its own user alone.
process.umask(0o077);
const complain = (line: string) => process.stderr.write(`${line}\n`);
const output = watchOutput(complain);

const env = { ...process.env };
// Once read, a password should not stand in the environment of everything the process may ever start or dump.
for (const variable of secretVariables()) delete process.env[variable];

// Node.js keeps compiled code at its end; a service that is killed never gets there (bin/latchkey names the folder).
setTimeout(flushCompileCache, CACHE_AFTER_MILLISECONDS).unref();

// A primary of several workers starts this very program for each of them.
const isWorker = process.send !== undefined && process.argv[2] === WORKER_WORD;

try {
  process.exitCode = isWorker ? await work() : output.codeAfter(await command());
} catch (error) {
  complain(`latchkey: ${failureSentence(error)}`);
  process.exitCode = 1;
}

async function work(): Promise<number> {
  output.runs({ output: 'unneeded' });
  const { runWorker } = await import('./cli/workers/worker.ts');
  return await runWorker();
}

async function command(): Promise<number> {
  return await dispatch(process.argv.slice(2), COMMANDS, {
    env,
    readFile: readTextFile,
    print: (line) => process.stdout.write(`${line}\n`),
    complain,
    readInput,
    onAct: output.runs,
  });
}

/** Bytes that are no text would come as other characters: nobody could sign in with such a password. */
async function readInput(): Promise<string> {
  const bytes = await buffer(process.stdin);
  if (!isUtf8(bytes)) throw new UnfitInput('What stands on standard input is no text in UTF-8.');
  // Without a byte order mark.
  return new TextDecoder().decode(bytes).replace(/\r?\n$/, '');
}
