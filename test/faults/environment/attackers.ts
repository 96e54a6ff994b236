/** A process of attackers: sends prepared requests from many addresses at a steady rate, whatever comes of them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Connection, openConnection } from '../../../bench/load/connection.ts';
import { createChance } from '../random.ts';
import { takeWhatIsLeft } from './what-is-left.ts';

/**
 * A whole HTTP message, byte for character. `@RANDOM` stands for sixteen characters that are new each time, `@ADDRESS` for
 * the address that the proxy claims.
 */
export interface Attack {
  readonly kind: string;
  readonly bytes: string;
  /** Sent next where the answer names what it made: `@MADE` in it becomes what the pattern found. */
  readonly next?: { readonly pattern: string; readonly bytes: string };
}

export interface AttackOrder {
  readonly port: number;
  readonly seed: number;
  readonly perSecond: number;
  readonly connections: number;
  /** How many networks the attackers seem to come from. */
  readonly networks: number;
  readonly attacks: readonly Attack[];
}

/** How often each kind was sent, and each kind and status was the answer. */
export interface AttackNews {
  readonly sent: number;
  readonly statuses: Readonly<Record<string, number>>;
}

export interface Attackers {
  news(): AttackNews;
  /** Other requests from now on: sessions and forms end. */
  rearm(attacks: readonly Attack[]): void;
  end(): Promise<AttackNews>;
}

const NEWS_EVERY_MS = 100;
const TICK_MS = 2;
/** Tells the process of attackers from whoever imports this file. */
const ATTACK = 'attack';

export function sendAttackers(order: AttackOrder): Attackers {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [ATTACK], { serialization: 'advanced' });
  let news: AttackNews = { sent: 0, statuses: {} };
  child.on('message', (told: AttackNews) => {
    news = told;
  });
  child.send(order);
  return {
    news: () => news,
    rearm: (attacks) => void child.send(attacks),
    async end() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      return news;
    },
  };
}

interface Line {
  readonly connection: Connection;
  pending: Attack | undefined;
}

function attack(order: AttackOrder): void {
  const chance = createChance(order.seed);
  const statuses: Record<string, number> = {};
  const free: Line[] = [];
  const queue: Attack[] = [];
  let { attacks } = order;
  let sent = 0;
  let open = 0;

  const address = () => `203.0.${Math.floor(chance.below(order.networks) / 250)}.${1 + chance.below(250)}`;
  const random = () => Array.from({ length: 16 }, () => chance.below(16).toString(16)).join('');
  const count = (what: string) => {
    statuses[what] = (statuses[what] ?? 0) + 1;
  };
  const begin = () => {
    open += 1;
    const line: Line = {
      pending: undefined,
      connection: openConnection(order.port, {
        ready: () => void free.push(line),
        answered: (answer) => {
          const { pending } = line;
          line.pending = undefined;
          if (pending) count(`${pending.kind} ${answer.status}`);
          const made = pending?.next && new RegExp(pending.next.pattern).exec(answer.body)?.[1];
          if (pending?.next && made !== undefined)
            queue.push({ kind: `${pending.kind}, then`, bytes: pending.next.bytes.replaceAll('@MADE', made) });
          // A response that closes its connection is followed by `closed`.
          if (/\r\nconnection: close/i.test(answer.head)) line.connection.close();
          else free.push(line);
        },
        closed: () => {
          if (line.pending) count(`${line.pending.kind} closed`);
          const place = free.indexOf(line);
          if (place !== -1) free.splice(place, 1);
          open -= 1;
        },
      }),
    };
  };
  const began = performance.now();
  setInterval(() => {
    while (open < order.connections) begin();
    const due = ((performance.now() - began) / 1000) * order.perSecond - sent;
    for (let left = Math.min(due, free.length); left >= 1; left -= 1) {
      const line = free.shift();
      const next = queue.shift() ?? chance.pick(attacks);
      if (!line || !next) return;
      line.pending = next;
      sent += 1;
      line.connection.send(next.bytes.replaceAll('@RANDOM', random).replaceAll('@ADDRESS', address));
    }
  }, TICK_MS);
  setInterval(() => process.send?.({ sent, statuses }), NEWS_EVERY_MS);
  process.on('message', (rearmed: readonly Attack[]) => {
    attacks = rearmed;
  });
}

if (process.argv[2] === ATTACK) {
  takeWhatIsLeft();
  process.once('message', (order: AttackOrder) => attack(order));
  // Nobody is left to attack for.
  process.once('disconnect', () => process.exit());
}
