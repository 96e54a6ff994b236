/** GET and POST /oauth/applications/:id: the overview of one application, and changes to it. */
import { changeClient } from '../../clients/change.ts';
import { figuresOf } from '../../clients/figures.ts';
import { latestFailures } from '../../clients/requests.ts';
import { viewClient } from '../../clients/view.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { editApplicationPage } from '../../pages/applications/form.ts';
import { newSecretPage } from '../../pages/applications/new-secret.ts';
import { applicationPage } from '../../pages/applications/overview.ts';
import type { Posted } from '../needs.ts';
import { approvalFor, checkedFormOf, formOf, isCheck, readDetails } from './fields.ts';
import { type ManagedClient, subjectOf } from './managed.ts';

const MOST_REFUSALS = 5;

export const showApplication: Handler<ManagedClient> = async (_request, world, { visitor, client }) => {
  const [{ lastUse, lastTokenAt }, figures, refusals] = await Promise.all([
    viewClient(world, client),
    figuresOf(world, client.id),
    latestFailures(world, client, MOST_REFUSALS),
  ]);
  const view = { application: subjectOf(client, figures.people), days: figures.days, lastUse, lastTokenAt, refusals };
  return pageReply(visitor, (context) => applicationPage(context, view));
};

export const submitApplicationChange: Handler<Posted<ManagedClient>> = async (
  _request,
  world,
  { visitor, client, actor, path, form },
) => {
  const details = readDetails(form, client);
  const approval = approvalFor(world, visitor.account, client);
  const subject = { clientId: client.publicId, name: client.name, approval };
  if (isCheck(form)) {
    const page = { ...checkedFormOf(world, details), ...subject };
    return pageReply(visitor, (context) => editApplicationPage(context, page));
  }
  const answer = await changeClient(world, { publicId: client.publicId, details }, actor);
  if (!answer.ok) {
    if (answer.refusal.reason !== 'faulty') return problemReply(visitor, { status: 404 });
    const page = { ...formOf(world, details, answer.refusal.faults), ...subject };
    return pageReply(visitor, (context) => editApplicationPage(context, page), { status: 422 });
  }
  const { secret } = answer.value;
  if (secret === null) return leaveFor(visitor, `${path}?done=application_saved`);
  const { name, redirectUris, kind = client.kind } = details;
  const page = { clientId: client.publicId, name, kind, secret, redirectUris, baseUrl: world.settings.url } as const;
  return pageReply(visitor, (context) => newSecretPage(context, { ...page, occasion: 'added' }), { status: 201 });
};
