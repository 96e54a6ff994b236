/** Durable storage for oidc-provider on node:sqlite: WAL, every commit synced, statements prepared once. */
import { DatabaseSync } from 'node:sqlite';

const SCHEMA = `
create table if not exists records (
  model text not null,
  id text not null,
  payload text not null,
  grant_id text,
  uid text,
  expires_at integer,
  primary key (model, id)
) without rowid;
create index if not exists records_by_grant on records (grant_id) where grant_id is not null;
create index if not exists records_by_uid on records (uid) where uid is not null;
`;

export function sqliteStore(path) {
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -16384');
  database.exec(SCHEMA);
  const upsert = database.prepare(`insert into records (model, id, payload, grant_id, uid, expires_at)
    values (?, ?, ?, ?, ?, ?)
    on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
      expires_at = excluded.expires_at`);
  const find = database.prepare('select payload, expires_at from records where model = ? and id = ?');
  const findByUid = database.prepare('select payload, expires_at from records where uid = ? and model = ?');
  const consume = database.prepare(
    "update records set payload = json_set(payload, '$.consumed', ?) where model = ? and id = ?",
  );
  const destroy = database.prepare('delete from records where model = ? and id = ?');
  const revoke = database.prepare('delete from records where grant_id = ? and model = ?');

  return (model) => ({
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? now() + expiresIn : null;
      const uid = model === 'Session' ? payload.uid : null;
      upsert.run(model, id, JSON.stringify(payload), payload.grantId ?? null, uid, expiresAt);
    },
    find: async (id) => live(find.get(model, id)),
    findByUid: async (uid) => live(findByUid.get(uid, model)),
    findByUserCode: async () => undefined,
    async consume(id) {
      consume.run(now(), model, id);
    },
    async destroy(id) {
      destroy.run(model, id);
    },
    async revokeByGrantId(grantId) {
      revoke.run(grantId, model);
    },
  });
}

function live(row) {
  if (!row || (row.expires_at !== null && row.expires_at <= now())) return undefined;
  return JSON.parse(row.payload);
}

function now() {
  return Math.floor(Date.now() / 1000);
}
