/** Makes, changes and deletes resources, and rotates their secrets: each act is one guarded batch with its event. */
import { report } from '../events/report.ts';
import { type Overlap, overlapSeconds } from '../protocol/clients/secret-overlap.ts';
import { digest } from '../protocol/digest.ts';
import type { EventKind, Source } from '../protocol/event.ts';
import { identifierKey, RESOURCE_ID_PREFIX } from '../protocol/resources/resource.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { formatScope } from '../protocol/scope.ts';
import { formatSecret, SECRET_RANDOM_BYTES } from '../protocol/tokens/token-string.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { remainsAdministrator } from '../storage/tables/people/search.ts';
import {
  changeResource,
  countConsents,
  countResources,
  endResource,
  insertResource,
  touchResource,
} from '../storage/tables/resources/resources.ts';
import {
  deleteEndedResourceSecrets,
  deleteResourceSecrets,
  endResourceSecret,
  insertResourceSecret,
  listResourceSecrets,
  type ResourceSecretRow,
} from '../storage/tables/resources/secrets.ts';
import type { World } from '../world.ts';
import { examineNewIdentifier, examineResource, type ResourceDetails, type ResourceFieldFault } from './details.ts';
import { everyResource, findByIdentifier, findResource, type ManagedResource, MOST_RESOURCES } from './find.ts';

/** An administrator, or the operator at the command line, who has no account. */
interface ResourceActor {
  readonly id: number | null;
  readonly source: Source;
}

export const OPERATOR_ACTS: ResourceActor = { id: null, source: { address: null, userAgent: null } };

interface MadeResource {
  readonly resource: ManagedResource;
  /** Shown once. */
  readonly secret: string;
}

export type ResourceRefusal =
  | { readonly reason: 'faulty'; readonly faults: readonly ResourceFieldFault[] }
  | { readonly reason: 'unknown' }
  /** LATCHKEY_RESOURCES describes it, so it is changed there. */
  | { readonly reason: 'resource_configured' }
  /** Two secrets work already: one has to end first, or both at once. */
  | { readonly reason: 'resource_secrets_full' };

const PUBLIC_ID_BYTES = 24;
const SUFFIX_LENGTH = 4;
export const MOST_RESOURCE_SECRETS = 2;
/** With those that were deleted, whose rows stay. */
export const MOST_RESOURCE_ROWS = 2000;

export async function createResource(
  world: World,
  input: { readonly identifier: string; readonly details: ResourceDetails },
  actor: ResourceActor,
): Promise<Result<MadeResource, ResourceRefusal>> {
  const identifier = examineNewIdentifier(input.identifier, world.settings);
  const details = examineResource(input.details, world.settings);
  const faults = [...(identifier.ok ? [] : [identifier.refusal]), ...(details.ok ? [] : details.refusal)];
  if (!identifier.ok || !details.ok) return refuse({ reason: 'faulty', faults });
  const outcome = await attempt<Result<Omit<MadeResource, 'resource'> & Pick<Draft, 'publicId'>, ResourceRefusal>>(
    async () => {
      const fault = await faultOfPlace(world, identifier.value);
      if (fault) return refuse({ reason: 'faulty', faults: [fault] });
      const made = draft(world, identifier.value, details.value, null);
      const secret = makeSecret(world, made.id, actor);
      const written = await world.database.write([
        ...rights(actor),
        made.insert,
        secret.insert,
        told(world, actor, 'resource.created', identifier.value),
      ]);
      return written === null ? stale : accept({ publicId: made.publicId, secret: secret.value });
    },
  );
  if (!outcome.ok) return outcome;
  const resource = await findResource(world, outcome.value.publicId);
  return resource ? accept({ resource, secret: outcome.value.secret }) : refuse({ reason: 'unknown' });
}

async function faultOfPlace(world: World, identifier: string): Promise<ResourceFieldFault | undefined> {
  if (await findByIdentifier(world, identifier)) return { field: 'identifier', why: { reason: 'identifier_taken' } };
  const [live, rows] = await Promise.all([everyResource(world), countResources(world.database)]);
  if (live.length < MOST_RESOURCES && rows < MOST_RESOURCE_ROWS) return undefined;
  return { field: 'identifier', why: { reason: 'resources_many', most: MOST_RESOURCES } };
}

interface Draft {
  readonly id: number;
  readonly publicId: string;
  readonly insert: Sql;
}

/** The row of a new resource. One that the configuration describes gets its secret when somebody asks for one. */
export function draft(world: World, identifier: string, details: ResourceDetails, configuredAt: number | null): Draft {
  const id = world.nextId();
  const publicId = RESOURCE_ID_PREFIX + world.randomBytes(PUBLIC_ID_BYTES).toString('base64url');
  const createdAt = world.now();
  const { name, scopes, seconds, isPlain } = details;
  const plainAt = isPlain ? createdAt : null;
  const key = identifierKey(identifier);
  const scope = formatScope(scopes);
  const row = { id, publicId, identifier, key, name, scope, seconds, plainAt, configuredAt, createdAt };
  return { id, publicId, insert: insertResource(row) };
}

