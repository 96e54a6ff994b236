/** Writes rows into PostgreSQL with COPY; foreign keys are not checked meanwhile, and indexes are built at the end. */
import { once } from 'node:events';
import postgres from 'postgres';
import type { Cell } from './filling.ts';
import type { Sink } from './sink.ts';

const ROWS_PER_CHUNK = 2000;
const ROWS_PER_REPORT = 50_000;

/** The user must be allowed to switch triggers off, as the owner of a throw-away server is. */
export async function openPostgresSink(url: string): Promise<Sink> {
  const client = postgres(url, { max: 1, onnotice: () => {}, connection: { session_replication_role: 'replica' } });
  await client.unsafe("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
  const indexes = await client<{ name: string; text: string }[]>`
    select indexname as name, indexdef as text from pg_indexes
    where schemaname = 'public' and indexname not in (select conname from pg_constraint)`;
  for (const { name } of indexes) await client.unsafe(`drop index ${name}`);

  return {
    async clientNumber(publicId) {
      const [row] = await client<{ id: string }[]>`select id from clients where public_id = ${publicId}`;
      return Number(row?.id ?? 0);
    },
    async load(table, progress) {
      const stream = await client.unsafe(`copy ${table.name} (${table.columns.join(', ')}) from stdin`).writable();
      let chunk = '';
      let done = 0;
      for (const row of table.rows()) {
        chunk += `${row.map(cellText).join('\t')}\n`;
        done += 1;
        if (done % ROWS_PER_CHUNK > 0) continue;
        if (!stream.write(chunk)) await once(stream, 'drain');
        chunk = '';
        if (done % ROWS_PER_REPORT === 0) progress(done);
      }
      stream.end(chunk);
      await once(stream, 'finish');
    },
    async finish(say) {
      for (const { name, text } of indexes) {
        say(`building the index ${name}`);
        await client.unsafe(text);
      }
      say('vacuum and analyze');
      await client.unsafe('vacuum (analyze)');
      await client.unsafe('checkpoint');
      const [row] = await client<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`;
      await client.end();
      return Number(row?.bytes ?? 0);
    },
  };
}

/** Nothing that is made up holds a tab, a line end or a backslash. */
function cellText(cell: Cell): string {
  return cell === null ? '\\N' : String(cell);
}
