/** `latchkey restore`: puts a backup in the place of the embedded database, and ends what must not live again. */
import { restoreSqlite } from '../storage/sqlite/backup.ts';
import { systemClock } from '../world.ts';
import { noteCarried, untilNewest, writeCarried } from './audit/carried.ts';
import { act } from './command-line.ts';
import { endBefore, readMoment } from './moment.ts';
import { withWorld } from './open-world.ts';
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
    const kept = restoreSqlite(from, database.slice('sqlite:'.length), String(systemClock()));
    const said = `Restored ${from}.${kept === undefined ? '' : ` What was there is kept as ${kept}.`}`;
    const facts = { restored: from, kept: kept ?? null, invalidated: moment !== undefined };
    if (moment === undefined) {
      await noteCarried(call, 'administration.restored', untilNewest);
      return answer(call, `${said}\n${LIVES_AGAIN}`, facts);
    }
    return await withWorld(call.settings, async (world) => {
      const until = await untilNewest(world);
      await endBefore(world, moment.value);
      await writeCarried(world, 'administration.restored', until);
      return answer(call, `${said}\nEvery sign-in, consent and token from before that moment is ended.`, facts);
    });
  },
});

const LIVES_AGAIN = 'What was revoked after the backup was taken lives again. To end it: --invalidate-before now.';

const POSTGRES =
  'PostgreSQL is restored by its own tools: pg_restore, or the recovery of a base backup. Then: latchkey tokens invalidate.';
