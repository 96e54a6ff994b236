/**
 * How many calls are under way in this process: some to each host, and not many in all. A host name may be a gateway that many
 * share, so whoever is called there slowly leaves places to the others.
 */

const MOST_PER_HOST = 16;
export const MOST_IN_ALL = 64;

/** By host, and by host and party. */
const underWay = new Map<string, number>();
let all = 0;

/**
 * Undefined when there is no room; else whoever took the place leaves it once. Nobody takes more places of a host than are
 * left: the first party can have half of them, the next a quarter, and a fifth still finds one.
 */
export function takePlace(host: string, party: string): { leave(): void } | undefined {
  const names = [host, `${host} ${party}`] as const;
  const [ofHost, ofParty] = [countOf(names[0]), countOf(names[1])];
  if (all >= MOST_IN_ALL || ofParty >= MOST_PER_HOST - ofHost) return undefined;
  all += 1;
  for (const name of names) underWay.set(name, countOf(name) + 1);
  return {
    leave() {
      all -= 1;
      for (const name of names) {
        const left = countOf(name) - 1;
        if (left === 0) underWay.delete(name);
        else underWay.set(name, left);
      }
    },
  };
}

function countOf(name: string): number {
  return underWay.get(name) ?? 0;
}
