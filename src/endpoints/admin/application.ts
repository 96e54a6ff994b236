/** GET /admin/applications/:id, and the suspension of an application and its end. */
import { type Client, countUsers, findClient } from '../../clients/find.ts';
import { liftSuspension, suspendClient } from '../../clients/suspension.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, leaveFor, requireConfirmed } from '../../http/browser/visitor.ts';
import type { Reply, Request } from '../../http/request.ts';
import type { Handler } from '../../http/route.ts';
import { administeredPath } from '../../pages/admin/admin-frame.ts';
import { administeredApplicationPage } from '../../pages/admin/application.ts';
import { suspendingPage } from '../../pages/admin/suspending.ts';
import type { AdministrationFault } from '../../protocol/people/field-fault.ts';
import { examineReason } from '../../protocol/people/suspension.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { World } from '../../world.ts';
import { actorOf } from '../applications/managed-client.ts';
import { requireAdministrator } from './administrator.ts';

export const showAdministeredApplication: Handler = async (request, world) => {
  const found = await requireApplication(request, world);
  if (!found.ok) return found.refusal;
  const { visitor, client } = found.value;
  const { name, createdAt, homepageUrl, scope, redirectUris, suspendedAt, suspendedBecause } = client;
  const application = {
    ...{ name, createdAt, homepageUrl, scope, redirectUris, suspendedAt, suspendedBecause },
    clientId: client.publicId,
    owner: { id: client.ownerId, nickname: client.ownerNickname },
    userCount: await countUsers(client.id, world),
  };
  return pageReply(visitor, (context) => administeredApplicationPage(context, { application }));
};

/** The password is asked for here already, so that the reason that is typed here is not lost on the way to it. */
export const showSuspend: Handler = async (request, world) => {
  const found = await requireApplication(request, world);
  if (!found.ok) return found.refusal;
  const { visitor, path } = found.value;
  const confirmed = requireConfirmed(visitor, `${path}/suspend`);
  return confirmed.ok ? await suspendingReply(world, found.value, { typed: '' }) : confirmed.refusal;
};

export const submitSuspend: Handler = async (request, world) => {
  const found = await requireApplication(request, world);
  if (!found.ok) return found.refusal;
  const { visitor, client, path } = found.value;
  const form = readGuardedForm(visitor, 'page', `${path}/suspend`);
  if (!form.ok) return form.refusal;
  const confirmed = requireConfirmed(visitor, `${path}/suspend`);
  if (!confirmed.ok) return confirmed.refusal;
  const typed = form.value.get('reason') ?? '';
  const reason = examineReason(typed);
  if (!reason.ok) return await suspendingReply(world, found.value, { typed, fault: reason.refusal });
  const input = { publicId: client.publicId, because: reason.value };
  return outcomeReply(found.value, await suspendClient(world, input, actorOf(visitor)), 'application_suspended');
};

export const submitLift: Handler = async (request, world) => {
  const found = await requireApplication(request, world);
  if (!found.ok) return found.refusal;
  const { visitor, client, path } = found.value;
  const form = readGuardedForm(visitor, 'page', path);
  if (!form.ok) return form.refusal;
  const confirmed = requireConfirmed(visitor, path);
  if (!confirmed.ok) return confirmed.refusal;
  return outcomeReply(found.value, await liftSuspension(world, client.publicId, actorOf(visitor)), 'suspension_lifted');
};

interface Finding {
  readonly visitor: AccountVisitor;
  readonly client: Client;
  readonly path: string;
}

async function requireApplication(request: Request, world: World): Promise<Result<Finding, Reply>> {
  const known = await requireAdministrator(request, world);
  if (!known.ok) return known;
  const client = await findClient(request.parameters.id ?? '', world);
  if (!client) return refuse(problemReply(known.value, { status: 404 }));
  return accept({ visitor: known.value, client, path: administeredPath(client.publicId) });
}

async function suspendingReply(
  world: World,
  { visitor, client }: Finding,
  { typed, fault }: { readonly typed: string; readonly fault?: AdministrationFault },
): Promise<Reply> {
  const page = {
    clientId: client.publicId,
    name: client.name,
    userCount: await countUsers(client.id, world),
    typed,
    faults: { reason: fault },
  };
  return pageReply(visitor, (context) => suspendingPage(context, page), { status: fault === undefined ? 200 : 422 });
}

function outcomeReply(
  { visitor, path }: Finding,
  outcome: Awaited<ReturnType<typeof suspendClient>>,
  done: 'application_suspended' | 'suspension_lifted',
): Reply {
  if (outcome.ok) return leaveFor(visitor, `${path}?done=${done}`);
  if (outcome.refusal === 'already') return leaveFor(visitor, `${path}?done=nothing_to_do`);
  return problemReply(visitor, { status: 404 });
}
