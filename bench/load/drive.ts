/** Drives a server over raw sockets: many kept connections, one request in flight on each. */
import { type Connection, openConnection } from './connection.ts';
import type { Measured, Plan } from './job.ts';
import { countError, createTally, record, summarise, type Tally } from './tally.ts';
import type { Answer } from './wire.ts';

/** What is sent and what counts as a correct answer. A lane is one connection. */
export interface Script {
  /** The next request of a lane, byte for character; null when there is nothing left to send. */
  next(lane: number): string | null;
  isCorrect(lane: number, answer: Answer): boolean;
  /** Answers on these lanes keep the server busy but are not measured. */
  isUnmeasured?(lane: number): boolean;
  /** Lanes beside those of the plan. */
  readonly extraLanes?: number;
  /** Called once, when all is over. */
  ended?(): void;
}

export interface Listener {
  began(): void;
  progress(answers: number, errors: number): void;
  ended(): void;
}

/** An answer that takes longer than this never comes. */
const PATIENCE_MS = 15_000;
const RECONNECT_MS = 20;

interface Window {
  readonly from: number;
  readonly to: number;
}

export async function drive(
  script: Script,
  ports: readonly number[],
  plan: Plan,
  listener: Listener,
): Promise<Measured> {
  const tally = createTally();
  const start = performance.now();
  const from = start + plan.warmUpSeconds * 1000;
  const window = { from, to: from + plan.seconds * 1000 };
  let cpu = process.cpuUsage();
  const waiting: ((now: number) => void)[] = [];
  const timers = [
    setInterval(() => {
      for (const giveUp of waiting) giveUp(performance.now());
    }, 1000),
    setTimeout(() => {
      cpu = process.cpuUsage();
      listener.began();
    }, plan.warmUpSeconds * 1000),
    setTimeout(() => listener.ended(), window.to - start),
    setInterval(() => listener.progress(tally.answers, tally.errors), 500),
  ];
  const lanes = Array.from({ length: plan.connections + (script.extraLanes ?? 0) }, (_, lane) =>
    runLane({ script, lane, port: ports[lane % ports.length] ?? 0, window, tally, waiting }),
  );
  const ends = await Promise.all(lanes);
  for (const timer of timers) clearTimeout(timer);
  script.ended?.();
  // Where the requests ran out, the time that was really needed counts.
  const isExhausted = ends.every((end) => end === 'exhausted');
  const seconds = ((isExhausted ? tally.lastAt : window.to) - window.from) / 1000;
  const used = process.cpuUsage(cpu);
  return summarise(tally, seconds, (used.user + used.system) / 1_000_000);
}

interface LaneRun {
  readonly script: Script;
  readonly lane: number;
  readonly port: number;
  readonly window: Window;
  readonly tally: Tally;
  /** Asked now and then whether they have waited too long. */
  readonly waiting: ((now: number) => void)[];
}

type Ending = 'exhausted' | 'over';

function runLane({ script, lane, port, window, tally, waiting }: LaneRun): Promise<Ending> {
  const isMeasured = !(script.isUnmeasured?.(lane) ?? false);
  return new Promise((resolve) => {
    let connection: Connection;
    let sentAt = 0;
    let isOver = false;
    const limit = setTimeout(() => finish('over', 'no answer came'), window.to - performance.now() + PATIENCE_MS);

    function finish(how: Ending, problem?: string): void {
      if (isOver) return;
      isOver = true;
      clearTimeout(limit);
      if (problem !== undefined && isMeasured) countError(tally, problem);
      connection.close();
      resolve(how);
    }

    function send(): void {
      const request = script.next(lane);
      if (request === null) {
        finish('exhausted');
        return;
      }
      sentAt = performance.now();
      connection.send(request);
    }

    function judge(answer: Answer): void {
      const now = performance.now();
      const isCorrect = script.isCorrect(lane, answer);
      if (isMeasured) {
        if (!isCorrect) tally.firstError ??= `${answer.head.split('\r\n', 1)[0]} ${answer.body.slice(0, 300)}`;
        if (now >= window.from && now < window.to) {
          if (isCorrect) record(tally, now, now - sentAt);
          else tally.errors += 1;
        }
      }
      if (now >= window.to) finish('over');
      else send();
    }

    /** A server may close a kept connection; the request that was under way is an error. */
    function reopen(): void {
      if (isOver) return;
      if (isMeasured) countError(tally, 'the connection was closed');
      if (performance.now() >= window.to) finish('over');
      else setTimeout(open, RECONNECT_MS);
    }

    function open(): void {
      if (!isOver) connection = openConnection(port, { ready: send, answered: judge, closed: reopen });
    }

    /** One answer that never comes must not hold up what is made beforehand, for which there is much time. */
    waiting.push((now) => {
      if (sentAt > 0 && now - sentAt > PATIENCE_MS && now < window.to) connection.close();
    });
    open();
  });
}
