/** The names that a proxy or a caller gave a request, so that log lines can be joined with theirs. */
import type { IncomingHttpHeaders } from 'node:http';

interface ForeignNames {
  /** `X-Request-Id` as it came. */
  readonly requestId?: string;
  /** The trace of `traceparent` (W3C Trace Context, §3.2.2.3). */
  readonly traceparent?: string;
}

/** Letters, digits and what identifiers are made of: nothing that would break a line or hide in it. */
const REQUEST_ID = /^[\w.:/=+~-]{1,128}$/;
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** What is not well-formed is left out: it was not made to be joined. */
export function foreignNames({ 'x-request-id': id, traceparent }: IncomingHttpHeaders): ForeignNames {
  return {
    ...(typeof id === 'string' && REQUEST_ID.test(id) ? { requestId: id } : {}),
    ...(typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? { traceparent } : {}),
  };
}
