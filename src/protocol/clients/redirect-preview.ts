/** Shows a developer what a registered redirect URI will match, and which two of them are easily taken for one. */
import { type AddressDifference, nameAddressDifferences } from './address-difference.ts';
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

/** For each row, the first before it that differs only in something easily overlooked. */
export function nearDuplicates(uris: readonly string[]): readonly NearDuplicate[] {
  return uris.flatMap((uri, row) => {
    for (let like = 0; like < row; like += 1) {
      const differences = nameAddressDifferences(uri, uris[like] ?? '');
      const isNear = differences.length > 0 && differences.every((each) => OVERLOOKED.includes(each));
      if (isNear) return [{ row, like, differences }];
    }
    return [];
  });
}
