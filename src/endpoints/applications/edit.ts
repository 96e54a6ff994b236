/** GET /oauth/applications/:id/edit: the form, filled in with what is registered. */
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { editApplicationPage } from '../../pages/applications/form.ts';
import { detailsOf, formOf } from './fields.ts';
import { requireManaged } from './managed-client.ts';

export const showApplicationEdit: Handler = async (request, world) => {
  const managed = await requireManaged(request, world);
  if (!managed.ok) return managed.refusal;
  const { visitor, client } = managed.value;
  const page = { ...formOf(world, detailsOf(client), []), clientId: client.publicId, name: client.name };
  return pageReply(visitor, (context) => editApplicationPage(context, page));
};
