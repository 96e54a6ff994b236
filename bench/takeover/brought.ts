/** What an import has brought, in words that do not depend on the numbers which this service gave: equal for equal results. */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';

export interface Brought {
  readonly rows: Readonly<Record<string, number>>;
  /** Over every person, application, consent and token, in a fixed order. */
  readonly digest: string;
}

const TABLES = [
  'accounts',
  'credentials',
  'clients',
  'client_secrets',
  'consents',
  'families',
  'pairs',
  'imported_tokens',
];

const STATEMENTS = [
  `select a.id, a.nickname, a.email, a.created_at, c.secret, m.digest from accounts a
    join imported_accounts m on m.account_id = a.id left join credentials c on c.account_id = a.id order by a.id`,
  `select c.public_id, c.name, c.scope, c.owner_id, s.digest from clients c left join client_secrets s on s.client_id = c.id
    order by c.public_id`,
  `select n.account_id, c.public_id, n.scope, n.granted_at from consents n join clients c on c.id = n.client_id
    order by n.account_id, c.public_id`,
  `select i.digest, i.kind, p.issued_at, p.access_expires_at, n.account_id, c.public_id, f.scope, p.scope as of_pair,
      o.access_digest as parent
    from imported_tokens i join pairs p on p.id = i.record_id join families f on f.id = p.family_id
    join clients c on c.id = f.client_id left join consents n on n.id = f.consent_id left join pairs o on o.id = p.parent_id
    order by i.digest`,
];

type Row = Readonly<Record<string, unknown>>;

export async function readBrought(databaseUrl: string): Promise<Brought> {
  return databaseUrl.startsWith('sqlite:')
    ? readSqlite(databaseUrl.slice('sqlite:'.length))
    : await readPostgres(databaseUrl);
}

function readSqlite(path: string): Brought {
  const database = new DatabaseSync(path, { readOnly: true });
  const hash = createHash('sha256');
  for (const statement of STATEMENTS) for (const row of database.prepare(statement).iterate()) hash.update(lineOf(row));
  const count = (table: string) => Number(database.prepare(`select count(*) as rows from ${table}`).get()?.rows);
  const rows = Object.fromEntries(TABLES.map((table) => [table, count(table)]));
  database.close();
  return { rows, digest: hash.digest('base64url') };
}

const AT_ONCE = 5000;

async function readPostgres(address: string): Promise<Brought> {
  const client = postgres(address, { max: 1, onnotice: () => {} });
  const hash = createHash('sha256');
  for (const statement of STATEMENTS) {
    // The order of bytes, as SQLite has it.
    const ordered = statement.replaceAll(/(public_id|i\.digest)$/gm, '$1 collate "C"');
    for await (const page of client.unsafe(ordered).cursor(AT_ONCE)) for (const row of page) hash.update(lineOf(row));
  }
  const rows: Record<string, number> = {};
  for (const table of TABLES) {
    const [found] = await client.unsafe(`select count(*) as rows from ${table}`);
    rows[table] = Number(found?.rows);
  }
  await client.end();
  return { rows, digest: hash.digest('base64url') };
}

/** PostgreSQL answers large numbers as texts. */
function lineOf(row: Row): string {
  return `${JSON.stringify(Object.values(row).map((value) => (value === null ? null : String(value))))}\n`;
}
