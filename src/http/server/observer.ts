/** Tells the metrics, the access log and the developers of applications how each request was answered. */
import type { World } from '../../world.ts';
import type { Reply, Request } from '../route.ts';
import { foreignNames } from './foreign-names.ts';

interface Observed {
  readonly request: Request;
  readonly route: string | null;
  readonly begunAt: number;
}

export type Observer = (observed: Observed, status: number, reply?: Pick<Reply, 'client' | 'activity'>) => void;

/** For addresses where nothing lives: what was asked for is not told, it may be anything. */
const NO_ROUTE = 'none';
const PLAIN = /^[A-Za-z0-9]*$/;

export function createObserver({ settings, metrics, log, activity }: World): Observer {
  const { metricsPort, accessLog } = settings;
  const isWatched = metricsPort !== 0 || accessLog;
  return ({ request, route, begunAt }, status, reply) => {
    if (!isWatched && reply?.activity === undefined) return;
    const milliseconds = performance.now() - begunAt;
    if (reply?.activity !== undefined) activity.note(reply.activity, request, milliseconds);
    const place = route ?? NO_ROUTE;
    if (metricsPort !== 0)
      metrics.observeRequest({ route: place, method: request.method, status, seconds: milliseconds / 1000 });
    if (accessLog) {
      const answer = `"route":"${place}","status":${status},"ms":${milliseconds.toFixed(1)}`;
      log.line(`${fieldsOf(request, reply?.client)}${answer},"traceId":"${request.traceId}","msg":"Answered."`);
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
