/** One connection of a load: sends what it is given, waits for the answer, and counts what came of it. */
import { type Connection, openConnection } from '../../../bench/load/connection.ts';
import { type Answer, headerOf } from '../../../bench/load/wire.ts';

export type Fate = 'served' | 'shed' | 'wrong';

export interface Shot {
  readonly kind: string;
  /** A whole HTTP message, byte for character. */
  readonly bytes: string;
  isServed(answer: Answer): boolean;
  /** Called in any case, with no answer when none came. */
  ended?(fate: Fate | 'lost', answer: Answer | undefined): void;
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
  /** When each of them was sent, by `performance.now()`. */
  readonly sentAts: readonly number[];
}

const MOST_WRONG = 5;

export type Counting = { -readonly [Field in keyof Counted]: Counted[Field] } & {
  wrong: string[];
  times: number[];
  sentAts: number[];
};

export interface Lane {
  fire(shot: Shot, done: () => void): void;
  close(): void;
}

/** A request that is given to a lane which is still opening counts from when it was given. */
export function openLane(port: number, kinds: Map<string, Counting>): Lane {
  let connection: Connection;
  let isClosed = false;
  let isOpen = false;
  let sentAt = 0;
  let pending: { readonly shot: Shot; readonly done: () => void } | undefined;
  const finish = (answer: Answer | undefined) => {
    if (!pending) return;
    const { shot, done } = pending;
    pending = undefined;
    const fate = count(countingOf(kinds, shot.kind), shot, { answer, sentAt });
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
  readonly sentAt: number;
}

function count(counting: Counting, shot: Shot, { answer, sentAt }: Ended): Fate | 'lost' {
  if (!answer) {
    counting.lost += 1;
    return 'lost';
  }
  if (shot.isServed(answer)) {
    counting.served += 1;
    counting.times.push(performance.now() - sentAt);
    counting.sentAts.push(sentAt);
    return 'served';
  }
  if (answer.status === 503 && Number(headerOf(answer, 'retry-after')) > 0) {
    counting.shed += 1;
    return 'shed';
  }
  if (counting.wrong.length < MOST_WRONG) counting.wrong.push(`${answer.status} ${answer.body.slice(0, 200)}`);
  return 'wrong';
}

export function countingOf(kinds: Map<string, Counting>, kind: string): Counting {
  let counting = kinds.get(kind);
  if (!counting) {
    counting = { sent: 0, served: 0, shed: 0, wrong: [], lost: 0, times: [], sentAts: [] };
    kinds.set(kind, counting);
  }
  return counting;
}
