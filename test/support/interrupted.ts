/** Worlds in which something happens between two statements of an act. */
import type { Sql } from '../../src/storage/sql.ts';
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

/** A world in which `between` happens after each list that was read, and is told what was found. */
export function disturbed(
  world: World,
  between: (found: readonly { readonly id: number }[]) => Promise<unknown>,
): World {
  const { database } = world;
  const list = async <Row>(statement: Sql): Promise<readonly Row[]> => {
    const found = await database.list<Row & { readonly id: number }>(statement);
    await between(found);
    return found;
  };
  return { ...world, database: { ...database, read: (statement) => database.read(statement), list } };
}
