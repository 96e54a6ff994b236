/** Runs the tests of the acts against each mutant of the SQL that makes single use, binding and liveness true. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutantsOf, type SqlMutant } from './conditions.ts';
import { createRounds } from './rounds.ts';
import { collected, dismiss, runOne } from './stand-in.ts';
import type { Tally } from './survivors.ts';

const root = join(import.meta.dirname, '..', '..');

/** Every tested file answers for the shelves it uses; the quickest comes first. */
const TESTS = ['guards', 'refresh', 'codes', 'tokens', 'trails'].map((name) => `test/acts/${name}.test.ts`);

export async function mutateSql(files: readonly string[], progress: (line: string) => void): Promise<readonly Tally[]> {
  if (files.length === 0) return [];
  let active: SqlMutant | null = null;
  const rounds = createRounds(root, (file, text) => (active && file === join(root, active.file) ? active.text : text));
  const tallies: Tally[] = [];
  for (const file of files) {
    const mutants = mutantsOf(file, readFileSync(join(root, file), 'utf8'));
    const survivors: SqlMutant[] = [];
    for (const mutant of mutants) {
      active = mutant;
      if (!(await isNoticed(rounds))) survivors.push(mutant);
      progress(`${file}: ${mutants.indexOf(mutant) + 1} of ${mutants.length}`);
    }
    tallies.push({ file, mutants: mutants.length, killed: mutants.length - survivors.length, survivors });
  }
  active = null;
  await rounds.load(TESTS);
  const fault = await firstFault();
  await dismiss();
  if (fault !== null) throw new Error(`The tests fail without any mutant: ${fault}`);
  return tallies;
}

async function isNoticed(rounds: ReturnType<typeof createRounds>): Promise<boolean> {
  for (const file of TESTS) {
    await rounds.load([file]);
    if ((await firstFault()) !== null) return true;
  }
  return false;
}

async function firstFault(): Promise<string | null> {
  for (const each of collected()) {
    const fault = await runOne(each);
    if (fault !== null) return fault;
  }
  return null;
}
