/** Keeps answered requests for their developers: gathered in memory, written with the other writes that may wait. */
import { type Activity, isOwnSource } from '../../protocol/activity.ts';
import type { Source } from '../../protocol/event.ts';
import type { Database } from '../database.ts';
import {
  type AnsweredRow,
  insertAnswered,
  MOST_ANSWERED_OF_CLIENT,
  trimAnsweredOf,
} from '../tables/events/answered-requests.ts';
import { createTidying } from './tidying.ts';

interface Seen {
  readonly traceId: string;
  readonly source: Source;
  /** Now, where it is left out. */
  readonly at?: number;
}

export interface ActivityLog {
  /**
   * Costs one lookup in a map. What a token record or a client is answered again and again has one `Activity` object, so
   * that a busy application is counted, not listed.
   */
  note(activity: Activity, seen: Seen, milliseconds: number): void;
  /** Writes what is waiting. Failures are forgotten: nothing here is needed for correctness. */
  flush(): Promise<void>;
  /** The same, and waits until the log is within its bounds. */
  finish(): Promise<void>;
  /** Requests dropped because too many different ones were waiting, or came within one flush. */
  readonly dropped: number;
}

/** Different activities that wait at once. */
const MOST_WAITING = 2000;
/** Clients whose log is to be kept within its bounds; the sweep looks after those that find no place. */
const MOST_CLIENTS = 1000;
/** So many of one activity are kept one by one; those beyond are counted into one row. */
const KEPT_EACH = 4;
/** Requests, the newest surplus one of each activity and clients. */
export const MOST_HELD = MOST_WAITING * (KEPT_EACH + 1) + MOST_CLIENTS;
const MOST_ROWS = 500;
const BATCH = 50;
const TRIM_STEP = 1000;
const LONGEST_AGENT = 120;

type Kept = Omit<AnsweredRow, 'clientId' | 'kind' | 'familyId' | 'count'>;

interface Waiting {
  readonly kept: Kept[];
  surplus: number;
  /** Of the newest surplus one: written over each time, and no more of its request is held than this. */
  lastAt: number;
  lastTraceId: string;
  lastSource: Source;
  lastMilliseconds: number;
}

interface Sources {
  readonly now: () => number;
  readonly nextId: () => number;
}

export function createActivityLog(database: Database, { now, nextId }: Sources): ActivityLog {
  let waiting = new Map<Activity, Waiting>();
  /** Clients whose rows are more now. */
  let touched = new Set<number>();
  let dropped = 0;
  let flushing = Promise.resolve();

  function keptOf(activity: Activity, { traceId, source, at = now() }: Seen, milliseconds: number): Kept {
    const isOwn = isOwnSource(activity.kind);
    return {
      id: nextId(),
      at,
      milliseconds: Math.round(milliseconds),
      traceId,
      address: isOwn ? source.address : null,
      userAgent: isOwn ? (source.userAgent?.slice(0, LONGEST_AGENT) ?? null) : null,
    };
  }

  async function drain(): Promise<void> {
    const noted = waiting;
    waiting = new Map();
    const rows = [...noted].flatMap(([activity, { kept, surplus, ...last }]) => {
      const single = kept.map((each) => rowOf(activity, each, 1));
      if (surplus === 0) return single;
      return [...single, rowOf(activity, keptOf(activity, lastSeen(last), last.lastMilliseconds), surplus)];
    });
    const { written, left } = newestOf(gather(rows));
    dropped += left;
    for (let start = 0; start < written.length; start += BATCH) {
      await writeQuietly(database, written.slice(start, start + BATCH).map(insertAnswered));
    }
    for (const { clientId } of written) if (touched.size < MOST_CLIENTS) touched.add(clientId);
    tidying.start();
  }

  const tidying = createTidying(async () => {
    while (touched.size > 0) {
      const clients = touched;
      touched = new Set();
      for (const clientId of clients)
        await writeQuietly(database, [trimAnsweredOf(clientId, MOST_ANSWERED_OF_CLIENT, TRIM_STEP)]);
    }
  });

  /** One after the other, so that a call also waits for the flushes before it. */
  function flush(): Promise<void> {
    flushing = flushing.then(drain);
    return flushing;
  }

  return {
    note(activity, seen, milliseconds) {
      const known = waiting.get(activity);
      if (known === undefined) {
        if (waiting.size >= MOST_WAITING) dropped += 1;
        else waiting.set(activity, begin(keptOf(activity, seen, milliseconds), seen));
      } else if (known.kept.length < KEPT_EACH) known.kept.push(keptOf(activity, seen, milliseconds));
      else {
        known.surplus += 1;
        known.lastAt = now();
        known.lastTraceId = seen.traceId;
        known.lastSource = seen.source;
        known.lastMilliseconds = Math.round(milliseconds);
      }
    },
    flush,
    async finish() {
      await flush();
      await tidying.finish();
    },
    get dropped() {
      return dropped;
    },
  };
}

function lastSeen({ lastAt, lastTraceId, lastSource }: Pick<Waiting, 'lastAt' | 'lastTraceId' | 'lastSource'>): Seen {
  return { traceId: lastTraceId, source: lastSource, at: lastAt };
}

function begin(first: Kept, { traceId, source }: Seen): Waiting {
  return { kept: [first], surplus: 0, lastAt: first.at, lastTraceId: traceId, lastSource: source, lastMilliseconds: 0 };
}

function rowOf({ clientId, kind, familyId }: Activity, kept: Kept, count: number): AnsweredRow {
  return { ...kept, clientId, kind, familyId, count };
}

/**
 * Requests that are alike, of different tokens too: where they are more than are kept one by one, the newest stand alone
 * and all others in one row. Oldest first.
 */
function gather(rows: readonly AnsweredRow[]): readonly AnsweredRow[] {
  const alike = Map.groupBy(rows, (row) => `${row.clientId} ${row.kind} ${row.address} ${row.userAgent}`);
  return [...alike.values()]
    .flatMap((group) => {
      const sorted = group.toSorted((one, other) => one.id - other.id);
      const older = sorted.slice(0, -KEPT_EACH);
      const newest = older.at(-1);
      if (newest === undefined) return sorted;
      const count = older.reduce((sum, row) => sum + row.count, 0);
      const isOneFamily = older.every(({ familyId }) => familyId === newest.familyId);
      return [{ ...newest, count, familyId: isOneFamily ? newest.familyId : null }, ...sorted.slice(-KEPT_EACH)];
    })
    .sort((one, other) => one.id - other.id);
}

/** As many as one flush writes, and how many requests the others stand for. */
function newestOf(rows: readonly AnsweredRow[]): { readonly written: readonly AnsweredRow[]; readonly left: number } {
  const left = rows.slice(0, -MOST_ROWS).reduce((sum, { count }) => sum + count, 0);
  return { written: rows.slice(-MOST_ROWS), left };
}

async function writeQuietly(database: Database, batch: Parameters<Database['write']>[0]): Promise<void> {
  try {
    await database.write(batch);
  } catch {
    // The answers have long been given; requests that are missing in the list cost their developer nothing.
  }
}
