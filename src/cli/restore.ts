/** `latchkey restore`: puts a backup in the place of the embedded database, and ends what must not live again. */
import { OPERATOR } from '../clients/actor.ts';
import { report } from '../events/report.ts';
import { attempt, stale } from '../storage/attempt.ts';
import { invalidateBefore } from '../storage/invalidate.ts';
import { restoreSqlite } from '../storage/sqlite-backup.ts';
import { systemClock, type World } from '../world.ts';
import { act } from './command-line.ts';
import { withWorld } from './open-world.ts';

export const command = act({
  says: 'Puts a backup in the place of the SQLite database. Stop the service first.',
  options: {
    from: { says: 'The backup. It is read, never changed.', value: 'FILE', required: true },
    'invalidate-before': {
      says: 'Ends every sign-in, consent and token from before this moment (now, or 2026-11-15T12:00:00Z).',
      value: 'WHEN',
    },
  },
  run: async (call) => {
    const { database } = call.settings;
    if (!database.startsWith('sqlite:')) return call.fail(POSTGRES);
    const when = call.options['invalidate-before'];
    const moment = when === undefined ? undefined : momentOf(when, systemClock());
    if (moment !== undefined && Number.isNaN(moment))
      return call.wrong(`--invalidate-before takes now, or a moment such as 2026-11-15T12:00:00Z, not ${when}.`);
    const kept = restoreSqlite(call.options.from, database.slice('sqlite:'.length), String(systemClock()));
    call.print(`Restored ${call.options.from}.${kept === undefined ? '' : ` What was there is kept as ${kept}.`}`);
    if (moment === undefined) {
      call.print('What was revoked after the backup was taken lives again. To end it: --invalidate-before now.');
      return 0;
    }
    return await withWorld(call.settings, async (world) => {
      await invalidate(world, moment);
      call.print('Every sign-in, consent and token from before that moment is ended.');
      return 0;
    });
  },
});

const POSTGRES = 'PostgreSQL is restored by its own tools: pg_restore, or the recovery of a base backup.';

/** A moment with its time zone, so that nobody has to guess whose clock is meant. */
function momentOf(when: string, now: number): number {
  if (when === 'now') return now + 1;
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(when);
  return isWhole ? Math.floor(Date.parse(when) / 1000) : Number.NaN;
}

async function invalidate(world: World, before: number): Promise<void> {
  await attempt(async () => {
    const detail = `everything before ${new Date(before * 1000).toISOString()}, after a restore`;
    const written = await world.database.write([
      ...invalidateBefore(before, world.now()),
      report(world, OPERATOR.source, 'consent.revoked', { detail }),
    ]);
    return written === null ? stale : undefined;
  });
}
