/**
 * A queue whose items travel in groups: what comes in one turn of the event loop, or while others are under way, goes
 * together.
 */

/**
 * Two under way keep both sides busy: one is worked on here while the server works on the other. More make groups
 * smaller.
 */
const MOST_UNDER_WAY = 2;
export const MOST_TOGETHER = 64;

interface Gathering<Item> {
  /**
   * Divides what waits, in the order in which it came, into a group of at most MOST_TOGETHER and what stays for the
   * next.
   */
  take(waiting: readonly Item[]): { readonly group: Item[]; readonly left: Item[] };
  /** Settles each item by itself and never rejects. */
  send(group: readonly Item[]): Promise<void>;
}

export function createGatherQueue<Item>({ take, send }: Gathering<Item>): (item: Item) => void {
  let waiting: Item[] = [];
  let underWay = 0;

  function sendNext(): void {
    if (underWay >= MOST_UNDER_WAY || waiting.length === 0) return;
    const { group, left } = take(waiting);
    waiting = left;
    underWay += 1;
    void send(group).finally(() => {
      underWay -= 1;
      sendNext();
    });
  }

  return (item) => {
    waiting.push(item);
    // At the end of this turn, so that all that comes in it travels together.
    if (waiting.length === 1) setImmediate(sendNext);
  };
}

export function takeFirst<Item>(waiting: readonly Item[]): { readonly group: Item[]; readonly left: Item[] } {
  return { group: waiting.slice(0, MOST_TOGETHER), left: waiting.slice(MOST_TOGETHER) };
}
