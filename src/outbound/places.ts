/** How many calls are under way in this process: a few to each host, and not many in all. */

const MOST_PER_HOST = 4;
export const MOST_IN_ALL = 64;

const underWay = new Map<string, number>();
let all = 0;

/** Undefined when there is no room; else whoever took the place leaves it once. */
export function takePlace(host: string): { leave(): void } | undefined {
  const count = underWay.get(host) ?? 0;
  if (count >= MOST_PER_HOST || all >= MOST_IN_ALL) return undefined;
  underWay.set(host, count + 1);
  all += 1;
  return {
    leave() {
      const left = (underWay.get(host) ?? 1) - 1;
      all -= 1;
      if (left === 0) underWay.delete(host);
      else underWay.set(host, left);
    },
  };
}
