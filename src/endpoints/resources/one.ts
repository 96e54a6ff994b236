/** GET and POST /admin/resources/:resource: one API, its settings, the rotation of its secret, and its end. */
import { shownOf } from '../../http/browser/merged-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import type { ChangedResourceForm } from '../../pages/resources/form.ts';
import { newResourceSecretPage, resourceDeletionPage, resourcePage } from '../../pages/resources/one.ts';
import { readOverlap } from '../../protocol/clients/secret-overlap.ts';
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import { composeName } from '../../protocol/people/text-rules.ts';
import { withUnlisted } from '../../protocol/scope.ts';
import type { ResourceRefusal } from '../../resources/act.ts';
import type { ManagedResource } from '../../resources/find.ts';
import { changeDetails, countPeople, deleteResource, termsOf } from '../../resources/manage.ts';
import { rotateResourceSecret, secretsOf } from '../../resources/rotate.ts';
import type { World } from '../../world.ts';
import { administratorOf } from '../admin/administrator.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { repeatedReply, sentOnce } from '../sent-once.ts';
import { RESOURCE_DELETED } from '../where-deleted.ts';
import type { ResourceContext } from './context.ts';
import { fieldsOf, mergeResource, readResource, resourceFormOf, typedResource } from './fields.ts';

export const showResource: Handler<ResourceContext> = (_request, world, found) => {
  const { identifier, name, scope, seconds, isPlain } = found.resource;
  const values = { identifier, name, scopes: scope, seconds: seconds === null ? '' : String(seconds), isPlain };
  const shown = shownOf(fieldsOf(world, termsOf(found.resource)));
  return resourceReply(world, found, { form: { ...resourceFormOf(world, values, []), shown }, status: 200 });
};

export const submitResourceChange: Handler<Confirmed<Posted<ResourceContext>>> = async (_request, world, found) => {
  const { visitor, resource, form, path } = found;
  const merge = mergeResource(world, form);
  const details = (now: ManagedResource) => {
    const terms = readResource(merge.over(termsOf(now)));
    return { ...terms, scopes: withUnlisted(terms.scopes, now.scope, world.settings.scopes) };
  };
  const which = { publicId: resource.publicId, details, isOvertaken: merge.isOvertaken };
  const changed = await changeDetails(world, which, administratorOf(visitor));
  if (changed.ok) return leaveFor(visitor, `${path}?done=resource_saved`);
  const { refusal } = changed;
  const typed = (now: ManagedResource) => typedResource(merge.over(termsOf(now)), now.identifier);
  if (refusal.reason === 'faulty') {
    const faulty = resourceFormOf(world, typed(resource), refusal.faults);
    const shown = merge.again(termsOf(resource));
    return await resourceReply(world, found, { form: { ...faulty, shown }, status: 422 });
  }
  if (refusal.reason !== 'stale' || !refusal.overtaken) return refusedReply(found, refusal);
  const { resource: now, next } = refusal.overtaken;
  const kept = { ...resourceFormOf(world, typed(now), []), shown: merge.overtakenBy(termsOf(now), next) };
  return await resourceReply(world, { ...found, resource: now }, { form: kept, status: 409 });
};

/** What was touched as it was typed, everything else as it is kept now. */
export const showResourceAgain: Handler<Posted<ResourceContext>> = (_request, world, found) => {
  const { resource } = found;
  const merge = mergeResource(world, found.form);
  const terms = termsOf(resource);
  const typed = resourceFormOf(world, typedResource(merge.over(terms), resource.identifier), []);
  return resourceReply(world, found, { form: { ...typed, shown: merge.again(terms) }, status: 200 });
};

export const submitResourceRotation: Handler<Confirmed<Posted<ResourceContext>>> = async (_request, world, found) => {
  const { visitor, resource, form, path } = found;
  // The first secret has none before it that could go on working.
  const overlap = readOverlap(form.get('overlap') ?? 'now');
  if (!overlap) return problemReply(visitor, { status: 400, about: 'request', reason: 'form_unreadable' });
  const once = sentOnce(found, () => ({ location: `${path}?done=resource_secret_shown`, about: null }));
  const which = { publicId: resource.publicId, overlap, once };
  const rotated = await rotateResourceSecret(world, which, administratorOf(visitor));
  if (!rotated.ok && rotated.refusal.reason === 'answered') return await repeatedReply(found);
  if (!rotated.ok) return refusedReply(found, rotated.refusal);
  const page = { clientId: resource.publicId, name: resource.name, secret: rotated.value.secret };
  return pageReply(visitor, (context) => newResourceSecretPage(context, page), { status: 201 });
};

export const showResourceDelete: Handler<Confirmed<ResourceContext>> = (_request, world, found) =>
  deletionReply(world, found, null);

export const submitResourceDelete: Handler<Confirmed<Posted<ResourceContext>>> = async (_request, world, found) => {
  const { visitor, resource, form } = found;
  const typed = form.get('confirm_name') ?? '';
  if (composeName(typed) !== resource.name) return await deletionReply(world, found, typed);
  const deleted = await deleteResource(world, resource.publicId, administratorOf(visitor));
  return deleted.ok ? leaveFor(visitor, RESOURCE_DELETED) : refusedReply(found, deleted.refusal);
};

async function resourceReply(
  world: World,
  { visitor, resource }: ResourceContext,
  { form, status }: { readonly form: ChangedResourceForm; readonly status: 200 | 409 | 422 },
): Promise<Reply> {
  const [secrets, peopleCount] = await Promise.all([secretsOf(world, resource), countPeople(world, resource)]);
  const { publicId: clientId, identifier, name, isConfigured } = resource;
  const view = {
    ...{ clientId, identifier, name, isConfigured, peopleCount, form },
    metadataUrl: `${world.settings.url}${ENDPOINT_PATHS.resourceMetadata}/${clientId}`,
    secrets: secrets.map(({ suffix, createdAt, usedAt, expiresAt }) => ({
      suffix,
      createdAt,
      lastUsedAt: usedAt,
      endsAt: expiresAt,
    })),
  };
  return pageReply(visitor, (context) => resourcePage(context, view), { status });
}

async function deletionReply(
  world: World,
  { visitor, resource }: ResourceContext,
  typed: string | null,
): Promise<Reply> {
  const page = {
    clientId: resource.publicId,
    name: resource.name,
    peopleCount: await countPeople(world, resource),
    typed: typed ?? '',
    faults: typed === null ? {} : ({ confirm_name: { reason: 'resource_name_differs' } } as const),
  };
  return pageReply(visitor, (context) => resourceDeletionPage(context, page), { status: typed === null ? 200 : 422 });
}

function refusedReply({ visitor, path }: ResourceContext, { reason }: ResourceRefusal): Reply {
  if (reason === 'resource_secrets_full' || reason === 'resource_configured') {
    return problemReply(visitor, { status: 409, reason, backPath: path, backTo: 'resource' });
  }
  return problemReply(visitor, { status: 404 });
}
