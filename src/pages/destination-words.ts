/** Where a redirect URI leads, in words for the person who is about to be sent there. */

export interface Destination {
  readonly label: string;
  readonly text: string;
  /** True when the text is an address to be read letter by letter. */
  readonly isAddress: boolean;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

export function destinationWords(redirectUri: string): Destination {
  if (redirectUri.startsWith('urn:ietf:wg:oauth:2.0:oob')) {
    return { label: 'Then', text: 'this site shows you a code to copy into the application', isAddress: false };
  }
  // The parser writes foreign letters as xn--…, so that no look-alike host passes for another.
  const address = URL.parse(redirectUri);
  if (address === null) return { label: 'Sends you to', text: redirectUri, isAddress: true };
  if (LOOPBACK.has(address.hostname)) {
    return { label: 'Sends you to', text: `a program on this computer (${address.hostname})`, isAddress: false };
  }
  if (address.protocol === 'https:' || address.protocol === 'http:') {
    return { label: 'Sends you to', text: address.host, isAddress: true };
  }
  return {
    label: 'Opens',
    text: `the application on this device that answers ${address.protocol} links`,
    isAddress: false,
  };
}
