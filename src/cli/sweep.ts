/** `latchkey sweep`: removes what has ended, with a line of progress as it goes. */
import { setTimeout as pause } from 'node:timers/promises';
import { sweep } from '../tokens/sweep.ts';
import { BESIDE_NOTHING, createSweepPace } from '../tokens/sweep-pace.ts';
import { act } from './command-line.ts';
import { withWorld } from './open-world.ts';
import { answer, JSON_OPTION } from './output/answer.ts';

/** A line for every so many rows, so that a long sweep shows that it moves. */
const ROWS_PER_LINE = 50_000;

export const command = act({
  says: 'Removes dead codes, tokens, sessions and old events.',
  options: { json: JSON_OPTION },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const removed = new Map<string, number>();
      let sinceLine = 0;
      const pace = createSweepPace(BESIDE_NOTHING);
      const total = await sweep(world, {
        rows: pace.rows,
        async onStep({ table, rows, ms }) {
          removed.set(table, (removed.get(table) ?? 0) + rows);
          sinceLine += rows;
          if (sinceLine >= ROWS_PER_LINE) {
            sinceLine = 0;
            call.tell(`${table}: ${removed.get(table) ?? 0} rows removed so far`);
          }
          await pause(pace.restAfter(ms));
        },
      });
      const lines = [...removed].flatMap(([table, rows]) => (rows > 0 ? [`${table}: ${rows} rows removed`] : []));
      const said = [...lines, `${total} rows removed in all.`].join('\n');
      return answer(call, said, { removed: total, tables: Object.fromEntries(removed) });
    }),
});
