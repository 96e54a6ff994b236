/** What the database holds when everything is quiet, read past the service. */
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';

export interface CodeRow {
  readonly digest: string;
  readonly familyId: number | null;
}

export interface FamilyRow {
  readonly id: number;
  readonly account: number;
  readonly client: string;
  readonly revokedBecause: string | null;
}

export interface PairRow {
  readonly id: number;
  readonly familyId: number;
  readonly parentId: number | null;
  readonly accessDigest: string;
  readonly refreshDigest: string | null;
  readonly issuedAt: number;
  readonly usedAt: number | null;
  readonly renewedAt: number | null;
  readonly supersededAt: number | null;
  readonly revokedAt: number | null;
}

export interface EventRow {
  readonly kind: string;
  readonly familyId: number | null;
}

export interface Rows {
  readonly codes: readonly CodeRow[];
  readonly families: readonly FamilyRow[];
  readonly pairs: readonly PairRow[];
  readonly events: readonly EventRow[];
  /** What the engine's own check of the database complains about. */
  readonly damage: readonly string[];
}

export const CODES = 'select digest, family_id as "familyId" from codes';
export const FAMILIES = `select f.id, k.account_id as "account", c.public_id as "client", f.revoked_because as "revokedBecause"
  from families f join consents k on k.id = f.consent_id join clients c on c.id = f.client_id`;
export const PAIRS = `select id, family_id as "familyId", parent_id as "parentId", access_digest as "accessDigest",
  refresh_digest as "refreshDigest", issued_at as "issuedAt", used_at as "usedAt", renewed_at as "renewedAt",
  superseded_at as "supersededAt", revoked_at as "revokedAt" from pairs`;
export const EVENTS = `select kind, family_id as "familyId" from events where kind like 'code.%' or kind like 'token.%'`;

export async function readRows(databaseUrl: string): Promise<Rows> {
  return databaseUrl.startsWith('sqlite:') ? readSqlite(databaseUrl.slice(7)) : await readPostgres(databaseUrl);
}

function readSqlite(path: string): Rows {
  const database = new DatabaseSync(path, { timeout: 5000 });
  // The columns are the ones that the statements above name.
  const all = <Row>(text: string) => database.prepare(text).all() as unknown as Row[];
  const check = all<{ integrity_check: string }>('pragma integrity_check').map((row) => row.integrity_check);
  const foreign = all<{ table: string }>('pragma foreign_key_check').map(({ table }) => `foreign key of ${table}`);
  const rows: Rows = {
    codes: all(CODES),
    families: all(FAMILIES),
    pairs: all(PAIRS),
    events: all(EVENTS),
    damage: [...check.filter((line) => line !== 'ok'), ...foreign],
  };
  database.close();
  return rows;
}

/** Every index of every table of ours is walked by amcheck where the server has it, rows against entries included. */
const INDEX_CHECK = `select bt_index_check(c.oid, i.indisunique) from pg_index i join pg_class c on c.oid = i.indexrelid
  join pg_namespace n on n.oid = c.relnamespace join pg_am a on a.oid = c.relam
  where n.nspname = 'public' and a.amname = 'btree'`;

async function readPostgres(url: string): Promise<Rows> {
  const client = postgres(url, { max: 1, onnotice: () => {}, types: { bigint: BIGINT } });
  const all = async <Row>(text: string) => (await client.unsafe(text)) as unknown as Row[];
  try {
    return {
      codes: await all(CODES),
      families: await all(FAMILIES),
      pairs: await all(PAIRS),
      events: await all(EVENTS),
      damage: await damageOf(all),
    };
  } finally {
    await client.end();
  }
}

const BIGINT = { to: 20, from: [20], parse: Number, serialize: String };

async function damageOf(all: (text: string) => Promise<unknown[]>): Promise<readonly string[]> {
  const [offered] = await all(`select 1 from pg_available_extensions where name = 'amcheck'`);
  if (!offered) return [];
  try {
    await all('create extension if not exists amcheck');
    await all(INDEX_CHECK);
    return [];
  } catch (error) {
    return [`amcheck: ${String(error)}`];
  }
}
