/** Chance that can be repeated: one seed, one sequence of choices. */

export interface Chance {
  /** Below 1. */
  next(): number;
  /** A whole number below `most`. */
  below(most: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32: short, quick, and good enough to choose what a worker does next. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    next,
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
  };
}
