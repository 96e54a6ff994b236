/** GET and POST /oauth/applications/:id: the overview of one application, and changes to it. */
import { changeClient, detailsOf, type Losses } from '../../clients/change.ts';
import { figuresOf } from '../../clients/figures.ts';
import { latestFailures } from '../../clients/requests.ts';
import { viewClient } from '../../clients/view.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { type ApplicationForm, editApplicationPage } from '../../pages/applications/form.ts';
import { losingChangePage } from '../../pages/applications/losing.ts';
import { newSecretPage } from '../../pages/applications/new-secret.ts';
import { applicationPage } from '../../pages/applications/overview.ts';
import type { DoneKey } from '../../pages/done.ts';
import type { Shown } from '../../pages/parts/form.ts';
import type { ClientKind } from '../../protocol/clients/kind.ts';
import type { Form } from '../../protocol/form.ts';
import type { World } from '../../world.ts';
import type { Posted } from '../needs.ts';
import {
  approvalFor,
  carriedFields,
  checkedFormOf,
  formOf,
  isCheck,
  isWayBack,
  mayLose,
  mergeDetails,
} from './fields.ts';
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
  const { publicId } = client;
  const merge = mergeDetails(world, form);
  const details = merge.detailsFor(client);
  const again = merge.again(detailsOf(client));
  if (isCheck(form)) return editReply(world, { visitor, client }, checkedFormOf(world, details, client), again);
  if (isWayBack(form)) return editReply(world, { visitor, client }, formOf(world, details, []), again);
  const { isOvertaken } = merge;
  const change = { publicId, details: merge.detailsFor, isOvertaken, mayLose: mayLose(form) };
  const answer = await changeClient(world, change, actor);
  if (!answer.ok) {
    const { refusal } = answer;
    if (refusal.reason === 'faulty')
      return editReply(world, { visitor, client }, formOf(world, details, refusal.faults), again, 422);
    if (refusal.reason === 'loses') return losingReply({ visitor, client }, { kind: details.kind, ...refusal, form });
    if (refusal.reason !== 'stale' || !refusal.overtaken) return problemReply(visitor, { status: 404 });
    const { client: now, next } = refusal.overtaken;
    const kept = formOf(world, merge.detailsFor(now), []);
    return editReply(world, { visitor, client: now }, kept, merge.overtakenBy(detailsOf(now), next), 409);
  }
  const { secret, losses } = answer.value;
  if (secret === null) return leaveFor(visitor, `${path}?done=${savedKey(losses)}`);
  const { name, redirectUris, kind = client.kind } = details;
  const page = { clientId: client.publicId, name, kind, secret, redirectUris, baseUrl: world.settings.url } as const;
  const lostUris = losses.redirectUris.length;
  return pageReply(visitor, (context) => newSecretPage(context, { ...page, occasion: 'first', lostUris }), {
    status: 201,
  });
};

function savedKey({ secrets, redirectUris }: Losses): DoneKey {
  if (secrets.length > 0) return 'application_saved_secrets_deleted';
  return redirectUris.length > 0 ? 'application_saved_uris_removed' : 'application_saved';
}

interface Losing {
  readonly kind: ClientKind | undefined;
  readonly losses: Losses;
  readonly form: Form;
}

/** Nothing is saved yet, and a program that sent the form must not take this page for success. */
function losingReply(
  { visitor, client }: Pick<ManagedClient, 'visitor' | 'client'>,
  { kind = client.kind, losses, form }: Losing,
): Reply {
  const page = {
    clientId: client.publicId,
    name: client.name,
    kind,
    secrets: losses.secrets.map(({ suffix }) => suffix),
    redirectUris: losses.redirectUris,
    typed: carriedFields(form),
  };
  return pageReply(visitor, (context) => losingChangePage(context, page), { status: 409 });
}

/** The form once more, with what was typed. */
function editReply(
  world: World,
  { visitor, client }: Pick<ManagedClient, 'visitor' | 'client'>,
  form: ApplicationForm,
  shown: Shown,
  status: 200 | 409 | 422 = 200,
): Reply {
  const approval = approvalFor(world, visitor.account, client);
  const page = { ...form, shown, clientId: client.publicId, name: client.name, approval };
  return pageReply(visitor, (context) => editApplicationPage(context, page), { status });
}
