/** After the deletion of an account: what belongs to its applications goes, and what was written in the same moment. */
import { accept, refuse } from '../../protocol/result.ts';
import { eraseClient, findUnerased } from '../../storage/tables/clients/erase.ts';
import { eraseLeftOvers } from '../../storage/tables/people/accounts.ts';
import { dropDeliveriesOfDeleted } from '../../storage/tables/webhooks/deliveries.ts';
import { dropEndedWebhooks } from '../../storage/tables/webhooks/of-application.ts';
import type { JobKind } from '../kind.ts';
import { dropInSteps } from './drop-in-steps.ts';

const CLIENTS_AT_ONCE = 20;

/**
 * The payload is the number of the account. Not part of the deletion's own batch: an application that is given to another
 * account in that moment must keep its secrets, and only after the commit is it known who owns it.
 */
export const forgetDeleted: JobKind = {
  name: 'forget-deleted',
  retry: { attempts: 12, longestAgeSeconds: 7 * 86_400, firstPauseSeconds: 5, longestPauseSeconds: 3600 },
  leaseSeconds: 30,
  concurrency: 1,
  mostWaiting: 10_000,
  run: async ({ database, now }, { payload, signal }) => {
    const accountId = Number(payload);
    if (!Number.isSafeInteger(accountId)) return refuse('The payload is not the number of an account.');
    for (let ids = await findUnerased(database, accountId, CLIENTS_AT_ONCE); ids.length > 0; ) {
      signal.throwIfAborted();
      await database.write(ids.flatMap(eraseClient));
      ids = await findUnerased(database, accountId, CLIENTS_AT_ONCE);
    }
    await dropInSteps(database, signal, (step) => dropDeliveriesOfDeleted(accountId, step));
    return accept([...eraseLeftOvers(accountId, now()), dropEndedWebhooks(accountId)]);
  },
};
