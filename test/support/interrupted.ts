/** A world in which something happens between the reading and the writing of an act. */
import type { World } from '../../src/world.ts';

/** A world in which `between` happens after the first act has read and judged, and before it writes. */
export function interrupted(world: World, between: () => Promise<unknown>): World {
  const { database } = world;
  let isDone = false;
  const write: typeof database.write = async (batch) => {
    if (!isDone) {
      isDone = true;
      await between();
    }
    return await database.write(batch);
  };
  return {
    ...world,
    database: {
      ...database,
      read: (statement) => database.read(statement),
      list: (statement) => database.list(statement),
      write,
    },
  };
}
