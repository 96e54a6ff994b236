/** Makes, changes and deletes resources: each act is one guarded batch with its event. */
import type { Once } from '../limits/once.ts';
import { identifierKey, RESOURCE_ID_PREFIX } from '../protocol/resources/resource.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { formatScope } from '../protocol/scope.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import {
  changeResource,
  countConsents,
  countResources,
  endResource,
  insertResource,
  type ResourceRow,
} from '../storage/tables/resources/resources.ts';
import { deleteResourceSecrets } from '../storage/tables/resources/secrets.ts';
import type { World } from '../world.ts';
import { act, makeSecret, mayAct, type ResourceActor, type ResourceRefusal, rights, told } from './act.ts';
import { examineNewIdentifier, examineResource, type ResourceDetails, type ResourceFieldFault } from './details.ts';
import { everyResource, findByIdentifier, type ManagedResource, MOST_RESOURCES, resourceOf } from './find.ts';

export interface MadeResource {
  readonly resource: ManagedResource;
  /** Shown once. */
  readonly secret: string;
}

const PUBLIC_ID_BYTES = 24;
/** With those that were deleted, whose rows stay. */
export const MOST_RESOURCE_ROWS = 2000;

export async function createResource(
  world: World,
  input: { readonly identifier: string; readonly details: ResourceDetails; readonly once?: Once<MadeResource> },
  actor: ResourceActor,
): Promise<Result<MadeResource, ResourceRefusal>> {
  const identifier = examineNewIdentifier(input.identifier, world.settings);
  const details = examineResource(input.details, world.settings);
  const faults = [...(identifier.ok ? [] : [identifier.refusal]), ...(details.ok ? [] : details.refusal)];
  if (!identifier.ok || !details.ok) return refuse({ reason: 'faulty', faults });
  return await attempt<Result<MadeResource, ResourceRefusal>>(async () => {
    const fault = await faultOfPlace(world, identifier.value);
    // Asked after what it may have written was read: see addSecret of applications.
    if (await input.once?.isDone()) return refuse({ reason: 'answered' });
    if (!(await mayAct(world, actor))) return refuse({ reason: 'powerless' });
    if (fault) return refuse({ reason: 'faulty', faults: [fault] });
    const { made, batch } = draftResource(world, { identifier: identifier.value, details: details.value }, actor);
    const note = input.once ? [input.once.note(made)] : [];
    const written = await world.database.write([...rights(actor), ...batch, ...note]);
    return written === null ? stale : accept(made);
  });
}

interface NewTerms {
  readonly identifier: string;
  readonly details: ResourceDetails;
  /** Where `latchkey apply` takes care of it. */
  readonly appliedAt?: number | null;
}

interface ResourceDraft {
  readonly made: MadeResource;
  readonly batch: readonly Sql[];
}

/** The rows of a new resource with its first secret. */
export function draftResource(
  world: World,
  { identifier, details, appliedAt = null }: NewTerms,
  actor: ResourceActor,
): ResourceDraft {
  const drafted = draft(world, identifier, details, { configuredAt: null, appliedAt });
  const secret = makeSecret(world, drafted.id, actor);
  return {
    made: { resource: resourceOf(drafted.row), secret: secret.value },
    batch: [drafted.insert, secret.insert, told(world, actor, 'resource.created', identifier)],
  };
}

async function faultOfPlace(world: World, identifier: string): Promise<ResourceFieldFault | undefined> {
  if (await findByIdentifier(world, identifier)) return { field: 'identifier', why: { reason: 'identifier_taken' } };
  const [live, rows] = await Promise.all([everyResource(world), countResources(world.database)]);
  if (live.length < MOST_RESOURCES && rows < MOST_RESOURCE_ROWS) return undefined;
  return { field: 'identifier', why: { reason: 'resources_many', most: MOST_RESOURCES } };
}

/** Who describes it: the setting, `latchkey apply`, or neither. */
interface Since {
  readonly configuredAt: number | null;
  readonly appliedAt: number | null;
}

interface Draft {
  readonly id: number;
  readonly publicId: string;
  readonly row: ResourceRow;
  readonly insert: Sql;
}

