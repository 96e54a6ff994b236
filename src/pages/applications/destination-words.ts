/** Where a redirect URI leads, in words for the person who is about to be sent there. */
import type { Text } from '../text/en.ts';

export interface Destination {
  readonly label: string;
  readonly text: string;
  /** True when the text is an address to be read letter by letter. */
  readonly isAddress: boolean;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

export function destinationWords({ destination }: Text, redirectUri: string): Destination {
  if (redirectUri.startsWith('urn:ietf:wg:oauth:2.0:oob')) {
    return { label: destination.afterwards, text: destination.showsCode, isAddress: false };
  }
  // The parser writes foreign letters as xn--…, so that no look-alike host passes for another.
  const address = URL.parse(redirectUri);
  if (address === null) return { label: destination.sendsTo, text: redirectUri, isAddress: true };
  if (LOOPBACK.has(address.hostname)) {
    return { label: destination.sendsTo, text: destination.programHere(address.hostname), isAddress: false };
  }
  if (address.protocol === 'https:' || address.protocol === 'http:') {
    return { label: destination.sendsTo, text: address.host, isAddress: true };
  }
  return { label: destination.opens, text: destination.applicationHere(address.protocol), isAddress: false };
}
