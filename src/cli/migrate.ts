/** `latchkey migrate`: brings the database to this program's schema, as every start does by itself. */
import { migrations } from '../storage/migrations.ts';
import { act } from './command-line.ts';
import { withNewWorld } from './open-world.ts';

export const command = act({
  says: 'Brings the database up to date.',
  options: {},
  run: (call) =>
    withNewWorld(call, async () => {
      call.print(`The database has schema ${migrations.at(-1)?.number ?? 0}, the newest this program knows.`);
      return 0;
    }),
});
