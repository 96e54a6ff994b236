/** GET and POST /oauth/applications/:id/delete: who would lose access, and the end once the name was typed. */

import { deleteClient } from '../../clients/ending.ts';
import { countUsers } from '../../clients/user-count.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { applicationDeletionPage } from '../../pages/applications/delete.ts';
import { composeName } from '../../protocol/people/text-rules.ts';
import type { World } from '../../world.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { APPLICATION_DELETED } from '../where-deleted.ts';
import type { ManagedClient } from './managed.ts';

/** The password is asked for here already: this page exists for a dangerous act alone. */
export const showApplicationDelete: Handler<Confirmed<ManagedClient>> = async (_request, world, managed) => {
  return await deletionReply(world, managed, null);
};

export const submitApplicationDelete: Handler<Confirmed<Posted<ManagedClient>>> = async (_request, world, managed) => {
  const { visitor, client, actor, form } = managed;
  const typed = form.get('confirm_name') ?? '';
  // Names are kept in this form, however a keyboard composes its letters.
  if (composeName(typed) !== client.name) return await deletionReply(world, managed, typed);
  const deleted = await deleteClient(world, client.publicId, actor);
  return deleted ? leaveFor(visitor, APPLICATION_DELETED) : problemReply(visitor, { status: 404 });
};

/** `typed` is what did not fit; null before anything was typed. */
async function deletionReply(world: World, { visitor, client }: ManagedClient, typed: string | null): Promise<Reply> {
  const page = {
    clientId: client.publicId,
    name: client.name,
    userCount: await countUsers(client.id, world),
    typed: typed ?? '',
    faults: typed === null ? {} : ({ confirm_name: { reason: 'application_name_differs' } } as const),
  };
  return pageReply(visitor, (context) => applicationDeletionPage(context, page), {
    status: typed === null ? 200 : 422,
  });
}
