/** GET and POST /oauth/applications/:id/permissions: what it may ask for, and what a user cannot leave out. */
import type { Client } from '../../clients/find.ts';
import { changeRequired } from '../../clients/permissions.ts';
import { shownOf } from '../../http/browser/merged-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { permissionsPage } from '../../pages/applications/permissions.ts';
import type { Shown } from '../../pages/parts/form.ts';
import type { World } from '../../world.ts';
import type { Posted } from '../needs.ts';
import { mergeRequired, requiredFields } from './fields.ts';
import { countedSubject, type ManagedClient } from './managed.ts';

export const showPermissions: Handler<ManagedClient> = (_request, world, { visitor, client }) => {
  const required = client.requiredScope;
  return permissionsReply(world, { visitor, client }, { required, shown: shownOf(requiredFields(required)) });
};

/** The ticks as they were sent where they were touched, otherwise as they are now. */
export const showPermissionsAgain: Handler<Posted<ManagedClient>> = (_request, world, { visitor, client, form }) => {
  const merge = mergeRequired(form);
  const required = merge.over(client.requiredScope).all('required');
  return permissionsReply(world, { visitor, client }, { required, shown: merge.again(client.requiredScope) });
};

interface PermissionsForm {
  /** Those that are ticked. */
  readonly required: readonly string[];
  readonly shown: Shown;
}

async function permissionsReply(
  world: World,
  { visitor, client }: Pick<ManagedClient, 'visitor' | 'client'>,
  { required, shown }: PermissionsForm,
): Promise<Reply> {
  const { scopes } = world.settings;
  const record = (name: string) => ({
    name,
    // A scope that the operator has since taken out of the catalogue is shown by its name.
    description: (Object.hasOwn(scopes, name) && scopes[name]?.description) || '',
    isDefault: Object.hasOwn(scopes, name) && scopes[name]?.default === true,
  });
  const view = {
    application: await countedSubject(world, client),
    asked: client.scope.map((name) => ({ ...record(name), isRequired: required.includes(name) })),
    others: Object.keys(scopes)
      .filter((name) => !client.scope.includes(name))
      .map(record),
    shown,
  };
  const status = shown.overtaken.length === 0 ? 200 : 409;
  return pageReply(visitor, (context) => permissionsPage(context, view), { status });
}

export const submitPermissions: Handler<Posted<ManagedClient>> = async (
  _request,
  world,
  { visitor, client, actor, path, form },
) => {
  const { publicId } = client;
  const merge = mergeRequired(form);
  const required = (now: Client) => merge.over(now.requiredScope).all('required');
  const outcome = await changeRequired(world, { publicId, required, isOvertaken: merge.isOvertaken }, actor);
  if (typeof outcome === 'object') {
    const { client: now, next } = outcome;
    const shown = merge.overtakenBy(now.requiredScope, next);
    return await permissionsReply(world, { visitor, client: now }, { required: next, shown });
  }
  switch (outcome) {
    case 'saved':
      return leaveFor(visitor, `${path}/permissions?done=permissions_saved`);
    case 'unknown':
      return problemReply(visitor, { status: 404 });
    case 'not_asked':
      return problemReply(visitor, { status: 400, about: 'request', reason: 'permission_not_asked' });
  }
};
