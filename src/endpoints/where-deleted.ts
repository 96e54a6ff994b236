/** Where a form leads that deletes what its page is about: the first time, and again where the same form is sent twice. */
import { isDeletedFor } from '../clients/find.ts';
import type { AccountVisitor } from '../http/browser/visitor.ts';
import { RESOURCES_PATH } from '../pages/resources/list.ts';
import { readAccountNumber } from '../protocol/people/account-rules.ts';
import { APPLICATIONS } from './addresses.ts';
import { requireManagedWebhooks, requireServiceWebhooks } from './webhooks/context.ts';

export const APPLICATION_DELETED = `${APPLICATIONS}?done=application_deleted`;
export const PERSON_DELETED = '/admin/people?done=person_deleted';
export const RESOURCE_DELETED = `${RESOURCES_PATH}?done=resource_deleted`;

export function webhookDeleted(list: string): string {
  return `${list}?done=webhook_deleted`;
}

export async function whereApplicationWas({ account, request, world }: AccountVisitor): Promise<string | null> {
  return (await isDeletedFor(request.parameters.id ?? '', account, world)) ? APPLICATION_DELETED : null;
}

/** The list is there, and this one is not in it any more. */
export async function whereWebhookWas(visitor: AccountVisitor): Promise<string | null> {
  const isManaged = visitor.request.parameters.id !== undefined;
  const known = isManaged ? await requireManagedWebhooks(visitor) : requireServiceWebhooks(visitor);
  return known.ok ? webhookDeleted(known.value.path) : null;
}

export function whereResourceWas({ account }: AccountVisitor): string | null {
  return account.isAdmin ? RESOURCE_DELETED : null;
}

export function wherePersonWas({ account, request }: AccountVisitor): string | null {
  const isNumber = readAccountNumber(request.parameters.account ?? '') !== undefined;
  return account.isAdmin && isNumber ? PERSON_DELETED : null;
}
