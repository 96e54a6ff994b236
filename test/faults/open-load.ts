/** Sends requests at a rate of its own, whether or not earlier ones have been answered, and counts what comes of them. */
import { type Connection, openConnection } from '../../bench/load/connection.ts';
import { type Answer, headerOf } from '../../bench/load/wire.ts';

export type Fate = 'served' | 'shed' | 'wrong';

export interface Shot {
  readonly kind: string;
  /** A whole HTTP message, byte for character. */
  readonly bytes: string;
  isServed(answer: Answer): boolean;
  /** Called in any case, with no answer when none came. */
  ended?(fate: Fate | 'lost', answer: Answer | undefined): void;
}

export interface Barrage {
  readonly port: number;
  readonly connections: number;
  /** Infinity: as soon as a connection is free. */
  readonly perSecond: number;
  readonly seconds: number;
  /** Undefined: nothing to send at the moment. */
  next(): Shot | undefined;
  /** Hears about twice a second. */
  progress?(fired: number): void;
}

export interface Counted {
  readonly sent: number;
  readonly served: number;
  readonly shed: number;
  /** The first few of the answers that should not have been. */
  readonly wrong: readonly string[];
  /** Connections that broke and answers that never came. */
  readonly lost: number;
  /** Milliseconds of those served. */
  readonly times: readonly number[];
}

export interface Impact {
  readonly seconds: number;
  /** Including those for which no connection was free. */
  readonly offered: number;
  readonly kinds: ReadonlyMap<string, Counted>;
}

const PATIENCE_MS = 20_000;
const MOST_WRONG = 5;
/** Between two looks at the clock; more would keep answers waiting to be read. */
const MOST_AT_ONCE = 256;

type Counting = { -readonly [Field in keyof Counted]: Counted[Field] } & { wrong: string[]; times: number[] };

export async function fire(barrage: Barrage): Promise<Impact> {
  const kinds = new Map<string, Counting>();
  const lanes = Array.from({ length: barrage.connections }, () => openLane(barrage.port, kinds));
  await Promise.all(lanes.map(({ ready }) => ready));
  const free = lanes.slice();
  const began = performance.now();
  const end = began + barrage.seconds * 1000;
  let offered = 0;
  const shoot = (shot: Shot, lane: Lane) => {
    countingOf(kinds, shot.kind).sent += 1;
    lane.fire(shot, () => void free.push(lane));
  };
  let heardAt = began;
  for (let now = began; now < end; now = performance.now()) {
    const due = Number.isFinite(barrage.perSecond) ? ((now - began) / 1000) * barrage.perSecond - offered : free.length;
    for (let count = 0; count < Math.min(due, MOST_AT_ONCE); count += 1) {
      const lane = free.pop();
      const shot = lane && barrage.next();
      if (lane && shot) shoot(shot, lane);
      else if (lane) free.push(lane);
      offered += 1;
    }
    if (now - heardAt > 500) {
      heardAt = now;
      barrage.progress?.(offered);
    }
    await new Promise((resolve) => (due >= 1 ? setImmediate(resolve) : setTimeout(resolve, 1)));
  }
  const seconds = (performance.now() - began) / 1000;
  await settled(lanes, free);
  for (const lane of lanes) lane.close();
  return { seconds, offered, kinds };
}

async function settled(lanes: readonly Lane[], free: readonly Lane[]): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (free.length < lanes.length && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
}

interface Lane {
  readonly ready: Promise<void>;
  fire(shot: Shot, done: () => void): void;
  close(): void;
}

function openLane(port: number, kinds: Map<string, Counting>): Lane {
  let connection: Connection;
  let isClosed = false;
  let sentAt = 0;
  let pending: { readonly shot: Shot; readonly done: () => void } | undefined;
  let isReady = Promise.withResolvers<void>();
  const finish = (answer: Answer | undefined) => {
    if (!pending) return;
    const { shot, done } = pending;
    pending = undefined;
    const fate = count(countingOf(kinds, shot.kind), shot, { answer, ms: performance.now() - sentAt });
    shot.ended?.(fate, answer);
    done();
  };
  const open = () => {
    connection = openConnection(port, {
      ready: () => isReady.resolve(),
      answered: finish,
      closed() {
        finish(undefined);
        if (isClosed) return isReady.resolve();
        isReady = Promise.withResolvers();
        setTimeout(open, 20);
      },
    });
  };
  open();
  return {
    get ready() {
      return isReady.promise;
    },
    fire(shot, done) {
      pending = { shot, done };
      sentAt = performance.now();
      connection.send(shot.bytes);
    },
    close() {
      isClosed = true;
      finish(undefined);
      connection.close();
    },
  };
}

interface Ended {
  readonly answer: Answer | undefined;
  readonly ms: number;
}

function count(counting: Counting, shot: Shot, { answer, ms }: Ended): Fate | 'lost' {
  if (!answer) {
    counting.lost += 1;
    return 'lost';
  }
  if (shot.isServed(answer)) {
    counting.served += 1;
    counting.times.push(ms);
    return 'served';
  }
  if (answer.status === 503 && Number(headerOf(answer, 'retry-after')) > 0) {
    counting.shed += 1;
    return 'shed';
  }
  if (counting.wrong.length < MOST_WRONG) counting.wrong.push(`${answer.status} ${answer.body.slice(0, 200)}`);
  return 'wrong';
}

function countingOf(kinds: Map<string, Counting>, kind: string): Counting {
  let counting = kinds.get(kind);
  if (!counting) {
    counting = { sent: 0, served: 0, shed: 0, wrong: [], lost: 0, times: [] };
    kinds.set(kind, counting);
  }
  return counting;
}
