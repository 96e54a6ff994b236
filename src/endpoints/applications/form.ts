/** GET …/new and …/edit: the form of an application, empty or filled in with what is registered. */
import { detailsOf } from '../../clients/change.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { editApplicationPage, newApplicationPage } from '../../pages/applications/form.ts';
import { blankApplication } from '../../pages/applications/values.ts';
import type { AccountContext } from '../needs.ts';
import { defaultScopesOf, formOf } from './fields.ts';
import type { ManagedClient } from './managed.ts';

export const showNewApplication: Handler<AccountContext> = async (_request, world, { visitor }) => {
  const form = formOf(world, blankApplication(defaultScopesOf(world)), []);
  return pageReply(visitor, (context) => newApplicationPage(context, form));
};

export const showApplicationEdit: Handler<ManagedClient> = async (_request, world, { visitor, client }) => {
  const page = { ...formOf(world, detailsOf(client), []), clientId: client.publicId, name: client.name };
  return pageReply(visitor, (context) => editApplicationPage(context, page));
};
