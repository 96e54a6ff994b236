/** A database that tells how long its statements took. */
import type { Database } from './database.ts';
import type { Sql } from './sql.ts';

type Operation = 'read' | 'write';

/** Told of every read and every batch, answered or failed. */
export type StatementObserver = (operation: Operation, milliseconds: number, asked: Sql | readonly Sql[]) => void;

export function measured(database: Database, observe: StatementObserver): Database {
  function follow<Answer>(operation: Operation, asked: Sql | readonly Sql[], answer: Promise<Answer>): Promise<Answer> {
    const begunAt = performance.now();
    const tell = (): void => observe(operation, performance.now() - begunAt, asked);
    // Whoever asked hears of a fault; here only the time counts.
    answer.then(tell, tell);
    return answer;
  }
  return {
    // A database that is moved has another engine and clock from then on, so both are asked for each time.
    get engine() {
      return database.engine;
    },
    get now() {
      return database.now;
    },
    isReady: database.isReady,
    get figures() {
      return database.figures;
    },
    close: database.close,
    read: (statement) => follow('read', statement, database.read(statement)),
    list: (statement) => follow('read', statement, database.list(statement)),
    write: (batch) => follow('write', batch, database.write(batch)),
  };
}

const LONGEST_TEXT = 500;

/** The statements without their values, which may be secrets. */
export function textOf(asked: Sql | readonly Sql[]): string {
  const statements = 'text' in asked ? [asked] : asked;
  return statements.map(({ text }) => text.join('?').replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT)).join('; ');
}
