/** A TCP relay whose way can be cut: nothing passes, everything comes late, or answers are lost to a reset. */
import { connect, createServer, type Socket } from 'node:net';

/**
 * `silent`: pieces are kept back until the way is open again, as a network does that sends them once more later.
 * `late`: each piece comes five seconds later. `reset`: the next answer on each open connection is lost and the
 * connection reset; what had been asked for was done.
 */
export type Cut = 'silent' | 'late' | 'reset';

export interface CutLink {
  readonly port: number;
  cut(how: Cut): void;
  heal(): void;
  close(): void;
}

export const LATE_MS = 5000;
const TLS_APPLICATION_DATA = 0x17;

interface Piece {
  readonly bytes: Buffer;
  dueAt: number;
}

/** One direction of a connection. */
interface Way {
  readonly from: Socket;
  readonly into: Socket;
  /** From the server to a client. */
  readonly isAnswers: boolean;
  readonly waiting: Piece[];
  hasEnded: boolean;
  timer: NodeJS.Timeout | undefined;
}

interface State {
  how: Cut | undefined;
  readonly ways: Set<Way>;
  /** Whose next answer is lost. */
  readonly doomed: Set<Socket>;
  /** All that are open, also those that only have to send what is left. */
  readonly sockets: Set<Socket>;
}

export function openCutLink(to: { host: string; port: number }): Promise<CutLink> {
  const state: State = { how: undefined, ways: new Set(), doomed: new Set(), sockets: new Set() };
  const server = createServer((near) => {
    const far = connect(to);
    relay(state, { from: near, into: far, isAnswers: false });
    relay(state, { from: far, into: near, isAnswers: true });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address ? address.port : 0,
        ...controls(state, () => server.close()),
      });
    });
  });
}

function controls(state: State, closeServer: () => void): Omit<CutLink, 'port'> {
  return {
    cut(how) {
      state.how = how;
      // The answers of the server travel into the near sockets.
      if (how === 'reset') for (const { into, isAnswers } of state.ways) if (isAnswers) state.doomed.add(into);
    },
    heal() {
      state.how = undefined;
      state.doomed.clear();
      for (const way of state.ways) {
        for (const piece of way.waiting) if (piece.dueAt === Number.POSITIVE_INFINITY) piece.dueAt = 0;
        pump(state, way);
      }
    },
    close() {
      closeServer();
      for (const { timer } of state.ways) clearTimeout(timer);
      for (const socket of state.sockets) socket.destroy();
    },
  };
}

function relay(state: State, ends: Pick<Way, 'from' | 'into' | 'isAnswers'>): void {
  const { from, into } = ends;
  const way: Way = { ...ends, waiting: [], hasEnded: false, timer: undefined };
  state.ways.add(way);
  state.sockets.add(from);
  from.setNoDelay(true);
  from.on('data', (bytes: Buffer) => {
    if (state.how === 'reset' && isAnswer(bytes) && state.doomed.delete(into)) {
      into.resetAndDestroy();
      // Not left to the end of the other side, which is not told of when a reset comes too late.
      from.destroy();
      return;
    }
    way.waiting.push({ bytes, dueAt: dueAt(state) });
    pump(state, way);
  });
  from.on('error', () => {});
  from.on('close', () => {
    state.sockets.delete(from);
    way.hasEnded = true;
    pump(state, way);
  });
}

/** What the server says to a statement ends in "ready for query"; over TLS it is a record of application data. */
function isAnswer(bytes: Buffer): boolean {
  return bytes.at(-6) === 'Z'.charCodeAt(0) || bytes[0] === TLS_APPLICATION_DATA;
}

function dueAt({ how }: State): number {
  if (how === 'silent') return Number.POSITIVE_INFINITY;
  return how === 'late' ? performance.now() + LATE_MS : 0;
}

/** Hands on what is due, in order; then, if the sender has gone, the news of that. */
function pump(state: State, way: Way): void {
  clearTimeout(way.timer);
  for (;;) {
    const [next] = way.waiting;
    if (!next) break;
    const inMs = next.dueAt - performance.now();
    if (inMs > 0) {
      if (Number.isFinite(inMs)) way.timer = setTimeout(() => pump(state, way), inMs);
      return;
    }
    way.waiting.shift();
    if (way.into.writable) way.into.write(next.bytes);
  }
  if (!way.hasEnded || state.how === 'silent') return;
  way.into.destroySoon();
  state.ways.delete(way);
}
