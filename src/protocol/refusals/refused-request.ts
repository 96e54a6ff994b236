/** The requests of applications that were refused: where, why, and what is kept of each. */
import type { Source } from '../event.ts';
import type { Fact } from './facts.ts';

export const REFUSING_ENDPOINTS = [
  'authorize',
  'token',
  'revoke',
  'introspect',
  'revocations',
  'whoami',
  'check',
] as const;

export type RefusingEndpoint = (typeof REFUSING_ENDPOINTS)[number];

/** Shown to a person on a page instead of the client, since there is no address to trust (RFC 6749 §4.1.2.1). */
export const UNTRUSTED_ERROR = 'untrusted_request';

export interface RefusedRequest {
  readonly id: number;
  /** The name of this one request, which its answer carried in `X-Request-Id`. */
  readonly traceId: string;
  /** What `error_uri` carried: the same mistake has the same. Null where it carried none. */
  readonly shortTrace: string | null;
  readonly endpoint: RefusingEndpoint;
  /** The precise reason: for the owner. */
  readonly reason: string;
  /** The plain error that was sent: for everybody. */
  readonly error: string;
  readonly at: number;
  /** Nobody's for authorization requests: that would be a user's own address and browser. */
  readonly source: Source;
  readonly accountId: number | null;
  readonly facts: readonly Fact[];
}
