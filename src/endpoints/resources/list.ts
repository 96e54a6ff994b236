/** GET and POST /admin/resources, GET /admin/resources/new: the APIs that tokens are for, and one more. */
import { pageReply, problemReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { newResourcePage } from '../../pages/resources/form.ts';
import { resourcePath, resourcesPage } from '../../pages/resources/list.ts';
import { newResourceSecretPage } from '../../pages/resources/one.ts';
import { everyResource } from '../../resources/find.ts';
import { createResource, type MadeResource } from '../../resources/manage.ts';
import { type AdministratorContext, administratorOf } from '../admin/administrator.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { repeatedReply, sentOnce } from '../sent-once.ts';
import { readResource, resourceFormOf, typedResource } from './fields.ts';

export const showResources: Handler<AdministratorContext> = async (_request, world, { visitor }) => {
  const resources = (await everyResource(world)).map((resource) => ({ ...resource, clientId: resource.publicId }));
  return pageReply(visitor, (context) => resourcesPage(context, resources));
};

/** The password is asked for here already, so that what is typed into the form is not lost on the way to it. */
export const showNewResource: Handler<Confirmed<AdministratorContext>> = (_request, world, { visitor }) => {
  const empty = { identifier: '', name: '', scopes: [], seconds: '', isPlain: false };
  return pageReply(visitor, (context) => newResourcePage(context, resourceFormOf(world, empty, [])));
};

export const submitResource: Handler<Confirmed<Posted<AdministratorContext>>> = async (_request, world, sent) => {
  const { visitor, form } = sent;
  const identifier = form.get('identifier') ?? '';
  const once = sentOnce(sent, ({ resource: { publicId } }: MadeResource) => ({
    location: `${resourcePath(publicId)}?done=resource_secret_shown`,
    about: null,
  }));
  const made = await createResource(world, { identifier, details: readResource(form), once }, administratorOf(visitor));
  if (!made.ok && made.refusal.reason === 'answered') return await repeatedReply(sent);
  if (made.ok) {
    const { resource, secret } = made.value;
    const page = { clientId: resource.publicId, name: resource.name, secret };
    return pageReply(visitor, (context) => newResourceSecretPage(context, page), { status: 201 });
  }
  if (made.refusal.reason !== 'faulty') return problemReply(visitor, { status: 404 });
  const shown = resourceFormOf(world, typedResource(form, identifier), made.refusal.faults);
  return pageReply(visitor, (context) => newResourcePage(context, shown), { status: 422 });
};

export const showNewResourceAgain: Handler<Posted<AdministratorContext>> = (_request, world, { visitor, form }) => {
  const typed = resourceFormOf(world, typedResource(form, form.get('identifier') ?? ''), []);
  return pageReply(visitor, (context) => newResourcePage(context, typed));
};
