/** GET /health/live and /health/ready: whether the process answers, and whether it should be sent requests. */
import { VERSION } from '../config/version.ts';
import { jsonReply } from '../http/replying/replies.ts';
import type { Handler } from '../http/route.ts';

export const live: Handler = () => jsonReply(200, { status: 'live', version: VERSION });

/** Not ready while the database is out of reach or the service drains: load balancers then look elsewhere. */
export function createReady(isDraining: () => boolean): Handler {
  return async (_request, world) => {
    if (isDraining()) return jsonReply(503, { status: 'draining' }, { 'retry-after': '1' });
    const isReady = await world.database.isReady();
    return isReady
      ? jsonReply(200, { status: 'ready', version: VERSION })
      : jsonReply(503, { status: 'database out of reach' }, { 'retry-after': '1' });
  };
}
