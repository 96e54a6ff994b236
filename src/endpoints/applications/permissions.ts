/** GET and POST /oauth/applications/:id/permissions: what it may ask for, and what a user cannot leave out. */
import { changeRequired } from '../../clients/permissions.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { permissionsPage } from '../../pages/applications/permissions.ts';
import type { Posted } from '../needs.ts';
import { countedSubject, type ManagedClient } from './managed.ts';

export const showPermissions: Handler<ManagedClient> = async (_request, world, { visitor, client }) => {
  const { scopes } = world.settings;
  const record = (name: string) => ({
    name,
    // A scope that the operator has since taken out of the catalogue is shown by its name.
    description: (Object.hasOwn(scopes, name) && scopes[name]?.description) || '',
    isDefault: Object.hasOwn(scopes, name) && scopes[name]?.default === true,
  });
  const view = {
    application: await countedSubject(world, client),
    asked: client.scope.map((name) => ({ ...record(name), isRequired: client.requiredScope.includes(name) })),
    others: Object.keys(scopes)
      .filter((name) => !client.scope.includes(name))
      .map(record),
  };
  return pageReply(visitor, (context) => permissionsPage(context, view));
};

export const submitPermissions: Handler<Posted<ManagedClient>> = async (
  _request,
  world,
  { visitor, client, actor, path, form },
) => {
  const required = form.all('required');
  const outcome = await changeRequired(world, { publicId: client.publicId, required }, actor);
  switch (outcome) {
    case 'saved':
      return leaveFor(visitor, `${path}/permissions?done=permissions_saved`);
    case 'unknown':
      return problemReply(visitor, { status: 404 });
    case 'not_asked':
      return problemReply(visitor, { status: 400, about: 'request', reason: 'permission_not_asked' });
  }
};
