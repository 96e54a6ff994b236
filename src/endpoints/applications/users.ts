/** GET /oauth/applications/:id/users: how many people use it, and how that changed. */
import { figuresOf } from '../../clients/figures.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { usersPage } from '../../pages/applications/users.ts';
import { requireManaged } from './managed-client.ts';
import { subjectOf } from './subject.ts';

export const showUsers: Handler = async (request, world) => {
  const managed = await requireManaged(request, world);
  if (!managed.ok) return managed.refusal;
  const { visitor, client } = managed.value;
  const { people, days } = await figuresOf(world, client.id);
  const view = { application: subjectOf(client, people), days };
  return pageReply(visitor, (context) => usersPage(context, view));
};
