/** Applications that an account has offered to others: withdrawn with its recovery, since an intruder may have offered them. */
import { report } from '../../events/report.ts';
import { OFFER_SECONDS } from '../../protocol/clients/offer.ts';
import type { Source } from '../../protocol/event.ts';
import type { Sql } from '../../storage/sql.ts';
import { dropTransfersFrom, listOffered } from '../../storage/tables/clients/transfers.ts';
import type { World } from '../../world.ts';

/** What an act writes that also withdraws them, with an event for each; one that is made meanwhile goes too. */
export async function withdrawOffers(
  world: World,
  accountId: number,
  { source, detail }: { readonly source: Source; readonly detail: string },
): Promise<readonly Sql[]> {
  const offered = await listOffered(world.database, accountId, world.now() - OFFER_SECONDS);
  return [
    dropTransfersFrom(accountId),
    ...offered.map(({ clientId }) =>
      report(world, source, 'application.transfer_withdrawn', { accountId, clientId, detail }),
    ),
  ];
}
