/** After migration 14: computes the skeletons of the nicknames and application names that were there before. */
import { nicknameSkeleton } from '../../protocol/people/account-rules.ts';
import { nameSkeleton } from '../../protocol/people/text-rules.ts';
import { accept } from '../../protocol/result.ts';
import type { Sql } from '../../storage/sql.ts';
import * as ofClients from '../../storage/tables/clients/skeletons.ts';
import * as ofAccounts from '../../storage/tables/people/skeletons.ts';
import type { World } from '../../world.ts';
import type { JobKind } from '../kind.ts';

const AT_ONCE = 100;

/** May be run any number of times. Where two accounts look alike, the one with the smaller number gets the skeleton. */
export const fillSkeletons: JobKind = {
  name: 'fill-skeletons',
  retry: { attempts: 50, longestAgeSeconds: 90 * 86_400, firstPauseSeconds: 5, longestPauseSeconds: 3600 },
  leaseSeconds: 30,
  concurrency: 1,
  mostWaiting: 10,
  run: async (world, { signal }) => {
    await fill(world, signal, ofAccounts.listUnfilled, (account) =>
      ofAccounts.fillSkeleton(account, nicknameSkeleton(account.nickname)),
    );
    await fill(world, signal, ofClients.listUnfilled, (client) =>
      ofClients.fillSkeleton(client, nameSkeleton(client.name)),
    );
    return accept([]);
  },
};

type List<Row> = (database: World['database'], after: number, most: number) => Promise<readonly Row[]>;

async function fill<Row extends { readonly id: number }>(
  { database }: World,
  signal: AbortSignal,
  list: List<Row>,
  write: (row: Row) => Sql,
): Promise<void> {
  for (let rows = await list(database, 0, AT_ONCE); rows.length > 0; ) {
    signal.throwIfAborted();
    // Each in a batch of its own: one that another account has already must not undo the others.
    for (const row of rows) await database.write([write(row)]);
    rows = await list(database, rows.at(-1)?.id ?? 0, AT_ONCE);
  }
}
