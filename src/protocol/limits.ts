/** Rate limits (SPEC D24): what a limit says to one more try, and which addresses count as one network. */

export interface Limit {
  readonly most: number;
  readonly windowSeconds: number;
}

export type Allowance =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly retryAfterSeconds: number;
      /** True for the first refusal of a window: the one worth an event. */
      readonly isFirst: boolean;
    };

export const ALLOWED: Allowance = { allowed: true };

/** By so much the clocks of instances may differ without one of them taking the windows of another for wrong. */
const CLOCKS_DIFFER_SECONDS = 60;

/** The end of the last window that may have been opened by now. A later one was opened while the clock was ahead. */
export function latestEnd({ windowSeconds }: Pick<Limit, 'windowSeconds'>, now: number): number {
  return now + windowSeconds + CLOCKS_DIFFER_SECONDS;
}

/** A clock that was ahead and is set right must not leave a limit spent until it gets there again. */
export function isOver(resetsAt: number, limit: Pick<Limit, 'windowSeconds'>, now: number): boolean {
  return resetsAt <= now || resetsAt > latestEnd(limit, now);
}

/** One name for every spelling: an IPv4 address, an IPv6 /64, or `unknown`, which is a network like any other. */
export function networkOf(address: string): string {
  // The longest spelling of an IPv6 address has 45 characters; a zone id may follow it.
  if (isIpv4(address)) return address;
  const text = address.slice(0, 128).split('%', 1)[0] ?? '';
  if (isIpv4(text)) return text;
  const groups = parseIpv6(text);
  if (!groups) return 'unknown';
  return isMapped(groups) ? ipv4Of(groups) : `${groups.slice(0, 4).map(toHex).join(':')}::/64`;
}

/** An address as the eight groups of IPv6, an IPv4 address as RFC 4291 §2.5.5.2 maps it; undefined for anything else. */
export function addressGroups(text: string): readonly number[] | undefined {
  return parseIpv6(isIpv4(text) ? `::ffff:${text}` : text);
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}$/;

function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** The eight groups of RFC 4291 §2.2, or undefined. */
function parseIpv6(text: string): readonly number[] | undefined {
  const halves = withoutDots(text).split('::');
  const [head, tail] = halves.map(parseGroups);
  if (halves.length > 2 || !head || (halves.length === 2 && !tail)) return undefined;
  if (!tail) return head.length === 8 ? head : undefined;
  const missing = 8 - head.length - tail.length;
  return missing > 0 ? [...head, ...new Array<number>(missing).fill(0), ...tail] : undefined;
}

/** The last 32 bits may be written as an IPv4 address; they are rewritten as two groups. */
function withoutDots(text: string): string {
  const cut = text.lastIndexOf(':') + 1;
  if (cut === 0 || !isIpv4(text.slice(cut))) return text;
  const [a = 0, b = 0, c = 0, d = 0] = text.slice(cut).split('.').map(Number);
  return `${text.slice(0, cut)}${toHex(a * 256 + b)}:${toHex(c * 256 + d)}`;
}

function parseGroups(text: string): readonly number[] | undefined {
  const parts = text === '' ? [] : text.split(':');
  const isHex = parts.every((part) => /^[0-9A-Fa-f]{1,4}$/.test(part));
  return isHex ? parts.map((part) => Number.parseInt(part, 16)) : undefined;
}

/** RFC 4291 §2.5.5.2: an IPv4 client seen through an IPv6 socket. */
function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

function ipv4Of(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

function toHex(group: number): string {
  return group.toString(16);
}
