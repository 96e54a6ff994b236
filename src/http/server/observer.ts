/** Tells the metrics and the access log how each request was answered. */
import type { World } from '../../world.ts';
import type { Request } from '../route.ts';
import { foreignNames } from './foreign-names.ts';

interface Observed {
  readonly request: Request;
  readonly route: string | null;
  readonly begunAt: number;
}

export type Observer = (observed: Observed, status: number, client?: string) => void;

/** For addresses where nothing lives: what was asked for is not told, it may be anything. */
const NO_ROUTE = 'none';
const PLAIN = /^[A-Za-z0-9]*$/;

/** Undefined where neither is asked for, so that requests cost nothing more. */
export function createObserver({ settings, metrics, log }: World): Observer | undefined {
  const { metricsPort, accessLog } = settings;
  if (metricsPort === 0 && !accessLog) return undefined;
  return ({ request, route, begunAt }, status, client) => {
    const milliseconds = performance.now() - begunAt;
    const place = route ?? NO_ROUTE;
    if (metricsPort !== 0)
      metrics.observeRequest({ route: place, method: request.method, status, seconds: milliseconds / 1000 });
    if (accessLog) {
      const answer = `"route":"${place}","status":${status},"ms":${milliseconds.toFixed(1)}`;
      log.line(`${fieldsOf(request, client)}${answer},"traceId":"${request.traceId}","msg":"Answered."`);
    }
  };
}

/**
 * Written by hand, since this happens for every request: what comes from outside is checked or quoted, and neither the
 * path, the query, a header nor a body is ever part of it.
 */
function fieldsOf({ method, headers }: Request, client: string | undefined): string {
  let fields = `"method":${PLAIN.test(method) ? `"${method}"` : JSON.stringify(method)},`;
  if (client !== undefined) fields += `"client":${JSON.stringify(client)},`;
  if (headers['x-request-id'] === undefined && headers.traceparent === undefined) return fields;
  const { requestId, traceparent } = foreignNames(headers);
  if (requestId !== undefined) fields += `"requestId":${JSON.stringify(requestId)},`;
  if (traceparent !== undefined) fields += `"traceparent":"${traceparent}",`;
  return fields;
}
