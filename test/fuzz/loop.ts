/** The loop of the fuzzer: mutate, run, keep what reaches new code, and shrink what breaks a promise. */
import { createChance } from '../faults/random.ts';
import type { Coverage } from './coverage.ts';
import { mutate } from './mutate.ts';
import { Broken, type Target } from './targets/target.ts';

export interface Finding {
  readonly target: string;
  readonly says: string;
  readonly input: Buffer;
}

export interface Fuzzed {
  readonly executions: number;
  /** Inputs that reached code which those before them had not. */
  readonly kept: readonly Buffer[];
  /** Bytes of our source that were reached; 0 where nobody looked. */
  readonly reached: number;
  readonly slowestMs: number;
  readonly finding: Finding | undefined;
}

export interface Fuzzing {
  readonly seed: number;
  readonly corpus: readonly Buffer[];
  /** Whichever comes first. */
  readonly mostExecutions: number;
  readonly until?: () => boolean;
  /** Guides the run; without it chance alone does. */
  readonly coverage?: Coverage;
  readonly onBatch?: (executions: number) => void;
}

const BATCH = 256;
const SLOW_BATCH = 16;
/** SECURITY-CASES R-25. */
const LONGEST_MS = 50;
const MEASUREMENTS = 12;

export async function fuzz(target: Target, fuzzing: Fuzzing): Promise<Fuzzed> {
  const { seed, mostExecutions, until = () => false, coverage, onBatch } = fuzzing;
  const chance = createChance(seed);
  const corpus = [...fuzzing.corpus];
  const kept: Buffer[] = [];
  const size = target.isSlow ? SLOW_BATCH : BATCH;
  let executions = 0;
  let slowestMs = 0;
  let batch: readonly Buffer[] = corpus.length > 0 ? corpus : [Buffer.alloc(0)];
  coverage?.forget();
  for (;;) {
    for (const input of batch) {
      const started = performance.now();
      const finding = await tryOut(target, input, coverage);
      slowestMs = Math.max(slowestMs, performance.now() - started);
      executions += 1;
      if (finding) return { executions, kept, reached: coverage?.reached ?? 0, slowestMs, finding };
    }
    if (coverage?.look(false)) {
      for (const input of await findNew(target, coverage, batch)) {
        corpus.push(input);
        kept.push(input);
      }
    }
    onBatch?.(executions);
    if (executions >= mostExecutions || until()) break;
    const count = Math.min(size, mostExecutions - executions);
    batch = Array.from({ length: count }, () =>
      mutate(chance, { corpus, words: target.words, mostBytes: target.mostBytes }),
    );
  }
  return { executions, kept, reached: coverage?.reached ?? 0, slowestMs, finding: undefined };
}

/** Halves the batch until each input that reaches something new stands alone. */
async function findNew(target: Target, coverage: Coverage, inputs: readonly Buffer[]): Promise<readonly Buffer[]> {
  for (const input of inputs) await target.run(input);
  const [only, another] = inputs;
  if (only !== undefined && another === undefined) return coverage.look(true) ? [only] : [];
  if (!coverage.look(false)) return [];
  const middle = Math.ceil(inputs.length / 2);
  return [
    ...(await findNew(target, coverage, inputs.slice(0, middle))),
    ...(await findNew(target, coverage, inputs.slice(middle))),
  ];
}

/** Runs one input; a broken promise is shrunk to the least that still breaks it. */
export async function tryOut(target: Target, input: Buffer, coverage?: Coverage): Promise<Finding | undefined> {
  const started = performance.now();
  const says = (await faultOf(target, input)) ?? (await slowness(target, input, { started, coverage }));
  if (says === undefined) return undefined;
  // What is slow is slow by its length.
  if (says.startsWith(TOOK)) return { target: target.name, says, input };
  const small = await shrink(target, input, kindOf(says));
  return { target: target.name, says: (await faultOf(target, small)) ?? says, input: small };
}

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype] as const;
const OWN_KEYS = PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).length);

async function faultOf(target: Target, input: Buffer): Promise<string | undefined> {
  try {
    // Awaited only where there is something to wait for: a turn for each of millions of inputs would cost more than they.
    const running = target.run(input);
    if (running) await running;
  } catch (error) {
    if (error instanceof Broken) return error.message;
    return `it threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
  if (PROTOTYPES.some((prototype, index) => Reflect.ownKeys(prototype).length !== OWN_KEYS[index]))
    return 'it changed a prototype';
  return undefined;
}

const TOOK = 'it took';

/**
 * The machine has other things to do, so it is measured again, by the time of the processor. Counting what is reached
 * costs time as well, but it is paused only for what seems slow then: V8 forgets how to count blocks of code that it has
 * compiled, and a run that was paused because the machine was busy would find nothing new any more.
 */
async function slowness(
  target: Target,
  input: Buffer,
  { started, coverage }: { readonly started: number; readonly coverage: Coverage | undefined },
): Promise<string | undefined> {
  if (performance.now() - started <= LONGEST_MS || (await leastMs(target, input)) <= LONGEST_MS) return undefined;
  coverage?.pause();
  const least = await leastMs(target, input);
  coverage?.resume();
  return least > LONGEST_MS ? `${TOOK} ${least.toFixed(0)} ms of the processor, also when measured alone` : undefined;
}

async function leastMs(target: Target, input: Buffer): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let measurement = 0; measurement < MEASUREMENTS && least > LONGEST_MS; measurement += 1) {
    const begun = process.cpuUsage();
    await target.run(input);
    const { user, system } = process.cpuUsage(begun);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const MOST_SHRINKING = 2000;

async function shrink(target: Target, input: Buffer, kind: string): Promise<Buffer> {
  let small = input;
  let tries = 0;
  for (let length = Math.ceil(input.length / 2); length >= 1; length = Math.floor(length / 2)) {
    for (let at = 0; at < small.length && tries < MOST_SHRINKING; tries += 1) {
      const without = Buffer.concat([small.subarray(0, at), small.subarray(at + length)]);
      const says = await faultOf(target, without);
      if (says !== undefined && kindOf(says) === kind) small = without;
      else at += length;
    }
  }
  return small;
}

/** Without the values in it, so that the shrunken input breaks the same promise. */
function kindOf(says: string): string {
  return says.split(/[:\n]/, 1)[0]?.replace(/\d+/g, '') ?? '';
}
