/**
 * A queue that serves groups in turn: groups of networks, then the networks in each, then what each has waiting.
 *
 * Where a group has nothing waiting, the others get its turn. So a network alone may use everything, and one of many
 * gets its share, however much another one sends.
 */

/** The names of the groups that something belongs to, the widest first. */
export type Place = readonly string[];

interface Group<Item> {
  /** In the order of their turns. */
  readonly parts: Map<string, Group<Item>>;
  readonly items: Item[];
  size: number;
}

interface Shares<Item> {
  readonly all: Group<Item>;
  readonly size: number;
  add(place: Place, item: Item): void;
  /** What comes next; of one of the widest groups alone, where it is named. */
  take(only?: string): Item | undefined;
}

export function createShares<Item>(): Shares<Item> {
  const all = emptyGroup<Item>();
  return {
    all,
    get size() {
      return all.size;
    },
    add(place, item) {
      let group = all;
      group.size += 1;
      for (const name of place) {
        const part = group.parts.get(name) ?? emptyGroup<Item>();
        part.size += 1;
        group.parts.set(name, part);
        group = part;
      }
      group.items.push(item);
    },
    take(only) {
      const own = only === undefined ? all : all.parts.get(only);
      const item = own && takeFrom(own);
      if (own === undefined || own === all) return item;
      all.size -= 1;
      if (own.size === 0 && only !== undefined) all.parts.delete(only);
      return item;
    },
  };
}

/** How many turns it takes until something that came now would be taken, its own included; others may come first. */
export function rankOf(group: Group<unknown> | undefined, [name, ...rest]: Place): number {
  if (name === undefined) return (group?.items.length ?? 0) + 1;
  const own = group?.parts.get(name);
  const rank = rankOf(own, rest);
  let before = 0;
  for (const part of group?.parts.values() ?? []) if (part !== own) before += Math.min(part.size, rank);
  return rank + before;
}

function emptyGroup<Item>(): Group<Item> {
  return { parts: new Map(), items: [], size: 0 };
}

function takeFrom<Item>(group: Group<Item>): Item | undefined {
  if (group.size === 0) return undefined;
  group.size -= 1;
  const [first] = group.parts;
  if (!first) return group.items.shift();
  const [name, part] = first;
  const item = takeFrom(part);
  // It has had its turn.
  group.parts.delete(name);
  if (part.size > 0) group.parts.set(name, part);
  return item;
}
