/** GET /admin/applications/:id, and the suspension of an application and its end. */
import { changeAdministration } from '../../clients/administration.ts';
import { approveClient, changedSinceApproval, declineClient } from '../../clients/approval.ts';
import { findClient } from '../../clients/find.ts';
import { setMark } from '../../clients/marks.ts';
import { examineLimit, setOwnLimits, usualLimit } from '../../clients/own-limits.ts';
import { liftSuspension, suspendClient } from '../../clients/suspension.ts';
import { countUsers } from '../../clients/user-count.ts';
import { type Fields, mergeOf, shownOf } from '../../http/browser/merged-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { administeredApplicationPage } from '../../pages/admin/application.ts';
import { suspendingPage } from '../../pages/admin/suspending.ts';
import type { DoneKey } from '../../pages/done.ts';
import type { Shown } from '../../pages/parts/form.ts';
import { MARKS } from '../../protocol/clients/application-search.ts';
import {
  changedLimits,
  type LimitChange,
  OWN_LIMIT_NAMES,
  type OwnLimitName,
  type OwnLimits,
} from '../../protocol/clients/own-limits.ts';
import type { Form } from '../../protocol/form.ts';
import type { AdministrationFault } from '../../protocol/people/field-fault.ts';
import { examineReason } from '../../protocol/people/suspension.ts';
import type { Result } from '../../protocol/result.ts';
import type { World } from '../../world.ts';
import { actorOf } from '../applications/managed.ts';
import type { Confirmed, Posted } from '../needs.ts';
import type { ApplicationContext } from './administrator.ts';

export const showAdministeredApplication: Handler<ApplicationContext> = (_request, world, found) =>
  applicationReply(world, found, {});

/** About the version that was shown: what was changed meanwhile is looked at first. */
export const submitApproval: Handler<Confirmed<Posted<ApplicationContext>>> = async (_request, world, found) => {
  const { visitor, client, form } = found;
  const seen = Number(form.get('seen') ?? 0);
  const judged = { publicId: client.publicId, isFor: ({ updatedAt }: { updatedAt: number }) => updatedAt === seen };
  if (form.get('decision') === 'approve') {
    return outcomeReply(found, await approveClient(world, judged, actorOf(visitor)), 'application_approved');
  }
  const typed = form.get('reason') ?? '';
  const reason = examineReason(typed);
  if (!reason.ok) return await applicationReply(world, found, { judging: { typed, fault: reason.refusal } });
  const input = { ...judged, because: reason.value };
  return outcomeReply(found, await declineClient(world, input, actorOf(visitor)), 'application_declined');
};

export const showApprovalAgain: Handler<Posted<ApplicationContext>> = (_request, world, found) =>
  applicationReply(world, found, { judging: { typed: found.form.get('reason') ?? '' } });

/** A field that the form does not have leaves its limit as it is. */
export const submitLimits: Handler<Confirmed<Posted<ApplicationContext>>> = async (_request, world, found) => {
  const { visitor, client, form } = found;
  const { publicId } = client;
  const merge = mergeOf<OwnLimits>(form, limitFields);
  const sent = readLimits(merge.over(client.limits));
  if (sent.some(({ examined }) => !examined.ok))
    return await applicationReply(world, found, { limits: typedLimits(sent), shown: merge.again(client.limits) });
  const change = (now: OwnLimits): LimitChange =>
    Object.fromEntries(
      readLimits(merge.over(now)).flatMap(({ name, examined }) => (examined.ok ? [[name, examined.value]] : [])),
    );
  const done = await setOwnLimits(world, { publicId, change, isOvertaken: merge.isOvertaken }, actorOf(visitor));
  const now = !done.ok && done.refusal === 'changed' ? await findClient(publicId, world) : undefined;
  const shown = now && merge.overtakenBy(now.limits, changedLimits(now.limits, change(now.limits)));
  // Where it was changed back in this very moment, there is nothing left to show.
  if (!now || !shown?.overtaken.length) return outcomeReply(found, done, 'limit_saved');
  const limits = typedLimits(readLimits(merge.over(now.limits)));
  return await applicationReply(world, { visitor, client: now }, { limits, shown });
};

/** What was touched as it was typed, everything else as it is now. */
export const showLimitsAgain: Handler<Posted<ApplicationContext>> = (_request, world, found) => {
  const { limits: now } = found.client;
  const merge = mergeOf<OwnLimits>(found.form, limitFields);
  const typed = Object.fromEntries(readLimits(merge.over(now)).map(({ name, typed }) => [name, { typed }]));
  return applicationReply(world, found, { limits: typed, shown: merge.again(now) });
};

interface SentLimit {
  readonly name: OwnLimitName;
  readonly typed: string;
  readonly examined: Result<number | null, AdministrationFault>;
}

function readLimits(form: Form): readonly SentLimit[] {
  return OWN_LIMIT_NAMES.filter((name) => form.has(name)).map((name) => {
    const typed = form.get(name) ?? '';
    return { name, typed, examined: examineLimit(name, typed) };
  });
}

type TypedLimits = { readonly [Name in OwnLimitName]?: Typed };

function typedLimits(sent: readonly SentLimit[]): TypedLimits {
  return Object.fromEntries(
    sent.map(({ name, typed, examined }) => [name, { typed, ...(examined.ok ? {} : { fault: examined.refusal }) }]),
  );
}

