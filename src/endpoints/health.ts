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

/** Anybody may ask, so the reason itself, which may name files and servers, is in the log alone. */
const STATUS_OF = { reads: 'database out of reach', writes: 'database cannot be written to' } as const;

/** Not ready while the database is out of reach or cannot be written to, or the service drains: load balancers then look elsewhere. */
export function createReady(state: ServiceState): Handler {
  return async (_request, world) => {
    if (state.isDraining()) return jsonReply(503, { status: 'draining' }, { 'retry-after': '1' });
    if (!state.isWhole()) return jsonReply(503, { status: 'a worker is being started' }, { 'retry-after': '1' });
    const trouble = await world.database.findTrouble();
    return trouble === undefined
      ? jsonReply(200, { status: 'ready', version: VERSION })
      : jsonReply(503, { status: STATUS_OF[trouble.lost] }, { 'retry-after': '1' });
  };
}
