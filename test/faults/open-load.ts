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
  /**
   * All connections are open before the first second begins, as those of a load balancer are, and have sent this: the
   * service gives a new connection only so long to ask something.
   */
  greet?(): Shot;
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
const PREPARED_AT_ONCE = 64;

type Counting = { -readonly [Field in keyof Counted]: Counted[Field] } & { wrong: string[]; times: number[] };

export async function fire(barrage: Barrage): Promise<Impact> {
  const kinds = new Map<string, Counting>();
  const lanes: Lane[] = [];
  const free: Lane[] = [];
  await prepare(barrage, { lanes, free, kinds });
  kinds.clear();
  const began = performance.now();
  const end = began + barrage.seconds * 1000;
  const isEager = !Number.isFinite(barrage.perSecond);
  let offered = 0;

  /** Opened when they are needed: the service gives a new connection only so long to ask something. */
  const freeLane = () => {
    const lane = free.shift();
    if (lane || lanes.length >= barrage.connections) return lane;
    const opened = openLane(barrage.port, kinds);
    lanes.push(opened);
    return opened;
  };
  const shoot = () => {
    const lane = freeLane();
    const shot = lane && barrage.next();
    if (!lane) return;
    if (!shot) return void free.push(lane);
    countingOf(kinds, shot.kind).sent += 1;
    lane.fire(shot, () => {
      free.push(lane);
      if (!isEager || performance.now() >= end) return;
      offered += 1;
      shoot();
    });
  };
  let heardAt = began;
  for (let now = began; now < end; now = performance.now()) {
    const due = isEager ? barrage.connections - lanes.length : ((now - began) / 1000) * barrage.perSecond - offered;
    for (let count = 1; count <= Math.min(due, free.length + barrage.connections - lanes.length); count += 1) shoot();
    offered += Math.max(0, Math.floor(due));
    if (now - heardAt > 500) {
      heardAt = now;
      barrage.progress?.(offered);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const seconds = (performance.now() - began) / 1000;
  await settled(lanes, free);
  for (const lane of lanes) lane.close();
  return { seconds, offered, kinds };
}

interface Range {
  readonly lanes: Lane[];
  readonly free: Lane[];
  readonly kinds: Map<string, Counting>;
}

/** A few at a time, since the service takes one connection in each turn of its event loop. */
async function prepare({ port, connections, greet }: Barrage, { lanes, free, kinds }: Range): Promise<void> {
  while (greet && lanes.length < connections) {
    const some = Array.from({ length: Math.min(PREPARED_AT_ONCE, connections - lanes.length) }, () => {
      const lane = openLane(port, kinds);
      return new Promise<Lane>((resolve) => lane.fire(greet(), () => resolve(lane)));
    });
    const ready = await Promise.all(some);
    lanes.push(...ready);
    free.push(...ready);
  }
}

async function settled(lanes: readonly Lane[], free: readonly Lane[]): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (free.length < lanes.length && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
}

interface Lane {
  fire(shot: Shot, done: () => void): void;
  close(): void;
}

/** A request that is given to a lane which is still opening counts from when it was given. */
function openLane(port: number, kinds: Map<string, Counting>): Lane {
  let connection: Connection;
  let isClosed = false;
  let isOpen = false;
  let sentAt = 0;
  let pending: { readonly shot: Shot; readonly done: () => void } | undefined;
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
      ready() {
        isOpen = true;
        if (pending) connection.send(pending.shot.bytes);
      },
      answered: finish,
      closed() {
        const wasOpen = isOpen;
        isOpen = false;
        if (wasOpen || isClosed) finish(undefined);
        if (!isClosed) setTimeout(open, 20);
      },
    });
  };
  open();
  return {
    fire(shot, done) {
      pending = { shot, done };
      sentAt = performance.now();
      if (isOpen) connection.send(shot.bytes);
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
