/** `latchkey migrate`: brings the database to this program's schema, as every start does by itself, or says whether it would. */
import { newestSchema } from '../storage/migrations.ts';
import { act } from './command-line.ts';
import { withMigratedWorld, withNewWorld } from './open-world.ts';
import { answer, JSON_OPTION } from './output/answer.ts';

export const command = act({
  says: 'Brings the database up to date.',
  options: {
    check: { says: 'Changes nothing. Exit code 1: there is something to change, and a line says so.' },
    json: JSON_OPTION,
  },
  run: (call) => {
    const schema = newestSchema();
    const done = async () =>
      answer(call, `The database has schema ${schema}, the newest this program knows.`, { schema });
    return call.options.check ? withMigratedWorld(call.settings, done) : withNewWorld(call, done);
  },
});
