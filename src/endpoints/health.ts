/** GET /health/live and /health/ready: whether the process answers, and whether it should be sent requests. */
import { VERSION } from '../config/version.ts';
import { jsonReply } from '../http/replying/replies.ts';
import type { Handler } from '../http/route.ts';

export const live: Handler = () => jsonReply(200, { status: 'live', version: VERSION });

export interface ServiceState {
  isDraining(): boolean;
  /** False while one of several workers does not serve. */
  isWhole(): boolean;
}

/** Not ready while the database is out of reach or the service drains: load balancers then look elsewhere. */
export function createReady(state: ServiceState): Handler {
  return async (_request, world) => {
    if (state.isDraining()) return jsonReply(503, { status: 'draining' }, { 'retry-after': '1' });
    if (!state.isWhole()) return jsonReply(503, { status: 'a worker is being started' }, { 'retry-after': '1' });
    const isReady = await world.database.isReady();
    return isReady
      ? jsonReply(200, { status: 'ready', version: VERSION })
      : jsonReply(503, { status: 'database out of reach' }, { 'retry-after': '1' });
  };
}
