/** Gives an application very many users by SQL, each an account of its own with a live consent. */
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';

const STEP = 10_000;
/** Below every record number that is made from the time. */
const FIRST_ID = 1_000;

export async function seedUsers(
  database: Database,
  { clientId, count, progress = () => {} }: { clientId: string; count: number; progress?: (done: number) => void },
): Promise<void> {
  const at = Math.floor(Date.now() / 1000) - 60;
  for (let done = 0; done < count; done += STEP) {
    const [first, last] = [FIRST_ID + done, FIRST_ID + Math.min(count, done + STEP) - 1];
    await database.write([
      sql`insert into accounts (id, nickname, nickname_key, email, email_key, name, website, avatar_url, locale,
          created_at, online_at)
        with recursive numbers (number) as (
          select cast(${first} as bigint) union all select number + 1 from numbers where number < ${last}
        )
        select number, 'many' || number, 'many' || number, 'many' || number || '@example.org',
          'many' || number || '@example.org', '', '', '', '', ${at}, ${at} from numbers`,
    ]);
    await database.write([
      sql`insert into consents (id, account_id, client_id, scope, granted_at, updated_at)
        select a.id, a.id, c.id, 'profile', ${at}, ${at} from accounts a cross join clients c
          where a.id >= ${first} and a.id <= ${last} and c.public_id = ${clientId}`,
    ]);
    progress(Math.min(count, done + STEP));
  }
}
