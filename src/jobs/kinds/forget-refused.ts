/** After the deletion of an application, or of an account with its applications: the lists of their requests go. */
import { accept, refuse } from '../../protocol/result.ts';
import { dropAnsweredOfDeleted } from '../../storage/tables/events/answered-requests.ts';
import { dropRefusedOfDeleted } from '../../storage/tables/events/refused-requests.ts';
import type { JobKind } from '../kind.ts';

const STEP_ROWS = 500;

/** The payload is the number of the account that owned the applications. */
export const forgetRefused: JobKind = {
  name: 'forget-refused',
  retry: { attempts: 12, longestAgeSeconds: 7 * 86_400, firstPauseSeconds: 5, longestPauseSeconds: 3600 },
  leaseSeconds: 30,
  concurrency: 1,
  mostWaiting: 10_000,
  run: async ({ database }, { payload, signal }) => {
    const ownerId = Number(payload);
    if (!Number.isSafeInteger(ownerId)) return refuse('The payload is not the number of an account.');
    for (const drop of [dropRefusedOfDeleted, dropAnsweredOfDeleted]) {
      for (let rows = STEP_ROWS; rows === STEP_ROWS; ) {
        signal.throwIfAborted();
        [rows = 0] = (await database.write([drop(ownerId, STEP_ROWS)])) ?? [];
      }
    }
    return accept([]);
  },
};