/** What the fields of the page say. */
function limitFields(limits: OwnLimits): Fields {
  return Object.fromEntries(OWN_LIMIT_NAMES.map((name) => [name, [String(limits[name] ?? '')]]));
}

interface Typed {
  readonly typed: string;
  readonly fault?: AdministrationFault;
}

async function applicationReply(
  world: World,
  { visitor, client }: Pick<ApplicationContext, 'visitor' | 'client'>,
  sent: { readonly limits?: TypedLimits; readonly judging?: Typed; readonly shown?: Shown },
): Promise<Reply> {
  const { judging = { typed: '' }, shown = shownOf(limitFields(client.limits)) } = sent;
  const limits = OWN_LIMIT_NAMES.map((limit) => ({
    name: limit,
    usual: usualLimit(world.settings, limit),
    ...(sent.limits?.[limit] ?? { typed: String(client.limits[limit] ?? '') }),
  }));
  const { name, createdAt, homepageUrl, scope, redirectUris, suspendedAt, suspendedBecause } = client;
  const { description, kind, policyUrl, termsUrl, logoPath } = client;
  const { adminAt, isOfAdministrator, isConfidential, isVerified, isFirstParty, updatedAt } = client;
  const { waitingSince, waitingFor, declinedBecause } = client;
  const application = {
    ...{ name, createdAt, homepageUrl, scope, redirectUris, suspendedAt, suspendedBecause },
    ...{ description, kind, policyUrl, termsUrl, logoPath, since: await changedSinceApproval(world, client) },
    ...{ adminAt, isOfAdministrator, isConfidential, isVerified, isFirstParty, updatedAt },
    ...{ waitingSince, waitingFor, declinedBecause, judging },
    clientId: client.publicId,
    owner: { id: client.ownerId, nickname: client.ownerNickname },
    userCount: await countUsers(client.id, world),
    limits,
    shown,
  };
  const isFaulty = [judging, ...limits].some(({ fault }) => fault !== undefined);
  return pageReply(visitor, (context) => administeredApplicationPage(context, { application }), {
    status: isFaulty ? 422 : shown.overtaken.length > 0 ? 409 : 200,
  });
}

/** The password is asked for here already: this page exists for a dangerous act alone. */
export const showSuspend: Handler<Confirmed<ApplicationContext>> = (_request, world, found) =>
  suspendingReply(world, found, { typed: '' });

export const submitSuspend: Handler<Confirmed<Posted<ApplicationContext>>> = async (_request, world, found) => {
  const { visitor, client, form } = found;
  const typed = form.get('reason') ?? '';
  const reason = examineReason(typed);
  if (!reason.ok) return await suspendingReply(world, found, { typed, fault: reason.refusal });
  const input = { publicId: client.publicId, because: reason.value };
  return outcomeReply(found, await suspendClient(world, input, actorOf(visitor)), 'application_suspended');
};

export const showSuspendAgain: Handler<Posted<ApplicationContext>> = (_request, world, found) =>
  suspendingReply(world, found, { typed: found.form.get('reason') ?? '' });

export const submitLift: Handler<Confirmed<Posted<ApplicationContext>>> = async (_request, world, found) => {
  const { visitor, client } = found;
  return outcomeReply(found, await liftSuspension(world, client.publicId, actorOf(visitor)), 'suspension_lifted');
};

/** Gives the right to manage everything, or takes it back. */
export const submitManagement: Handler<Confirmed<Posted<ApplicationContext>>> = async (_request, world, found) => {
  const { visitor, client, form } = found;
  const isGiven = form.get('decision') === 'give';
  const done = await changeAdministration(world, { publicId: client.publicId, isGiven }, actorOf(visitor));
  const said = isGiven ? 'administration_given' : 'administration_taken';
  if (done.ok) return leaveFor(visitor, `${found.path}?done=${said}`);
  const isUnknown = done.refusal === 'unknown' || done.refusal === 'powerless';
  return isUnknown ? problemReply(visitor, { status: 404 }) : leaveFor(visitor, `${found.path}?done=nothing_to_do`);
};

export const submitMark: Handler<Confirmed<Posted<ApplicationContext>>> = async (_request, world, found) => {
  const { visitor, client, form } = found;
  const mark = MARKS.find((each) => each === form.get('mark'));
  if (mark === undefined) return problemReply(visitor, { status: 400, about: 'request', reason: 'form_unreadable' });
  const isSet = form.get('set') === 'yes';
  const seen = Number(form.get('seen') ?? 0);
  const outcome = await setMark(world, { publicId: client.publicId, mark, isSet, seen }, actorOf(visitor));
  return outcomeReply(found, outcome, `mark_${mark}_${isSet ? 'set' : 'removed'}`);
};

async function suspendingReply(
  world: World,
  { visitor, client }: ApplicationContext,
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
  { visitor, path }: ApplicationContext,
  outcome: Awaited<ReturnType<typeof suspendClient>>,
  done: DoneKey,
): Reply {
  if (outcome.ok) return leaveFor(visitor, `${path}?done=${done}`);
  if (outcome.refusal === 'already') return leaveFor(visitor, `${path}?done=nothing_to_do`);
  if (outcome.refusal === 'changed') return leaveFor(visitor, `${path}?done=changed_meanwhile`);
  return problemReply(visitor, { status: 404 });
}
