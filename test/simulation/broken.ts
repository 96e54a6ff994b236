/** Databases that break one promise of the storage port each: a simulation that does not notice them proves nothing. */
import type { Sql } from '../../src/storage/sql.ts';
import type { Memory } from './memory.ts';

export interface Breakage {
  readonly says: string;
  /** A scene in which it has to be noticed. */
  readonly scene: string;
  readonly breakIt: (memory: Memory) => Memory;
}

export const BREAKAGES: readonly Breakage[] = [
  {
    says: 'a guard that touched no row does not undo its batch',
    scene: 'a code: exchange + exchange',
    breakIt: (memory) => ({
      ...memory,
      write: (batch) => memory.write(batch.map((statement) => ({ ...statement, must: false }))),
    }),
  },
  {
    says: 'a write is acknowledged and forgotten',
    scene: 'a pair: refresh root + use root',
    breakIt: (memory) => without(memory, 'insert into pairs'),
  },
  {
    says: 'a first use is not written down',
    scene: 'a renewed pair: use child + use root',
    breakIt: (memory) => without(memory, 'set superseded_at'),
  },
  {
    says: 'a revocation reaches no row',
    scene: 'a pair: revoke root + use root',
    breakIt: (memory) => without(memory, 'update families set revoked_at'),
  },
  {
    says: 'a change has no event',
    scene: 'a pair: refresh root + refresh root',
    breakIt: (memory) => without(memory, 'insert into events'),
  },
  {
    says: 'a batch is run twice',
    scene: 'a renewed pair: revoke child + use child',
    breakIt: (memory) => ({ ...memory, write: (batch) => memory.write(withTwins(batch)) }),
  },
  { says: 'a read is remembered for ever', scene: 'a pair: revoke root + use root + use root', breakIt: withMemory },
];

/** Pretends to run a statement. */
function without(memory: Memory, words: string): Memory {
  const isMeant = ({ text }: Sql) => text.join('?').includes(words);
  return {
    ...memory,
    write: (batch) => {
      const counts = memory.write(batch.filter((statement) => !isMeant(statement)));
      if (counts === null) return null;
      const left = [...counts];
      return batch.map((statement) => (isMeant(statement) ? 1 : (left.shift() ?? 0)));
    },
  };
}

/** Events get a second row, with a number of its own. */
function withTwins(batch: readonly Sql[]): readonly Sql[] {
  const isEvent = ({ text }: Sql) => text.join('?').includes('insert into events');
  return batch.flatMap((statement) => {
    const [id, ...rest] = statement.values;
    return isEvent(statement) ? [statement, { ...statement, values: [Number(id) + 2 ** 40, ...rest] }] : [statement];
  });
}

function withMemory(memory: Memory): Memory {
  const known = new Map<string, readonly unknown[]>();
  return {
    ...memory,
    mark() {
      known.clear();
      memory.mark();
    },
    read(statement) {
      const key = JSON.stringify([statement.text, statement.values]);
      const rows = known.get(key) ?? memory.read(statement);
      known.set(key, rows);
      return rows;
    },
  };
}
