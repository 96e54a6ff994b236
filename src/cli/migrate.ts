/** `latchkey migrate`: brings the database to this program's schema, as every start does by itself. */
import { migrations } from '../storage/migrations.ts';
import { act } from './command-line.ts';
import { withNewWorld } from './open-world.ts';
import { answer, JSON_OPTION } from './output/answer.ts';

export const command = act({
  says: 'Brings the database up to date.',
  options: { json: JSON_OPTION },
  run: (call) =>
    withNewWorld(call, async () => {
      const schema = migrations.at(-1)?.number ?? 0;
      return answer(call, `The database has schema ${schema}, the newest this program knows.`, { schema });
    }),
});
