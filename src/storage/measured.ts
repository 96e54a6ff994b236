/** A database that tells how long its statements took. */
import type { Database } from './database.ts';
import type { Sql } from './sql.ts';

export interface Measured {
  readonly operation: 'read' | 'write';
  readonly milliseconds: number;
  /** The statements without their values, which may be secrets. */
  text(): string;
}

export function measured(database: Database, observe: (measured: Measured) => void): Database {
  function follow<Answer>(operation: Measured['operation'], batch: readonly Sql[], answer: Promise<Answer>) {
    const begunAt = performance.now();
    const tell = (): void =>
      observe({ operation, milliseconds: performance.now() - begunAt, text: () => batch.map(textOf).join('; ') });
    // Whoever asked hears of a fault; here only the time counts.
    answer.then(tell, tell);
    return answer;
  }
  return {
    ...database,
    read: (statement) => follow('read', [statement], database.read(statement)),
    write: (batch) => follow('write', batch, database.write(batch)),
  };
}

const LONGEST_TEXT = 500;

function textOf({ text }: Sql): string {
  return text.join('?').replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT);
}
