/**
 * Runs our tests for Stryker, as a test runner of its own: in one process, without starting one for each mutant.
 *
 * A mutant is switched on by its number while the tests run that reached it in the trial run. One that acts while a
 * module is loaded (a table, a regular expression) needs the module anew: all that imports it is loaded again under another
 * address.
 */
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { createRounds } from './rounds.ts';
import { abandon, type Collected, collected, dismiss, renew, runOne } from './stand-in.ts';

/** What the instrumented code reads and writes. */
interface Instrumented {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: unknown;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

interface MutantRun {
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
  readonly activeMutant: { readonly id: string };
  readonly sandboxFileName: string;
  readonly mutantActivation: 'runtime' | 'static';
  readonly disableBail: boolean;
}

interface Options {
  readonly latchkey: { readonly tests: readonly string[] };
}

const place: typeof globalThis & { __stryker__?: Instrumented } = globalThis;
place.__stryker__ ??= {};
const instrumented: Instrumented = place.__stryker__;

function createRunner(options: Options) {
  // Stryker's workers stand in the folder that holds the instrumented copy of the project.
  const sandbox = process.cwd();
  const rounds = createRounds(sandbox);
  // The same examples for every mutant: whether one is killed must not be a matter of luck.
  fc.configureGlobal({ seed: 1 });
  const files = globSync([...options.latchkey.tests], { cwd: sandbox }).toSorted();
  let isLoaded = false;
  let isKnown = false;
  let onCrash: (why: string) => void = () => {};
  // A mutant that kills a thread of ours would kill the tests with it; here it must not kill the next mutant's.
  process.on('uncaughtException', (error) => onCrash(String(error)));
  const load = async (which: readonly string[]) => {
    instrumented.currentTestId = undefined;
    isLoaded = which.length === files.length;
    await rounds.load(which);
    isKnown ||= isLoaded;
  };
  return {
    capabilities: () => ({ reloadEnvironment: true }),
    dryRun: async () => {
      instrumented.activeMutant = undefined;
      await load(files);
      const tests = [];
      for (const each of collected()) {
        instrumented.currentTestId = each.id;
        const start = performance.now();
        const fault = await runOne(each);
        const timeSpentMs = performance.now() - start;
        const said = { id: each.id, name: each.name, timeSpentMs, fileName: join(sandbox, each.file) };
        tests.push(fault === null ? { ...said, status: 0 } : { ...said, status: 1, failureMessage: fault });
      }
      instrumented.currentTestId = undefined;
      return { status: 'complete', tests, mutantCoverage: instrumented.mutantCoverage };
    },
    mutantRun: async (run: MutantRun) => {
      const isStatic = run.mutantActivation === 'static';
      instrumented.activeMutant = undefined;
      instrumented.hitLimit = undefined;
      // A worker that has just taken the place of another one does not know yet who imports whom.
      if (!isKnown) await load(files);
      instrumented.activeMutant = isStatic ? run.activeMutant.id : undefined;
      instrumented.hitCount = run.hitLimit === undefined ? undefined : 0;
      instrumented.hitLimit = run.hitLimit;
      try {
        if (isStatic) await load(files.filter((file) => rounds.reaches(file, relative(sandbox, run.sandboxFileName))));
        else if (!isLoaded) await load(files);
      } catch (error) {
        return killed('loading', `The file cannot be loaded: ${String(error)}`, 0);
      }
      await renew();
      instrumented.activeMutant = run.activeMutant.id;
      const filter = isStatic || !run.testFilter ? null : new Set(run.testFilter);
      const tests = collected().filter(({ id }) => filter?.has(id) ?? true);
      const { promise: crash, resolve } = Promise.withResolvers<string>();
      onCrash = resolve;
      const outcome = await Promise.race([judge(tests), crash]);
      if (typeof outcome !== 'string') return outcome;
      abandon();
      isLoaded = false;
      return killed('a thread', outcome, tests.length);
    },
    dispose: dismiss,
  };
}

/** The first test that fails kills the mutant. */
async function judge(tests: readonly Collected[]) {
  for (const [index, each] of tests.entries()) {
    const fault = await runOne(each);
    if (isEndless()) return { status: 'timeout', reason: 'The mutant runs in circles.' };
    if (fault !== null) return killed(each.id, fault, index + 1);
  }
  return { status: 'survived', nrOfTests: tests.length };
}

function killed(test: string, failureMessage: string, nrOfTests: number) {
  return { status: 'killed', killedBy: [test], failureMessage, nrOfTests };
}

function isEndless(): boolean {
  const { hitCount, hitLimit } = instrumented;
  return hitCount !== undefined && hitLimit !== undefined && hitCount > hitLimit;
}

createRunner.inject = ['options'] as const;

/** The name that Stryker looks for. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'latchkey', factory: createRunner }];
