/** The form of an application: empty, filled in with what is registered, or with what was typed before a sign-in. */
import { detailsOf } from '../../clients/change.ts';
import { shownOf } from '../../http/browser/merged-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { editApplicationPage, newApplicationPage } from '../../pages/applications/form.ts';
import { blankApplication } from '../../pages/applications/values.ts';
import { mayRegister } from '../../protocol/clients/approval.ts';
import type { AccountContext, Posted } from '../needs.ts';
import { approvalFor, defaultScopesOf, fieldsOf, formOf, mergeDetails, readDetails } from './fields.ts';
import type { ManagedClient } from './managed.ts';

export const showNewApplication: Handler<AccountContext> = async (_request, world, { visitor }) => {
  if (!mayRegister(world.settings.applicationRegistration, visitor.account)) {
    return problemReply(visitor, { status: 403, about: 'registration' });
  }
  const blank = formOf(world, blankApplication(defaultScopesOf(world)), []);
  const form = { ...blank, approval: approvalFor(world, visitor.account, null) };
  return pageReply(visitor, (context) => newApplicationPage(context, form));
};

/** The diagnosis of a refused request leads here with scopes to add: they are ticked, and saved by nobody but the owner. */
export const showApplicationEdit: Handler<ManagedClient> = async (request, world, { visitor, client }) => {
  const approval = approvalFor(world, visitor.account, client);
  const asked = new Set(request.query.form().all('add_scope'));
  const picked = Object.keys(world.settings.scopes).filter((name) => asked.has(name) && !client.scope.includes(name));
  const details = detailsOf(client);
  const form = formOf(world, { ...details, scopes: [...details.scopes, ...picked] }, []);
  const shown = shownOf(fieldsOf(world, details));
  const page = { ...form, picked, shown, clientId: client.publicId, name: client.name, approval };
  return pageReply(visitor, (context) => editApplicationPage(context, page));
};

export const showRegistrationAgain: Handler<Posted<AccountContext>> = (_request, world, { visitor, form }) => {
  if (!mayRegister(world.settings.applicationRegistration, visitor.account)) {
    return problemReply(visitor, { status: 403, about: 'registration' });
  }
  const page = { ...formOf(world, readDetails(form), []), approval: approvalFor(world, visitor.account, null) };
  return pageReply(visitor, (context) => newApplicationPage(context, page));
};

/** What was touched as it was typed, everything else as it is registered now. */
export const showEditAgain: Handler<Posted<ManagedClient>> = (_request, world, { visitor, client, form }) => {
  const merge = mergeDetails(world, form);
  const page = {
    ...formOf(world, merge.detailsFor(client), []),
    shown: merge.again(detailsOf(client)),
    clientId: client.publicId,
    name: client.name,
    approval: approvalFor(world, visitor.account, client),
  };
  return pageReply(visitor, (context) => editApplicationPage(context, page));
};
