/** `latchkey restore`: puts a backup in the place of the embedded database, and ends what must not live again. */
import type { Draft } from '../config.ts';
import { restoreSqlite } from '../storage/sqlite/backup.ts';
import { systemClock } from '../world.ts';
import { noteCarried, untilNewest, writeCarried } from './audit/carried.ts';
import { act } from './command-line.ts';
import { endBefore, type Moment, readMoment } from './moment.ts';
import { placeOf, withWorld } from './open-world.ts';
import { answer, JSON_OPTION } from './output/answer.ts';

export const command = act({
  says: 'Puts a backup in the place of the SQLite database. Stop the service first.',
  options: {
    from: { says: 'The backup. It is read, never changed.', value: 'FILE', required: true },
    'invalidate-before': {
      says: 'Ends every sign-in, consent and token from before this moment (now, or 2026-11-15T12:00:00Z).',
      value: 'WHEN',
    },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const { database } = call.settings;
    if (!database.startsWith('sqlite:')) return call.fail(POSTGRES);
    const when = call.options['invalidate-before'];
    const moment = when === undefined ? undefined : readMoment(when);
    if (moment?.ok === false) return call.wrong(`--invalidate-before takes ${moment.refusal}.`);
    const { from } = call.options;
    const ending = moment && { change: (copy: string) => endIn(call.settings, copy, moment.value) };
    const to = database.slice('sqlite:'.length);
    const kept = await restoreSqlite({ from, to, mark: String(systemClock()), ...ending });
    if (!ending) await noteCarried(call, 'administration.restored', untilNewest);
    const before = kept === undefined ? 'Nothing was there before.' : `What was there is kept as ${kept}.`;
    const ended = ending ? 'Every sign-in, consent and token from before that moment is ended.' : LIVES_AGAIN;
    const facts = { restored: from, to: placeOf(database), kept: kept ?? null, invalidated: ending !== undefined };
    return answer(call, `Restored ${from} to ${placeOf(database)}. ${before}\n${ended}`, facts);
  },
});

/** In the copy, so that no service can open it while what was revoked lives again. */
async function endIn(settings: Draft, copy: string, moment: Moment): Promise<void> {
  await withWorld({ ...settings, database: `sqlite:${copy}` }, async (world) => {
    const until = await untilNewest(world);
    await endBefore(world, moment);
    await writeCarried(world, 'administration.restored', until);
    return 0;
  });
}

const LIVES_AGAIN = 'What was revoked after the backup was taken lives again. To end it: --invalidate-before now.';

const POSTGRES =
  'PostgreSQL is restored by its own tools: pg_restore, or the recovery of a base backup. Then: latchkey tokens invalidate.';
