/** Runs a command of the program in this process: for what a test needs to be there, not for what it proves. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CommandEntry, dispatch } from '../../src/cli/dispatch.ts';

export type Outcome = { code: number | null; stdout: string; stderr: string };
export type Environment = Record<string, string>;

const TABLE: readonly CommandEntry[] = [
  { name: 'users', says: '', load: () => import('../../src/cli/users.ts') },
  { name: 'applications', says: '', load: () => import('../../src/cli/applications.ts') },
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
    readFile: (path) => readFileSync(resolve(directory, path), 'utf8'),
    print: (line) => said.push(`${line}\n`),
    complain: (line) => complained.push(`${line}\n`),
    readInput: async () => input,
  });
  return { code, stdout: said.join(''), stderr: complained.join('') };
}
