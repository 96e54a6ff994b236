/** GET and POST /oauth/applications/:id/permissions: what it may ask for, and what a user cannot leave out. */
import { changeRequired } from '../../clients/permissions.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { permissionsPage } from '../../pages/applications/permissions.ts';
import { requireManaged } from './managed-client.ts';
import { countedSubject } from './subject.ts';

export const showPermissions: Handler = async (request, world) => {
  const managed = await requireManaged(request, world);
  if (!managed.ok) return managed.refusal;
  const { visitor, client } = managed.value;
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

export const submitPermissions: Handler = async (request, world) => {
  const managed = await requireManaged(request, world);
  if (!managed.ok) return managed.refusal;
  const { visitor, client, actor, path } = managed.value;
  const form = readGuardedForm(visitor, 'page', `${path}/permissions`);
  if (!form.ok) return form.refusal;
  const required = form.value.all('required');
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
