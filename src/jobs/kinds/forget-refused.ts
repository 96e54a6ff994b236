/** After the deletion of an application, or of an account with its applications: the lists of their requests and deliveries go. */
import { accept, refuse } from '../../protocol/result.ts';
import { dropAnsweredOfDeleted } from '../../storage/tables/events/answered-requests.ts';
import { dropRefusedOfDeleted } from '../../storage/tables/events/refused-requests.ts';
import { dropDeliveriesOfDeleted } from '../../storage/tables/webhooks/deliveries.ts';
import { dropEndedWebhooks } from '../../storage/tables/webhooks/of-application.ts';
import type { JobKind } from '../kind.ts';
import { dropInSteps } from './drop-in-steps.ts';

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
    for (const drop of [dropRefusedOfDeleted, dropAnsweredOfDeleted, dropDeliveriesOfDeleted])
      await dropInSteps(database, signal, (step) => drop(ownerId, step));
    return accept([dropEndedWebhooks(ownerId)]);
  },
};
