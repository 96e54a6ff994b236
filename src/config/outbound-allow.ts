/** Reads the setting that names what the service may call although it is not on the public internet. */
import { hostName, networks, type Parsed } from './values.ts';

export interface OutboundAllowance {
  /** A host name in lower case, an address, or a network such as 10.0.0.0/8. */
  readonly target: string;
  /** Whether it may be called without TLS. */
  readonly isPlain: boolean;
}

export function outboundAllowances(text: string): Parsed<readonly OutboundAllowance[]> {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  const allowed = entries.map((entry) => {
    const isPlain = entry.startsWith('http://');
    return { target: (isPlain ? entry.slice('http://'.length) : entry).toLowerCase(), isPlain };
  });
  const wrong = allowed.find(({ target }) => target === '' || (!networks(target).ok && !hostName(target).ok));
  if (wrong === undefined) return { ok: true, value: allowed };
  const example = 'hooks.example.org, 10.0.0.0/8, http://127.0.0.1';
  return {
    ok: false,
    must: `list hosts, addresses and networks such as ${example} (${JSON.stringify(wrong.target)} is none)`,
  };
}
