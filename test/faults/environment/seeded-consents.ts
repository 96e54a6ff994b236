/** Writes past the service what an hour of approving and removing access leaves behind, to spare a run that hour. */
import { openWorld } from '../../../src/cli/open-world.ts';
import { loadSettings } from '../../../src/config/load.ts';
import { withListeningPort } from '../../../src/config.ts';
import { sql } from '../../../src/storage/sql.ts';

const STEP = 10_000;
/** Below every record number that is made from the time. */
const FIRST_ID = 1_000;

export async function seedEndedConsents(databaseUrl: string, clientId: string, rows: number): Promise<void> {
  const env = { LATCHKEY_DATABASE: databaseUrl, LATCHKEY_LOG_LEVEL: 'silent' };
  const loaded = loadSettings({ flags: {}, env, readFile: () => '' });
  if (!loaded.ok) throw new Error(loaded.faults.join('\n'));
  const { database } = await openWorld(withListeningPort(loaded.loaded.settings, 3000));
  try {
    for (let done = 0; done < rows; done += STEP) {
      const ended = Math.floor(Date.now() / 1000) - 60;
      await database.write([
        sql`insert into consents (id, account_id, client_id, scope, granted_at, updated_at, revoked_at)
          with recursive numbers (number) as (
            select cast(${FIRST_ID + done} as bigint) union all
            select number + 1 from numbers where number < ${FIRST_ID + Math.min(rows, done + STEP) - 1}
          )
          select numbers.number, clients.owner_id, clients.id, 'profile', ${ended}, ${ended}, ${ended}
            from numbers cross join clients where clients.public_id = ${clientId}`,
      ]);
    }
  } finally {
    await database.close();
  }
}
