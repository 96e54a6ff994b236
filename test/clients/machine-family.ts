/** Looks for the live family of a client's own tokens. */
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';

export async function findMachineFamily(database: Database, clientId: number): Promise<number | undefined> {
  const rows = await database.read<{ id: number }>(
    sql`select id from families where client_id = ${clientId} and consent_id is null and revoked_at is null`,
  );
  return rows[0]?.id;
}
