/** GET /oauth/applications/:id/users: how many people use it, and how that changed. */
import { figuresOf } from '../../clients/figures.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { usersPage } from '../../pages/applications/users.ts';
import { type ManagedClient, subjectOf } from './managed.ts';

export const showUsers: Handler<ManagedClient> = async (_request, world, { visitor, client }) => {
  const { people, days } = await figuresOf(world, client.id);
  const view = { application: subjectOf(client, people), days };
  return pageReply(visitor, (context) => usersPage(context, view));
};
