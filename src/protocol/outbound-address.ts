/**
 * Which addresses this service may call (SPEC D52): those of the public internet, in whatever form they are written.
 *
 * An address that carries another one inside (mapped, compatible, translated, 6to4, ISATAP) is as bad as the one inside.
 */
import { addressGroups } from './limits.ts';

/** What an operator allows all the same. */
interface Allowance {
  /** A host name in lower case, an address, or a network. */
  readonly target: string;
  readonly isPlain: boolean;
}

interface Destination {
  /** As the URL has it, without brackets. */
  readonly host: string;
  readonly isPlain: boolean;
  /** Every address of the one answer to the question for the name. */
  readonly addresses: readonly string[];
}

/** Why a destination must not be called; undefined when it may. */
export function destinationFault(
  { host, isPlain, addresses }: Destination,
  allow: readonly Allowance[],
): string | undefined {
  const usable = allow.filter((allowance) => allowance.isPlain || !isPlain);
  if (usable.some(({ target }) => target === nameOf(host))) return undefined;
  if (addresses.length === 0) return 'has no address';
  for (const address of addresses) {
    if (usable.some(({ target }) => isWithin(address, target))) continue;
    if (isPlain) return 'is not reached by https';
    const range = forbiddenRange(address);
    if (range !== undefined) return `has an address that is ${range}`;
  }
  return undefined;
}

/** Host names are one name in either case, with or without the dot of the root. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

type Range = readonly [network: string, says: string];

/** IANA's special-purpose registries (RFC 6890), read strictly. */
const FORBIDDEN_IPV4: readonly Range[] = [
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared by a carrier'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'for documentation'],
  ['192.88.99.0/24', 'reserved'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'for benchmarks'],
  ['198.51.100.0/24', 'for documentation'],
  ['203.0.113.0/24', 'for documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
];

const FORBIDDEN_IPV6: readonly Range[] = [
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['fc00::/7', 'unique-local'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
  ['2001:db8::/32', 'for documentation'],
  ['3fff::/20', 'for documentation'],
  // Among them Teredo, which hides an IPv4 address, and ORCHID, which is no address of a machine.
  ['2001::/23', 'reserved'],
];

/** Beyond these nothing of IPv6 is handed out to machines of the public internet. */
const GLOBAL_UNICAST = '2000::/3';

/** Networks whose addresses carry an IPv4 address, and the group at which it begins. */
const CARRIERS: readonly (readonly [network: string, at: number])[] = [
  ['::ffff:0:0/96', 6],
  ['::ffff:0:0:0/96', 6],
  ['64:ff9b::/96', 6],
  ['2002::/16', 1],
  ['::/96', 6],
];

/** What the address is instead of a public one; undefined for a public one. */
function forbiddenRange(address: string): string | undefined {
  const groups = addressGroups(address);
  if (!groups) return 'not an address';
  const own = FORBIDDEN_IPV6.find(([network]) => isInside(groups, network));
  if (own) return own[1];
  const carried = carriedAddress(groups);
  const inner = carried && FORBIDDEN_IPV4.find(([network]) => isWithin(carried, network));
  if (inner) return inner[1];
  if (CARRIERS.some(([network]) => isInside(groups, network))) return undefined;
  return isInside(groups, GLOBAL_UNICAST) ? undefined : 'reserved';
}

/** The IPv4 address that an IPv6 address stands for. */
function carriedAddress(groups: readonly number[]): string | undefined {
  const at = CARRIERS.find(([network]) => isInside(groups, network))?.[1] ?? (isIsatap(groups) ? 6 : undefined);
  if (at === undefined) return undefined;
  return groups
    .slice(at, at + 2)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/** RFC 5214 §6.1: the interface identifier of an ISATAP address ends in an IPv4 address. */
function isIsatap(groups: readonly number[]): boolean {
  return (groups[4] === 0 || groups[4] === 0x200) && groups[5] === 0x5efe;
}

/** Whether an address lies in a network; an address alone is a network of one. */
function isWithin(address: string, network: string): boolean {
  const groups = addressGroups(address);
  return groups !== undefined && isInside(groups, network);
}

function isInside(groups: readonly number[], network: string): boolean {
  const [start = '', length] = network.split('/');
  const first = addressGroups(start);
  if (!first) return false;
  const bits = bitsOf(start, length);
  return first.every((group, index) => {
    const here = Math.min(16, Math.max(0, bits - index * 16));
    return here === 0 || group >> (16 - here) === (groups[index] ?? 0) >> (16 - here);
  });
}

/** Of the 128 bits: an IPv4 network begins behind the 96 that map it. */
function bitsOf(start: string, length: string | undefined): number {
  if (length === undefined) return 128;
  return start.includes(':') ? Number(length) : 96 + Number(length);
}