export async function changeDetails(
  world: World,
  which: { readonly publicId: string; readonly details: ResourceDetails },
  actor: ResourceActor,
): Promise<Result<ManagedResource, ResourceRefusal>> {
  const examined = examineResource(which.details, world.settings);
  if (!examined.ok) return refuse({ reason: 'faulty', faults: examined.refusal });
  const { name, scopes, seconds, isPlain } = examined.value;
  return await act(world, which.publicId, actor, (resource) => {
    if (resource.isConfigured) return refuse({ reason: 'resource_configured' });
    const plainAt = isPlain ? world.now() : null;
    const terms = { name, scope: formatScope(scopes), seconds, plainAt, configuredAt: null };
    return accept([
      changeResource(resource, terms, world.now()),
      told(world, actor, 'resource.changed', resource.identifier),
    ]);
  });
}

/** Every token that is for it ends at once, and one made again under the same identifier revives none of them. */
export async function deleteResource(
  world: World,
  publicId: string,
  actor: ResourceActor,
): Promise<Result<ManagedResource, ResourceRefusal>> {
  return await act(world, publicId, actor, (resource) => {
    if (resource.isConfigured) return refuse({ reason: 'resource_configured' });
    return accept([
      endResource(resource, world.now()),
      deleteResourceSecrets(resource.id),
      told(world, actor, 'resource.deleted', resource.identifier),
    ]);
  });
}

interface RotatedSecret {
  readonly resource: ManagedResource;
  /** Shown once. */
  readonly secret: string;
  /** When those before it stop working; null where there were none. */
  readonly endsAt: number | null;
}

/** As client secrets are rotated (SPEC D2): with an overlap there is room for one old secret; without, every old one goes. */
export async function rotateResourceSecret(
  world: World,
  { publicId, overlap }: { readonly publicId: string; readonly overlap: Overlap },
  actor: ResourceActor,
): Promise<Result<RotatedSecret, ResourceRefusal>> {
  let made: Omit<RotatedSecret, 'resource'> | undefined;
  const outcome = await act(world, publicId, actor, async (resource) => {
    const before = await secretsOf(world, resource);
    const now = world.now();
    const endsAt = now + overlapSeconds(overlap);
    const isGentle = endsAt > now;
    if (isGentle && before.length >= MOST_RESOURCE_SECRETS) return refuse({ reason: 'resource_secrets_full' });
    const secret = makeSecret(world, resource.id, actor);
    made = { secret: secret.value, endsAt: before.length > 0 ? endsAt : null };
    const outgoing = before.filter(({ expiresAt }) => expiresAt === null || expiresAt > endsAt);
    return accept([
      touchResource(resource, now),
      ...(isGentle
        ? [
            deleteEndedResourceSecrets(resource.id, now),
            ...outgoing.map(({ id }) => endResourceSecret(id, resource.id, endsAt)),
          ]
        : [deleteResourceSecrets(resource.id)]),
      secret.insert,
      told(world, actor, 'resource.secret_rotated', `${resource.identifier}; ${secret.suffix}`),
    ]);
  });
  if (!outcome.ok) return outcome;
  return made ? accept({ resource: outcome.value, ...made }) : refuse({ reason: 'unknown' });
}

export function secretsOf(world: World, { id }: { readonly id: number }): Promise<readonly ResourceSecretRow[]> {
  return listResourceSecrets(world.database, id, world.now());
}

/** How many people have allowed applications access to it. */
export function countPeople(world: World, { id }: { readonly id: number }): Promise<number> {
  return countConsents(world.database, id, world.now());
}

type Judged = Result<readonly Sql[], ResourceRefusal>;

/** Read and judged anew for each attempt; the batch holds the guard that nothing has changed since. */
async function act(
  world: World,
  publicId: string,
  actor: ResourceActor,
  judge: (resource: ManagedResource) => Judged | Promise<Judged>,
): Promise<Result<ManagedResource, ResourceRefusal>> {
  return await attempt<Result<ManagedResource, ResourceRefusal>>(async () => {
    const resource = await findResource(world, publicId);
    if (!resource) return refuse({ reason: 'unknown' });
    const judged = await judge(resource);
    if (!judged.ok) return judged;
    const written = await world.database.write([...rights(actor), ...judged.value]);
    return written === null ? stale : accept(resource);
  });
}

/** A guard: an account that is no longer an administrator changes nothing. */
function rights({ id }: ResourceActor): readonly Sql[] {
  return id === null ? [] : [remainsAdministrator(id)];
}

function makeSecret(
  world: World,
  resourceId: number,
  actor: ResourceActor,
): { readonly value: string; readonly suffix: string; readonly insert: Sql } {
  const value = formatSecret(world.randomBytes(SECRET_RANDOM_BYTES));
  const suffix = value.slice(-SUFFIX_LENGTH);
  const row = { id: world.nextId(), resourceId, digest: digest(value), suffix, createdAt: world.now() };
  return { value, suffix, insert: insertResourceSecret({ ...row, addedBy: actor.id }) };
}

/** Listed with the administrator's own account; the operator has none. */
function told(world: World, actor: ResourceActor, kind: EventKind, what: string): Sql {
  const detail = actor.id === null ? `${what}; by the operator` : what;
  return report(world, actor.source, kind, { accountId: actor.id, detail });
}
