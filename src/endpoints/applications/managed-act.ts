/** What every dangerous act on an application begins with: the form is ours, the password is fresh, the limit holds. */
import { spendAct } from '../../clients/act-limits.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { problemReply } from '../../http/browser/page.ts';
import { requireConfirmed } from '../../http/browser/visitor.ts';
import type { Reply, Request } from '../../http/request.ts';
import type { Form } from '../../protocol/form.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { World } from '../../world.ts';
import { type ManagedClient, requireManaged } from './managed-client.ts';

export interface Act {
  /** Which limit it counts against. */
  readonly limit: Parameters<typeof spendAct>[1];
  /** The tab it is done on, and where its way leads back to: `/credentials`. */
  readonly tab: string;
}

/** A browser left open is not enough to take an application over. */
export async function requireAct(
  request: Request,
  world: World,
  { limit, tab }: Act,
): Promise<Result<ManagedClient & { readonly form: Form }, Reply>> {
  const managed = await requireManaged(request, world);
  if (!managed.ok) return managed;
  const { visitor, path } = managed.value;
  const form = readGuardedForm(visitor, 'page', path + tab);
  if (!form.ok) return form;
  const confirmed = requireConfirmed(visitor, path + tab);
  if (!confirmed.ok) return refuse(confirmed.refusal);
  const allowance = await spendAct(world, limit, visitor.account.id);
  if (allowance.allowed) return accept({ ...managed.value, form: form.value });
  return refuse(problemReply(visitor, { status: 429, retryAfterSeconds: allowance.retryAfterSeconds }));
}
