/** Compares a description with what the service has, and drafts the one batch that makes them agree. */
import { findPerson } from '../../accounts/administration.ts';
import { isLive } from '../../accounts/find.ts';
import { findNamed } from '../../accounts/people.ts';
import { changeQuota, MOST_CLIENTS, readQuotaLeft } from '../../clients/act-limits.ts';
import { forgetRefusedOf } from '../../clients/ending.ts';
import { findClient } from '../../clients/find.ts';
import { everyResource, findByIdentifier, MOST_RESOURCES } from '../../resources/find.ts';
import { MOST_RESOURCE_ROWS } from '../../resources/manage.ts';
import type { Sql } from '../../storage/sql.ts';
import { listApplied } from '../../storage/tables/clients/list.ts';
import { remainsKnown } from '../../storage/tables/people/accounts.ts';
import { countResources } from '../../storage/tables/resources/resources.ts';
import type { World } from '../../world.ts';
import { planApplication, planApplicationRemoval } from './applications.ts';
import type { DescribedApplication, DescribedScope, DescribedWebhook, Description } from './form.ts';
import { planResource, planResourceRemoval } from './resources.ts';
import { type Found, MOST_PRUNED, type Secrets, type Step, tooManyToPrune } from './step.ts';
import { planWebhookRemovals, planWebhooks, planWebhooksLost } from './webhooks.ts';

export interface Planned {
  readonly steps: readonly Step[];
  readonly faults: readonly string[];
}

interface Wish {
  readonly description: Description;
  readonly prunes: boolean;
  readonly secrets: Secrets;
}

export async function plan(world: World, { description, prunes, secrets }: Wish): Promise<Planned> {
  const { applications = [], resources = [], webhooks = [], scopes } = description;
  const found: Found[] = scopes === undefined ? [] : [scopeFaults(world, scopes)];
  // One after the other, so that they get their numbers in the order of the file.
  for (const wanted of applications) found.push(await applicationStep(world, wanted, secrets));
  for (const wanted of resources)
    found.push(planResource(world, wanted, await findByIdentifier(world, wanted.identifier)));
  if (prunes) {
    found.push(...(await applicationRemovals(world, applications)));
    const identifiers = new Set(resources.map(({ identifier }) => identifier));
    const others = (await everyResource(world)).filter(
      ({ appliedAt, identifier }) => appliedAt !== null && !identifiers.has(identifier),
    );
    found.push(...others.map((resource) => planResourceRemoval(world, resource)));
  }
  found.push(...(await webhookSteps(world, { webhooks, prunes, found })));
  const steps = found.filter((each): each is Step => each !== null && 'does' in each);
  found.push({ faults: await quotaFaults(world, steps) }, { faults: await resourceFaults(world, steps) });
  return { steps, faults: found.flatMap((each) => (each !== null && 'faults' in each ? each.faults : [])) };
}

async function applicationStep(world: World, wanted: DescribedApplication, secrets: Secrets): Promise<Found> {
  const owner = wanted.owner === undefined ? undefined : await findNamed(world, wanted.owner);
  const named = owner ? { id: owner.id, isLive: isLive(owner) } : undefined;
  return await planApplication(world, { wanted, owner: named, secrets });
}

/** Those that an earlier description took care of and this one does not name. Files that were split may have made more. */
async function applicationRemovals(world: World, named: readonly DescribedApplication[]): Promise<readonly Found[]> {
  const applied = await listApplied(world.database, MOST_PRUNED + 1);
  if (applied.length > MOST_PRUNED) return [{ faults: [tooManyToPrune('applications')] }];
  const kept = new Set(named.map(({ client_id }) => client_id));
  const found: Found[] = [];
  for (const publicId of applied) {
    const client = kept.has(publicId) ? undefined : await findClient(publicId, world);
    if (client) found.push(planApplicationRemoval(world, client));
  }
  return found;
}

