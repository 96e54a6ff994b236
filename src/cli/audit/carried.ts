/** Events of what carries everything away or turns the clock back, in the database that goes on being used. */
import { OPERATOR } from '../../clients/act.ts';
import { report } from '../../events/report.ts';
import { writeUnguarded } from '../../storage/database.ts';
import { FROM_THE_NEWEST, readEvents } from '../../storage/tables/events/events.ts';
import type { World } from '../../world.ts';
import type { Call } from '../command-line.ts';
import { withMigratedWorld } from '../open-world.ts';
import { failureSentence } from '../output/system-error.ts';

type Carrying = 'administration.backed_up' | 'administration.restored' | 'administration.moved';

/** What was done is done, and stays so where its event cannot be written: a line on standard error says that instead. */
export async function noteCarried(
  { settings, tell }: Pick<Call, 'settings' | 'tell'>,
  kind: Carrying,
  detailIn: (world: World) => Promise<string | null> | null | string,
): Promise<void> {
  try {
    await withMigratedWorld(settings, async (world) => {
      await writeCarried(world, kind, await detailIn(world));
      return 0;
    });
  } catch (error) {
    tell(`It is done, but its event ${kind} could not be written: ${failureSentence(error)}`);
  }
}

export async function writeCarried(world: World, kind: Carrying, detail: string | null): Promise<void> {
  await writeUnguarded(world.database, () => [report(world, OPERATOR.source, kind, { detail })]);
}

const EVERYTHING = { kinds: null, accountId: null, clientId: null, since: 0, until: null };

/** Up to when a database knows what happened, which is where a backup turns the clock back to; null where nothing did. */
export async function untilNewest(world: World): Promise<string | null> {
  const [newest] = await readEvents(world.database, EVERYTHING, { below: FROM_THE_NEWEST, most: 1 });
  return newest ? `until ${new Date(newest.at * 1000).toISOString()}` : null;
}
