/** The address a request really came from, believing only the proxies the operator named. */
import { BlockList, isIP } from 'node:net';

/** Null when the connection is already closed and no trusted proxy names an address. */
export type AddressReader = (
  socketAddress: string | undefined,
  xForwardedFor: string | readonly string[] | undefined,
) => string | null;

const MAPPED = '::ffff:';

/**
 * `trustedProxies`: addresses and networks (`10.0.0.0/8`). Without any, X-Forwarded-For is never looked at. With every address
 * (`0.0.0.0/0`) whoever connects is a proxy; who stands behind it is none for that alone, or anybody could choose an address.
 */
export function createAddressReader(trustedProxies: readonly string[]): AddressReader {
  const trusted = listOf(trustedProxies);
  const named = listOf(trustedProxies.filter((network) => !network.endsWith('/0')));
  const hasProxies = trustedProxies.length > 0;
  return (socketAddress, xForwardedFor) => {
    if (socketAddress === undefined) return null;
    const direct = plain(socketAddress);
    if (!hasProxies || xForwardedFor === undefined || !isTrusted(trusted, direct)) return direct;
    const hops = typeof xForwardedFor === 'string' ? xForwardedFor : xForwardedFor.join(',');
    return lastUntrusted(named, hops) ?? direct;
  };
}

/** Whether a connection comes from one of these proxies. */
export function createProxyCheck(trustedProxies: readonly string[]): (socketAddress: string) => boolean {
  const trusted = listOf(trustedProxies);
  return (socketAddress) => isTrusted(trusted, plain(socketAddress));
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) addNetwork(list, network);
  return list;
}

/** Each proxy adds its caller on the right: what stands left of the first untrusted address may be forged. */
function lastUntrusted(trusted: BlockList, hops: string): string | undefined {
  let end = hops.length;
  let address: string | undefined;
  while (end >= 0) {
    const comma = end === 0 ? -1 : hops.lastIndexOf(',', end - 1);
    const hop = plain(hops.slice(comma + 1, end).trim());
    if (isIP(hop) === 0) return undefined;
    address = hop;
    if (!isTrusted(trusted, hop)) return address;
    end = comma;
  }
  return address;
}

function isTrusted(trusted: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

function addNetwork(list: BlockList, network: string): void {
  const [text = '', bits] = network.split('/');
  const address = plain(text);
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}

/** An IPv4 client seen through an IPv6 socket is still an IPv4 client. */
function plain(address: string): string {
  if (!address.toLowerCase().startsWith(MAPPED)) return address;
  const inner = address.slice(MAPPED.length);
  return isIP(inner) === 4 ? inner : address;
}