/** The row of a new resource. One that the configuration describes gets its secret when somebody asks for one. */
export function draft(world: World, identifier: string, details: ResourceDetails, since: Since): Draft {
  const id = world.nextId();
  const publicId = RESOURCE_ID_PREFIX + world.randomBytes(PUBLIC_ID_BYTES).toString('base64url');
  const createdAt = world.now();
  const { name, scopes, seconds, isPlain } = details;
  const plainAt = isPlain ? createdAt : null;
  const key = identifierKey(identifier);
  const scope = formatScope(scopes);
  const row = { id, publicId, identifier, name, scope, seconds, plainAt, ...since, createdAt };
  return { id, publicId, row: { ...row, updatedAt: createdAt }, insert: insertResource({ ...row, key }) };
}

interface ResourceChange {
  readonly publicId: string;
  /** The complete new terms, or how they are made from what is there. */
  readonly details: ResourceDetails | ((resource: ManagedResource) => ResourceDetails);
  /** The version that the change is made for; any where it is missing. */
  readonly isFor?: (resource: ManagedResource) => boolean;
  /** Whether it would undo what was changed elsewhere; never where this is missing. */
  readonly isOvertaken?: (now: ResourceDetails, next: ResourceDetails) => boolean;
}

/** What a resource says of itself now. */
export function termsOf({ name, scope, seconds, isPlain }: ManagedResource): ResourceDetails {
  return { name, scopes: scope, seconds, isPlain };
}

/** By their names in the management API and in descriptions. What is saved as it was changes nothing, and is no event. */
export function termsChanged(resource: ManagedResource, terms: ResourceDetails): readonly string[] {
  const comparisons: readonly (readonly [string, boolean])[] = [
    ['name', resource.name === terms.name],
    ['scopes', new Set(resource.scope).symmetricDifference(new Set(terms.scopes)).size === 0],
    ['seconds', resource.seconds === terms.seconds],
    ['plain', resource.isPlain === terms.isPlain],
  ];
  return comparisons.filter(([, isEqual]) => !isEqual).map(([field]) => field);
}

export async function changeDetails(
  world: World,
  { publicId, details, isFor, isOvertaken }: ResourceChange,
  actor: ResourceActor,
): Promise<Result<ManagedResource, ResourceRefusal>> {
  return await act(world, publicId, actor, (resource) => {
    if (isFor?.(resource) === false) return refuse({ reason: 'stale' });
    const wanted = typeof details === 'function' ? details(resource) : details;
    const examined = examineResource(wanted, world.settings, resource.scope);
    if (!examined.ok) return refuse({ reason: 'faulty', faults: examined.refusal });
    if (resource.isConfigured) return refuse({ reason: 'resource_configured' });
    const next = examined.value;
    if (isOvertaken?.(termsOf(resource), next)) return refuse({ reason: 'stale', overtaken: { resource, next } });
    if (termsChanged(resource, next).length === 0) return accept([]);
    return accept(draftResourceChange(world, resource, { details: next }, actor));
  });
}

/** What is written where the terms of a resource change. */
export function draftResourceChange(
  world: World,
  resource: ManagedResource,
  { details, appliedAt = null }: Omit<NewTerms, 'identifier'>,
  actor: ResourceActor,
): readonly Sql[] {
  const { name, scopes, seconds, isPlain } = details;
  const plainAt = isPlain ? world.now() : null;
  const terms = { name, scope: formatScope(scopes), seconds, plainAt, configuredAt: null, appliedAt };
  return [changeResource(resource, terms, world.now()), told(world, actor, 'resource.changed', resource.identifier)];
}

/** What is written where a resource is deleted. */
export function draftResourceDeletion(world: World, resource: ManagedResource, actor: ResourceActor): readonly Sql[] {
  return [
    endResource(resource, world.now()),
    deleteResourceSecrets(resource.id),
    told(world, actor, 'resource.deleted', resource.identifier),
  ];
}

/** Every token that is for it ends at once, and one made again under the same identifier revives none of them. */
export async function deleteResource(
  world: World,
  publicId: string,
  actor: ResourceActor,
  isFor?: (resource: ManagedResource) => boolean,
): Promise<Result<ManagedResource, ResourceRefusal>> {
  return await act(world, publicId, actor, (resource) => {
    if (isFor?.(resource) === false) return refuse({ reason: 'stale' });
    if (resource.isConfigured) return refuse({ reason: 'resource_configured' });
    return accept(draftResourceDeletion(world, resource, actor));
  });
}

/** How many people have allowed applications access to it, counted up to MOST_COUNTED. */
export function countPeople(world: World, { id }: { readonly id: number }): Promise<number> {
  return countConsents(world.database, id, world.now());
}
