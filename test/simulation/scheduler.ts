/** Runs workers whose every read and write waits until somebody chooses it: one thread of time, in any order. */
import { NotNow } from '../../src/protocol/not-now.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Memory, Touched } from './memory.ts';

/** What the database does with a step: what it should, or one of four ways to fail. */
export type Fate = 'done' | 'stale' | 'fails before' | 'fails after';

export interface Step {
  readonly worker: number;
  readonly kind: 'read' | 'write' | 'tick';
  readonly touched: Touched;
  /** Whether an act begins with it. */
  readonly isFirst: boolean;
  readonly take: (fate: Fate) => void;
}

export interface Option {
  readonly step: Step;
  readonly fate: Fate;
}

/** Which of the options is next; `nothing` gives the schedule up, since another one comes to the same end. */
export type Choose = (options: readonly Option[], before: Before | undefined) => number | 'nothing';

/** The step before: who took it, what could have been taken in its place, and whether an act ended with it. */
export interface Before {
  readonly step: Step;
  readonly rivals: ReadonlySet<Step>;
  readonly endedAct: boolean;
}

export interface Bench {
  /** Steps taken so far; the moment of everything that happens. */
  moment: number;
  /** Epoch seconds. */
  now: number;
  /** The storage port of a worker. */
  portOf(worker: number): Database;
  /** A step of a worker in which nothing but time passes. */
  tick(worker: number, seconds: number): Promise<void>;
  /** The worker begins an act: its next step is the first. */
  begin(worker: number): void;
  /** The act has its answer. From its first step to its last, in moments. */
  end(worker: number): { readonly from: number; readonly to: number };
}

export interface Failing {
  readonly most: number;
  readonly fates: readonly Exclude<Fate, 'done'>[];
}

interface Lane {
  isBeginning: boolean;
  firstAt: number;
  hasEnded: boolean;
}

/** False when it was given up. */
export async function runSchedule(memory: Memory, { start, choose, failing, now, told = [] }: Run): Promise<boolean> {
  const pending: Step[] = [];
  const lanes = new Map<number, Lane>();
  const bench = createBench(memory, pending, lanes, now);
  let failuresLeft = failing.most;
  let before: Before | undefined;
  const running = start(bench);
  let isOver = false;
  let defect: unknown;
  running.then(
    () => {
      isOver = true;
    },
    (error: unknown) => {
      isOver = true;
      defect = error;
    },
  );
  for (;;) {
    // Everything that can go on without the database has gone on when the next turn begins.
    await new Promise(setImmediate);
    if (isOver) break;
    if (pending.length === 0) throw new Error('A worker waits for something that is not the database.');
    const options = optionsOf(pending, failuresLeft > 0 ? failing.fates : []);
    const index = choose(options, before);
    if (index === 'nothing') return false;
    const chosen = options[index];
    if (!chosen) throw new Error('These choices do not fit this scene.');
    const { step, fate } = chosen;
    if (fate !== 'done') failuresLeft -= 1;
    told.push(`${step.worker} ${step.kind}${fate === 'done' ? '' : ` ${fate}`}`);
    const lane = lanes.get(step.worker);
    if (lane) lane.hasEnded = false;
    const rivals = new Set(pending.filter((other) => other !== step));
    pending.splice(pending.indexOf(step), 1);
    bench.moment += 1;
    if (lane?.isBeginning && step.isFirst) {
      lane.firstAt = bench.moment;
      lane.isBeginning = false;
    }
    step.take(fate);
    await new Promise(setImmediate);
    before = { step, rivals, endedAct: lane?.hasEnded ?? true };
  }
  if (defect !== undefined) throw defect;
  return true;
}

export interface Run {
  readonly start: (bench: Bench) => Promise<unknown>;
  readonly choose: Choose;
  readonly failing: Failing;
  readonly now: number;
  /** Gets each step in words. */
  readonly told?: string[];
}

function optionsOf(pending: readonly Step[], fates: readonly Fate[]): readonly Option[] {
  const sorted = pending.toSorted((one, other) => one.worker - other.worker);
  return sorted.flatMap((step) => [
    { step, fate: 'done' as const },
    ...fates.filter((fate) => isPossible(step, fate)).map((fate) => ({ step, fate })),
  ]);
}

/** A read has nothing to undo: it fails, or not. */
function isPossible({ kind }: Step, fate: Fate): boolean {
  return kind === 'write' || (kind === 'read' && fate === 'fails before');
}

function createBench(memory: Memory, pending: Step[], lanes: Map<number, Lane>, now: number): Bench {
  const laneOf = (worker: number): Lane => {
    let lane = lanes.get(worker);
    if (!lane) {
      lane = { isBeginning: false, firstAt: 0, hasEnded: false };
      lanes.set(worker, lane);
    }
    return lane;
  };
  const wait = <Answer>(step: Omit<Step, 'take' | 'isFirst'>, work: () => Answer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const take = (fate: Fate) => {
        try {
          settle(work, fate, { resolve, reject });
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      pending.push({ ...step, isFirst: laneOf(step.worker).isBeginning, take });
    });

  const bench: Bench = {
    moment: 0,
    now,
    portOf: (worker) => ({
      engine: 'sqlite',
      // The row type is the caller's promise about the columns it named.
      read: <Row>(statement: Parameters<Memory['read']>[0]) =>
        wait({ worker, kind: 'read', touched: memory.touchedBy([statement]) }, () =>
          memory.read(statement),
        ) as unknown as Promise<readonly Row[]>,
      list: <Row>(statement: Parameters<Memory['read']>[0]) =>
        wait({ worker, kind: 'read', touched: memory.touchedBy([statement]) }, () =>
          memory.read(statement),
        ) as unknown as Promise<readonly Row[]>,
      write: (batch) => wait({ worker, kind: 'write', touched: memory.touchedBy(batch) }, () => memory.write(batch)),
      findTrouble: () => Promise.resolve(undefined),
      close: () => Promise.resolve(),
    }),
    tick: (worker, seconds) =>
      wait({ worker, kind: 'tick', touched: { reads: new Set(), writes: new Set() } }, () => {
        bench.now += seconds;
      }),
    begin(worker) {
      const lane = laneOf(worker);
      lane.isBeginning = true;
      lane.hasEnded = false;
      lane.firstAt = bench.moment;
    },
    end(worker) {
      const lane = laneOf(worker);
      lane.hasEnded = true;
      return { from: lane.firstAt, to: bench.moment };
    },
  };
  return bench;
}

interface Settling<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

function settle<Answer>(work: () => Answer, fate: Fate, { resolve, reject }: Settling<Answer>): void {
  if (fate === 'fails before') reject(new NotNow('unavailable', 'It was made to fail before anything was written.'));
  // A number that somebody else took: nothing is written, and the act has to begin again. Only writes are told so.
  else if (fate === 'stale') resolve(null as unknown as Answer);
  else {
    const answer = work();
    if (fate === 'done') resolve(answer);
    else reject(new NotNow('unavailable', 'It was made to fail after everything was written.'));
  }
}
