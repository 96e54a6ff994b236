/** Shows a developer what a registered redirect URI will match, and which two of them are easily taken for one. */
import { type AddressDifference, decoded, nameAddressDifferences, splitAddress } from './address-difference.ts';
import { MOST_REDIRECT_URIS } from './redirect-registration.ts';
import { OUT_OF_BAND, splitLoopback } from './redirect-uri.ts';

export type RedirectPreview =
  /** This very string. */
  | { readonly kind: 'exact'; readonly uri: string }
  /** The same with any port, or none: `origin` before it, `rest` behind. */
  | { readonly kind: 'any_port'; readonly origin: string; readonly rest: string }
  /** Opens an installed application. */
  | { readonly kind: 'scheme'; readonly uri: string; readonly scheme: string }
  /** Nothing is redirected: a page shows the code. */
  | { readonly kind: 'code_page' };

/** For one that registration accepts. */
export function previewRedirect(uri: string): RedirectPreview {
  if (uri === OUT_OF_BAND) return { kind: 'code_page' };
  const loopback = splitLoopback(uri);
  if (loopback) return { kind: 'any_port', origin: `http://${loopback.host}`, rest: loopback.rest };
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*/.exec(uri)?.[0] ?? '';
  return scheme === 'https' ? { kind: 'exact', uri } : { kind: 'scheme', uri, scheme };
}

/** What a tired eye overlooks, and a comparison letter by letter does not. */
const OVERLOOKED: readonly AddressDifference[] = [
  'slash_extra',
  'slash_missing',
  'case',
  'www_extra',
  'www_missing',
  'port',
  'encoding',
];

export interface NearDuplicate {
  /** The later of the two, counted from 0, and the earlier one that it resembles. */
  readonly row: number;
  readonly like: number;
  readonly differences: readonly AddressDifference[];
}

/**
 * For each row, the first that reads alike, if both differ only in something easily overlooked. Rows beyond the most that
 * can be registered are not looked at: a form may carry a hundred, and comparing all with all would hold everybody up.
 */
export function nearDuplicates(uris: readonly string[]): readonly NearDuplicate[] {
  const rows = uris.slice(0, MOST_REDIRECT_URIS);
  const first = new Map<string, number>();
  return rows.flatMap((uri, row) => {
    const key = looseKey(uri);
    const like = first.get(key);
    if (like === undefined) first.set(key, row);
    const differences = like === undefined ? [] : nameAddressDifferences(uri, rows[like] ?? '');
    const isNear = differences.length > 0 && differences.every((each) => OVERLOOKED.includes(each));
    return isNear && like !== undefined ? [{ row, like, differences }] : [];
  });
}

/** Equal for all that differ only in what is overlooked; also for some that differ in more. */
function looseKey(uri: string): string {
  const { scheme, host, path, query = '', fragment } = splitAddress(uri);
  const read = [scheme, host.replace(/^www\./i, ''), decoded(path).replace(/\/$/, ''), decoded(query)];
  return [...read.map((part) => part.toLowerCase()), fragment].join(' ');
}
