/** Where a network stands among those that share the hashing of passwords. */
import type { Place } from './shares.ts';

/** Networks from which a right password came lately, and not much else since, in this process. */
interface KnownNetworks {
  /** `network` is as `networkOf` names it. */
  placeOf(network: string): Place;
  /** What came of a password from there. */
  learn(network: string, isRight: boolean): void;
}

export const MOST_KNOWN = 10_000;
/** More in a row than the people of one network mistype; the next right one counts again. */
const MOST_WRONG_IN_A_ROW = 20;
/** The widest group of a network from which a right password came lately. */
export const KNOWN = 'known';
/** In the place of a network, for commands: nobody has to prove anything there. */
export const OPERATOR = 'operator';

/**
 * Networks where somebody has proved a password have turns of their own, so that a crowd of networks that only guess
 * cannot keep everybody else waiting; where only wrong ones came since, a network is one of that crowd again. Which account it
 * was does not count: it must not be told by the time of an answer.
 */
export function createKnownNetworks(): KnownNetworks {
  /** With the number of wrong passwords since the last right one. */
  const known = new Map<string, number>();
  return {
    placeOf: (network) => [
      network === OPERATOR || known.has(network) ? KNOWN : 'unknown',
      ...widerNetworks(network),
      network,
    ],
    learn(network, isRight) {
      const wrong = isRight ? 0 : (known.get(network) ?? MOST_WRONG_IN_A_ROW) + 1;
      if (isRight || wrong > MOST_WRONG_IN_A_ROW) known.delete(network);
      if (wrong > MOST_WRONG_IN_A_ROW) return;
      known.set(network, wrong);
      const oldest = known.keys().next().value;
      if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    },
  };
}

/** Whoever owns a /48 or a /56 of IPv6 has many /64, and whoever owns a /24 of IPv4 has many addresses. */
function widerNetworks(network: string): readonly string[] {
  if (network.includes('.')) return [network.slice(0, network.lastIndexOf('.'))];
  if (!network.includes(':')) return [];
  const [first = '', second = '', third = '', fourth = ''] = network.split(':');
  const site = `${first}:${second}:${third}`;
  return [site, `${site}:${fourth.padStart(4, '0').slice(0, 2)}`];
}
