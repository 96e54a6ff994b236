/** How a resource is changed: by whom, and only if it is still as it was read. */
import { type ActingAdministrator, byWords, mayAdminister, remainsPowerful } from '../events/administering.ts';
import { report } from '../events/report.ts';
import { digest } from '../protocol/digest.ts';
import { type EventKind, NOWHERE, type Source } from '../protocol/event.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { formatSecret, SECRET_RANDOM_BYTES } from '../protocol/tokens/token-string.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { insertResourceSecret } from '../storage/tables/resources/secrets.ts';
import type { World } from '../world.ts';
import type { ResourceDetails, ResourceFieldFault } from './details.ts';
import { findResource, type ManagedResource } from './find.ts';

/** An administrator, an application with the right, or the operator at the command line, who has no account. */
export type ResourceActor = ActingAdministrator | { readonly id: null; readonly source: Source };

export const OPERATOR_ACTS: ResourceActor = { id: null, source: NOWHERE };

export type ResourceRefusal =
  | { readonly reason: 'faulty'; readonly faults: readonly ResourceFieldFault[] }
  | { readonly reason: 'unknown' }
  /** A request of the management API with the same key was answered before. */
  | { readonly reason: 'answered' }
  /** It has changed since the version that the act was meant for. */
  | { readonly reason: 'stale'; readonly overtaken?: Overtaken }
  /** Who acts may no longer do this. */
  | { readonly reason: 'powerless' }
  /** LATCHKEY_RESOURCES describes it, so it is changed there. */
  | { readonly reason: 'resource_configured' }
  /** Two secrets work already: one has to end first, or both at once. */
  | { readonly reason: 'resource_secrets_full' };

/** What a change would have undone, since it was changed elsewhere too, and by what. */
interface Overtaken {
  readonly resource: ManagedResource;
  readonly next: ResourceDetails;
}

const SUFFIX_LENGTH = 4;

type Judged = Result<readonly Sql[], ResourceRefusal>;

/** Read and judged anew for each attempt; the batch holds the guard that nothing has changed since. */
export async function act(
  world: World,
  publicId: string,
  actor: ResourceActor,
  judge: (resource: ManagedResource) => Judged | Promise<Judged>,
): Promise<Result<ManagedResource, ResourceRefusal>> {
  return await attempt<Result<ManagedResource, ResourceRefusal>>(async () => {
    if (!(await mayAct(world, actor))) return refuse({ reason: 'powerless' });
    const resource = await findResource(world, publicId);
    if (!resource) return refuse({ reason: 'unknown' });
    const judged = await judge(resource);
    if (!judged.ok) return judged;
    if (judged.value.length === 0) return accept(resource);
    const written = await world.database.write([...rights(actor), ...judged.value]);
    return written === null ? stale : accept(resource);
  });
}

/** A guard: who is no longer an administrator, or may no longer act as one, changes nothing. */
export function rights(actor: ResourceActor): readonly Sql[] {
  return actor.id === null ? [] : remainsPowerful(actor);
}

export async function mayAct(world: World, actor: ResourceActor): Promise<boolean> {
  return actor.id === null || (await mayAdminister(world, actor));
}

export function makeSecret(
  world: World,
  resourceId: number,
  actor: ResourceActor,
): { readonly value: string; readonly suffix: string; readonly insert: Sql } {
  const value = formatSecret(world.randomBytes(SECRET_RANDOM_BYTES));
  const suffix = value.slice(-SUFFIX_LENGTH);
  const row = { id: world.nextId(), resourceId, digest: digest(value), suffix, createdAt: world.now() };
  return { value, suffix, insert: insertResourceSecret({ ...row, addedBy: actor.id }) };
}

/** Nobody is named: neither who sent it, nor from where. */
export function toldOfLeak(world: World, detail: string): Sql {
  return report(world, OPERATOR_ACTS.source, 'resource.secret_leaked', { detail });
}

/** Listed with the administrator's own account; the operator has none. */
export function told(world: World, actor: ResourceActor, kind: EventKind, what: string): Sql {
  const by = actor.id === null ? 'by the operator' : actor.application === undefined ? undefined : byWords(actor);
  const detail = by === undefined ? what : `${what}; ${by}`;
  return report(world, actor.source, kind, { accountId: actor.id, detail });
}