/** Behind applications, some of which they belong to, and some of which take theirs along. */
async function webhookSteps(
  world: World,
  {
    webhooks,
    prunes,
    found,
  }: Pick<Wish, 'prunes'> & { webhooks: readonly DescribedWebhook[]; found: readonly Found[] },
): Promise<readonly Found[]> {
  const planned = found.filter((each): each is Step => each !== null && 'does' in each);
  const ofApplications = planned.filter(({ kind }) => kind === 'application');
  const made = new Map(
    ofApplications.flatMap(({ id, made: each }) => (each === undefined ? [] : [[id, each] as const])),
  );
  const gone = new Set(ofApplications.filter(({ does }) => does === 'delete').map(({ id }) => id));
  const { found: wanted, claimed } = await planWebhooks(world, webhooks, { made, gone });
  if (!prunes) return wanted;
  const lost = await planWebhooksLost(world, gone);
  return [...wanted, ...lost, ...(await planWebhookRemovals(world, claimed, gone))];
}

function quotasOf(steps: readonly Step[]): ReadonlyMap<number, number> {
  const quotas = new Map<number, number>();
  for (const { quota } of steps)
    if (quota !== undefined) quotas.set(quota.ownerId, (quotas.get(quota.ownerId) ?? 0) + quota.by);
  return quotas;
}

async function quotaFaults(world: World, steps: readonly Step[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [ownerId, by] of quotasOf(steps)) {
    const left = await readQuotaLeft(world, ownerId);
    if (by <= left || by <= 0) continue;
    const nickname = (await findPerson(world, ownerId))?.nickname ?? ownerId;
    faults.push(
      `${nickname} would have ${MOST_CLIENTS - left + by} applications: an account has at most ${MOST_CLIENTS}.`,
    );
  }
  return faults;
}

/** As many as administrators may make; rows of those that were deleted stay. */
async function resourceFaults(world: World, steps: readonly Step[]): Promise<readonly string[]> {
  const count = (does: Step['does']) => steps.filter((step) => step.kind === 'resource' && step.does === does).length;
  const created = count('create');
  if (created === 0) return [];
  const [live, rows] = await Promise.all([everyResource(world), countResources(world.database)]);
  const after = live.length + created - count('delete');
  if (after > MOST_RESOURCES) return [`The service would have ${after} resources: it has at most ${MOST_RESOURCES}.`];
  if (rows + created <= MOST_RESOURCE_ROWS) return [];
  return [`With those that were deleted there would be ${rows + created} resources: ${MOST_RESOURCE_ROWS} at most.`];
}

/** Everything in one batch: what is drafted for each thing, and once for each owner what concerns the owner. */
export async function batchOf(world: World, steps: readonly Step[]): Promise<readonly Sql[]> {
  const quotas = quotasOf(steps);
  const losers = new Set(steps.flatMap(({ quota }) => (quota !== undefined && quota.by < 0 ? [quota.ownerId] : [])));
  const changes = [...quotas]
    .filter(([, by]) => by !== 0)
    .map(([ownerId, by]) => changeQuota(ownerId, by, world.now()));
  const owners = [...quotas.keys()].map((ownerId) => remainsKnown(ownerId));
  const forgotten = await Promise.all([...losers].map((ownerId) => forgetRefusedOf(world, ownerId)));
  return [...owners, ...changes, ...steps.flatMap(({ batch }) => batch), ...forgotten];
}

/** The catalogue is a setting, which this command does not write: a description that differs is told so. */
function scopeFaults({ settings }: World, scopes: readonly DescribedScope[]): { readonly faults: readonly string[] } {
  const wrong = scopes.filter(({ name, description, default: isDefault = false, group, access }) => {
    const known = Object.hasOwn(settings.scopes, name) ? settings.scopes[name] : undefined;
    return (
      known === undefined ||
      known.description !== description ||
      known.default !== isDefault ||
      known.group !== group ||
      known.access !== access
    );
  });
  return {
    faults: wrong.map(
      ({ name }) =>
        `The scope ${name} is not in the catalogue like this. Scopes are the setting LATCHKEY_SCOPES: set it there.`,
    ),
  };
}
