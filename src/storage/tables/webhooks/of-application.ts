/** What becomes of the webhooks of an application when it changes hands or is deleted. */
import { changeRow, locking, must, type Sql, set, sql, where } from '../../sql.ts';
import type { WebhookRow } from './webhooks.ts';

/** What is left of a webhook: where its address led, and a secret that nobody knows. */
export interface HandedWebhook extends Pick<WebhookRow, 'id' | 'updatedAt'> {
  readonly url: string;
  readonly secret: string;
}

/**
 * For the batch that gives the application to another account. The address and the answers of the former owner's receivers, and
 * the secret that they check, are no business of the new one. Guards: each as it was read; that they are all, `acceptOffer` sees to.
 */
export function handOverWebhooks(clientId: number, webhooks: readonly HandedWebhook[], now: number): readonly Sql[] {
  return [
    holdApplication(clientId),
    ...webhooks.flatMap(({ id, updatedAt, url, secret }) => [
      must(
        changeRow(
          'webhooks',
          id,
          set`off_at = coalesce(off_at, ${now}), off_because = 'transferred', url = ${url}, secret = ${secret},
            former_secret = null, former_until = null, secret_made_at = ${now}, updated_at = ${Math.max(now, updatedAt + 1)}`,
          where`updated_at = ${updatedAt}`,
        ),
      ),
      sql`update deliveries set answer = null where webhook_id = ${id}`,
    ]),
  ];
}

/** Whoever adds a webhook or switches one on holds the application (`remainsOwner`), and is waited for. */
function holdApplication(clientId: number): Sql {
  return locking(sql`update clients set owner_id = owner_id where id = ${clientId}`, {
    table: 'clients',
    id: clientId,
  });
}

/** Of an application that is deleted: nothing is sent from now on. The rows go when no delivery is left (`dropEndedWebhooks`). */
export function endWebhooksOf(clientId: number): readonly Sql[] {
  return [
    holdApplication(clientId),
    sql`update webhooks set off_at = coalesce(off_at, created_at), off_because = 'deleted', url = '', secret = '',
        former_secret = null, updated_at = updated_at + 1
      where client_key = ${clientId} and (off_because is null or off_because <> 'deleted')`,
  ];
}

export function dropEndedWebhooks(ownerId: number): Sql {
  return sql`delete from webhooks where client_key in
      (select id from clients where owner_id = ${ownerId} and deleted_at is not null)
    and not exists (select 1 from deliveries where deliveries.webhook_id = webhooks.id)`;
}

/** A guard: the application still belongs to this account. */
export function remainsOwner(clientId: number, ownerId: number): Sql {
  return must(
    changeRow('clients', clientId, set`owner_id = owner_id`, where`owner_id = ${ownerId} and deleted_at is null`),
  );
}
