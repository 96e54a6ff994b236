/** Looks at the schema past the service: which scratch migrations are there, and whether the ledger says the same. */
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { SIGNS, UNDO } from '../environment/scratch-migrations.ts';

export interface SchemaLook {
  /** What is wrong: a migration that is there in part, twice, or unknown to the ledger. */
  faults(): Promise<readonly string[]>;
  applied(): Promise<readonly number[]>;
  /** Takes them away again. */
  undo(): Promise<void>;
  /** The longest that anybody waits for a lock at this moment, in milliseconds. */
  waiting(): Promise<number>;
  close(): Promise<void>;
}

type Ask = (text: string) => Promise<readonly Record<string, unknown>[]>;

export function openSchemaLook(databaseUrl: string): SchemaLook {
  return databaseUrl.startsWith('sqlite:') ? lookAtSqlite(databaseUrl.slice(7)) : lookAtPostgres(databaseUrl);
}

function lookAtSqlite(path: string): SchemaLook {
  const database = new DatabaseSync(path, { timeout: 5000 });
  const ask: Ask = async (text) => database.prepare(text).all();
  return { ...lookWith(ask), waiting: async () => 0, close: async () => database.close() };
}

const WAITING = `select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as ms
  from pg_locks where not granted and locktype <> 'advisory'`;

function lookAtPostgres(url: string): SchemaLook {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const ask: Ask = (text) => client.unsafe(text);
  return {
    ...lookWith(ask),
    waiting: async () => Number((await ask(WAITING))[0]?.ms ?? 0),
    close: () => client.end(),
  };
}

function lookWith(ask: Ask): Pick<SchemaLook, 'faults' | 'applied' | 'undo'> {
  const applied = async () =>
    (await ask('select number from migrations where number > 9000 order by number')).map((row) => Number(row.number));
  return {
    applied,
    async faults() {
      const numbers = await applied();
      const found = new Set(numbers).size === numbers.length ? [] : [`applied more than once: ${numbers}`];
      for (const { number, text } of SIGNS) {
        const isThere = await ask(text).then(
          () => true,
          () => false,
        );
        if (isThere !== numbers.includes(number))
          found.push(`${number} is ${isThere ? '' : 'not '}there, and the ledger says otherwise`);
      }
      return found;
    },
    async undo() {
      const numbers = await applied();
      for (const { number, texts } of UNDO.filter((one) => numbers.includes(one.number))) {
        for (const text of texts) await ask(text);
        await ask(`delete from migrations where number = ${number}`);
      }
    },
  };
}
