/** The seal of a consent page: what ties the decision to the request that was shown. */
import type { Visitor } from '../../http/browser/visitor.ts';

/** Binds the decision to this browser's session and to every byte of the request. */
export function sealOf(visitor: Visitor, query: string): string {
  return visitor.seal('consent/request', query);
}
