/** What goes when a client is deleted: all but its row, which keeps its numbers and the name that events refer to. */
import type { Database } from '../../database.ts';
import { type Sql, sql } from '../../sql.ts';
import { eraseCreationsOfClient } from '../creations.ts';
import { endWebhooksOf } from '../webhooks/of-application.ts';
import { deleteLogo } from './logos.ts';
import { deleteSecretsOf } from './secrets.ts';
import { dropTransfer } from './transfers.ts';

/** Nothing of it could be used any more: every use looks at the client first. */
export function eraseClient(clientId: number): readonly Sql[] {
  return [
    deleteSecretsOf(clientId),
    sql`delete from removed_secrets where client_id = ${clientId}`,
    sql`delete from redirect_uris where client_id = ${clientId}`,
    sql`delete from client_uses where client_id = ${clientId}`,
    deleteLogo(clientId),
    dropTransfer(clientId),
    ...endWebhooksOf(clientId),
    eraseCreationsOfClient(clientId),
  ];
}

/** Deleted clients of an account that still have something to be erased. */
export async function findUnerased(database: Database, ownerId: number, most: number): Promise<readonly number[]> {
  const rows = await database.list<{ id: number }>(sql`select c.id from clients c
    where c.owner_id = ${ownerId} and c.deleted_at is not null and (
      exists (select 1 from client_secrets s where s.client_id = c.id)
      or exists (select 1 from removed_secrets s where s.client_id = c.id)
      or exists (select 1 from redirect_uris r where r.client_id = c.id)
      or exists (select 1 from client_uses u where u.client_id = c.id)
      or exists (select 1 from logos l where l.client_id = c.id)
      or exists (select 1 from transfers t where t.client_id = c.id)
      or exists (select 1 from creations k where k.client_id = c.id and k.answer <> '')
      or exists (select 1 from webhooks w
        where w.client_key = c.id and (w.off_because is null or w.off_because <> 'deleted')))
    limit ${most}`);
  return rows.map((row) => row.id);
}
