/** Applications that manage the service by a right of their own: whether one still has it, now and at the commit. */
import type { Source } from '../protocol/event.ts';
import type { Sql } from '../storage/sql.ts';
import { findLiveClient, remainsManaging } from '../storage/tables/clients/clients.ts';
import { findAccount } from '../storage/tables/people/accounts.ts';
import { remainsAdministrator } from '../storage/tables/people/search.ts';
import type { World } from '../world.ts';

/** An administrator who acts, or an application that acts by the right that one of its owner gave it. */
export interface ActingAdministrator {
  /** The account; of an application, that of its owner. */
  readonly id: number;
  readonly source: Source;
  /** Through the management API. */
  readonly application?: { readonly id: number; readonly publicId: string } | undefined;
}

export async function mayAdminister(world: World, { id, application }: ActingAdministrator): Promise<boolean> {
  const account = await findAccount(world.database, { id });
  if (!account || account.adminAt === null || account.disabledAt !== null || account.deletedAt !== null) return false;
  if (application === undefined) return true;
  const client = await findLiveClient(world.database, application.publicId);
  return client !== undefined && client.adminAt !== null && client.suspendedAt === null && client.ownerId === id;
}

/** Guards for a batch: who acts may still do so when it is written. */
export function remainsPowerful({ id, application }: ActingAdministrator): readonly Sql[] {
  return [remainsAdministrator(id), ...(application === undefined ? [] : [remainsManaging(application.id)])];
}

/** For the detail of an event: who acted, and why (protocol/audit/detail.ts reads it apart). */
export function withReason<By extends string | null>(by: By, because: string | null): By | string {
  return because === null ? by : `${by}: ${because}`;
}

/** For the detail of an event. */
export function byWords({ id, application }: ActingAdministrator): string {
  return application === undefined ? `by administrator ${id}` : `by application ${application.publicId}`;
}
