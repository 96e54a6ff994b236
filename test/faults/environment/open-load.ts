/** Sends requests at a rate of its own, whether or not earlier ones have been answered, and counts what comes of them. */
import { watchStolen } from '../checking/stolen.ts';
import { type Counted, type Counting, countingOf, type Lane, openLane, type Shot } from './lane.ts';

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

export interface Impact {
  readonly seconds: number;
  /** Including those for which no connection was free. */
  readonly offered: number;
  readonly kinds: ReadonlyMap<string, Counted>;
  /** The moments at which other guests of the host had taken processor time, by `performance.now()`. */
  readonly stolenAt: readonly number[];
}

/** Longer than the answers of a queue take on the busiest machine; one that was lost never comes. */
const PATIENCE_MS = 60_000;
const PREPARED_AT_ONCE = 64;

export async function fire(barrage: Barrage): Promise<Impact> {
  const kinds = new Map<string, Counting>();
  const lanes: Lane[] = [];
  const free: Lane[] = [];
  await prepare(barrage, { lanes, free, kinds });
  kinds.clear();
  const stolen = watchStolen();
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
    const room = free.length + barrage.connections - lanes.length;
    const due = isEager ? room : ((now - began) / 1000) * barrage.perSecond - offered;
    for (let count = 1; count <= Math.min(due, room); count += 1) shoot();
    offered += Math.max(0, Math.floor(due));
    if (now - heardAt > 500) {
      heardAt = now;
      barrage.progress?.(offered);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const seconds = (performance.now() - began) / 1000;
  await settled(lanes, free);
  const stolenAt = stolen.end();
  for (const lane of lanes) lane.close();
  return { seconds, offered, kinds, stolenAt };
}

interface Range {
  readonly lanes: Lane[];
  readonly free: Lane[];
  readonly kinds: Map<string, Counting>;
}

/** A few at a time, since the service takes one connection in each turn of its event loop until they queue. */
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
