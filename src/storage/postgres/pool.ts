/**
 * A pool of connections to one PostgreSQL server that can be aborted as a whole, at once.
 *
 * Between the moment a connection breaks and the moment the driver has removed it, the driver still hands statements to
 * it and does not fail them: on the next connection their answers would be mixed up. So once a connection of a pool has
 * ended, no answer that the pool still waits for is trusted, and no statement is sent on it any more.
 */
import type { Socket } from 'node:net';
import postgres from 'postgres';
import { transportOf } from '../../config/transport.ts';
import type { PoolFigures } from '../database.ts';
import type { Value } from '../sql.ts';
import { outOfReach, standby } from './reasons.ts';
import { CONNECT_LIMIT_MS, openSocket, refusedSocket } from './socket.ts';

export type DriverClient = postgres.Sql<{ bigint: number }>;

/** Runs one statement, prepared once for each text, and answers its rows as lists of fields. */
export type Query = (text: string, values: Value[]) => PromiseLike<FieldLists>;

export interface FieldLists extends ReadonlyArray<readonly unknown[]> {
  readonly columns: readonly { readonly name: string }[];
}

export interface Pool {
  call<Answer>(ask: (client: DriverClient) => PromiseLike<Answer>): Promise<Answer>;
  /** When the oldest call began that has no answer yet. */
  oldestCallAt(): number | undefined;
  /** When a call was last answered; 0 for never. */
  readonly heardAt: number;
  /** How many bytes its connections have received. */
  received(): number;
  load(): Omit<PoolFigures, 'role'>;
  /** Ends every connection and fails every call, at once, with this error if there is one that says more. */
  abort(because?: Error): void;
  /** Lets calls under way finish, for so many seconds at most. */
  end(seconds: number): Promise<void>;
}

interface PoolOrder {
  readonly server: string;
  readonly size: number;
  /** The server itself ends a statement that takes longer; 0 lets it take any time. */
  readonly statementMs: number;
  readonly lockMs: number;
  /** A connection ended, or could not be made. */
  readonly onBroken: () => void;
  /** Several connections in a row led to a standby. */
  readonly onStandby: () => void;
  /** For databases of others, which are only read. */
  readonly mayBeStandby?: true;
}

interface Call {
  readonly begunAt: number;
  readonly reject: (error: unknown) => void;
}

/** Behind a balancer the next connection may lead to the primary. */
const MOST_STANDBYS = 5;

export function openPool(order: PoolOrder): Pool {
  const calls = new Set<Call>();
  const sockets = new Set<Socket>();
  let heardAt = 0;
  let isGivenUp = false;
  let refusedStandbys = 0;
  const transport = transportOf(order.server);
  const client = connectClient(
    { ...order, server: transport.rest },
    {
      socket: (options) =>
        isGivenUp ? refusedSocket(outOfReach()) : openSocket(transport, options, (socket) => track(sockets, socket)),
      onclose: () => {
        // Nothing was sent on a connection to a standby, so the others can be trusted.
        if (refusedStandbys > 0) refusedStandbys -= 1;
        else if (!isGivenUp) order.onBroken();
      },
    },
  );

  /** The driver has not sent a statement that it fails in this way, so it may be sent again. */
  async function askPrimary<Answer>(ask: (client: DriverClient) => PromiseLike<Answer>): Promise<Answer> {
    for (let tries = 0; tries < MOST_STANDBYS; tries += 1) {
      try {
        return await ask(client);
      } catch (error) {
        if (isGivenUp || !isStandbyRefused(error)) throw error;
        refusedStandbys += 1;
      }
    }
    order.onStandby();
    throw standby();
  }

  return {
    call(ask) {
      if (isGivenUp) return Promise.reject(outOfReach());
      const begunAt = performance.now();
      return new Promise((resolve, reject) => {
        const call = { begunAt, reject };
        calls.add(call);
        askPrimary(ask).then(
          (answer) => {
            calls.delete(call);
            heardAt = performance.now();
            resolve(answer);
          },
          (error) => {
            calls.delete(call);
            reject(error);
          },
        );
      });
    },
    oldestCallAt: () => calls.values().next().value?.begunAt,
    get heardAt() {
      return heardAt;
    },
    received: () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0),
    load: () => ({ size: order.size, open: countOpen(sockets), calls: calls.size }),
    abort(because = outOfReach()) {
      isGivenUp = true;
      for (const call of calls) call.reject(because);
      calls.clear();
      // Whatever the driver has not written yet is written first: it keeps what it could not write for the next socket.
      setImmediate(() => {
        for (const socket of sockets) socket.destroy();
      });
      void client.end({ timeout: 0 });
    },
    async end(seconds) {
      isGivenUp = true;
      await client.end({ timeout: seconds });
    },
  };
}

/** The driver ends a connection to a standby before it sends anything on it, and fails the statement it was made for. */
function isStandbyRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'CONNECTION_DESTROYED';
}

interface Sockets {
  readonly socket: (options: { readonly host: readonly string[] }) => Socket | Promise<Socket>;
  readonly onclose: () => void;
}

function connectClient({ server, size, statementMs, lockMs, mayBeStandby }: PoolOrder, sockets: Sockets): DriverClient {
  const options = {
    max: size,
    // Every connection is asked: a balancer, or a name with two addresses, may lead some of them to a standby, which
    // still has what was revoked a moment ago.
    ...(mayBeStandby ? {} : { target_session_attrs: 'primary' as const }),
    connect_timeout: CONNECT_LIMIT_MS / 1000,
    // The socket that it is handed is encrypted already.
    ssl: false,
    // Old connections are replaced together with their pool (failover.ts).
    max_lifetime: null,
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
    fetch_types: false,
    onnotice: () => {},
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    connection: {
      application_name: 'latchkey',
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: 10_000,
      // Every statement goes along an index (test/plans.test.ts reads the plans), and a plan that was made while a
      // table was small must not scan it once it has grown. This holds for the pages that list as well: with 20 000
      // applications, the administrators' search takes 0.4 ms this way and 10 ms with the planner's own choice, the
      // search by any part of a name 29 ms either way, all others less than a millisecond apart (medians of 15, both
      // settings in one run).
      plan_cache_mode: 'force_generic_plan',
      // In words: the driver leaves out what is false.
      enable_seqscan: 'off',
      enable_hashjoin: 'off',
      enable_mergejoin: 'off',
      jit: 'off',
    },
  };
  // The driver takes `socket` and `onclose`; its types know only the latter.
  return postgres(server, Object.assign(options, sockets));
}

function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}

/** The driver may take away the listener that would have removed a closed one. */
function countOpen(sockets: ReadonlySet<Socket>): number {
  return [...sockets].filter((socket) => !socket.destroyed).length;
}
