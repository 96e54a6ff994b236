/** Runs a command of the program in this process: for tests that are not about it as a process, as those of test/cli are. */

import { resolve } from 'node:path';
import { type CommandEntry, dispatch } from '../../src/cli/dispatch.ts';
import { readTextFile } from '../../src/config/text-file.ts';

export type Outcome = { code: number | null; stdout: string; stderr: string };
export type Environment = Record<string, string>;

const TABLE: readonly CommandEntry[] = [
  { name: 'users', says: '', load: () => import('../../src/cli/users.ts') },
  { name: 'applications', says: '', load: () => import('../../src/cli/applications.ts') },
  { name: 'resources', says: '', load: () => import('../../src/cli/resources.ts') },
  { name: 'apply', says: '', load: () => import('../../src/cli/description/apply.ts') },
  { name: 'export', says: '', load: () => import('../../src/cli/description/export.ts') },
  { name: 'secrets', says: '', load: () => import('../../src/cli/secrets.ts') },
  { name: 'webhooks', says: '', load: () => import('../../src/cli/webhooks.ts') },
  { name: 'tokens', says: '', load: () => import('../../src/cli/tokens.ts') },
  { name: 'events', says: '', load: () => import('../../src/cli/events.ts') },
  { name: 'jobs', says: '', load: () => import('../../src/cli/jobs.ts') },
  { name: 'import', says: '', load: () => import('../../src/cli/import.ts') },
];

/** As `bin/latchkey` in that folder would, but for a process of its own, which costs more than the command. */
export async function runHere(
  words: readonly string[],
  { env, directory, input = '' }: { env: Environment; directory: string; input?: string },
): Promise<Outcome> {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await dispatch(words, TABLE, {
    env,
    readFile: (path) => readTextFile(resolve(directory, path)),
    print: (line) => said.push(`${line}\n`),
    complain: (line) => complained.push(`${line}\n`),
    readInput: async () => input,
  });
  return { code, stdout: said.join(''), stderr: complained.join('') };
}
