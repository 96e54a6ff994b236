/** Decides in a worker which connections it keeps, by what it knows of the others. */
import type { Balance, BalanceOptions } from '../../http/server/balance.ts';
import type { BoundHandle } from '../../http/server/bound-port.ts';

export interface ConnectionShare extends BalanceOptions {
  onCounts(counts: ReadonlyMap<number, number>): void;
  /** Tells how many connections are open here from now on, whenever that has changed. */
  watch(balance: Balance): void;
  /** Nothing is given away from now on. */
  stop(): void;
}

interface ShareOptions {
  readonly number: number;
  readonly tell: (open: number) => void;
  readonly give: (to: number, connection: BoundHandle, onSent: () => void) => void;
}

const TELL_EVERY_MS = 100;
/** Moving a connection costs more than a small difference, above all where connections are short. */
const LEAST_LEAD = 4;
const LEAD_SHARE = 8;

export function shareConnections({ number, tell, give }: ShareOptions): ConnectionShare {
  let others = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;
  let told = -1;
  return {
    choose(open) {
      const [to, theirs] = leastOf(others);
      if (open < theirs + Math.max(LEAST_LEAD, theirs / LEAD_SHARE)) return undefined;
      // Known before it is told: a burst is spread by this alone.
      others.set(to, theirs + 1);
      return (connection, onSent) => give(to, connection, onSent);
    },
    onCounts(counts) {
      others = new Map([...counts].filter(([each]) => each !== number));
    },
    watch(balance) {
      timer = setInterval(() => {
        if (balance.open === told) return;
        told = balance.open;
        tell(told);
      }, TELL_EVERY_MS).unref();
      tell(0);
    },
    stop() {
      clearInterval(timer);
      others = new Map();
    },
  };
}

function leastOf(counts: ReadonlyMap<number, number>): readonly [number, number] {
  let least: readonly [number, number] = [0, Number.POSITIVE_INFINITY];
  for (const entry of counts) if (entry[1] < least[1]) least = entry;
  return least;
}
