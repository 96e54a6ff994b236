/** Brings the resources of LATCHKEY_RESOURCES into the database, beside those that administrators made. */
import { report } from '../events/report.ts';
import { NOWHERE } from '../protocol/event.ts';
import { formatScope } from '../protocol/scope.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { changeResource } from '../storage/tables/resources/resources.ts';
import type { World } from '../world.ts';
import type { ResourceDetails } from './details.ts';
import { everyResource, findByIdentifier, type ManagedResource } from './find.ts';
import { draft } from './manage.ts';

const BY_CONFIGURATION = 'by the configuration';

/**
 * One that is described and does not exist is made, one that differs is changed; credentials are made when somebody asks
 * for them. Several instances may do this at once.
 */
export async function applyConfigured(world: World): Promise<void> {
  for (const { identifier, ...details } of world.settings.resources) {
    await attempt(async () => {
      const known = await findByIdentifier(world, identifier);
      const batch = known ? differing(world, known, details) : adding(world, identifier, details);
      if (batch.length === 0) return undefined;
      return (await world.database.write(batch)) === null ? stale : undefined;
    });
  }
}

/**
 * One that was described and no longer is stays, with its tokens, and from now on is changed and deleted like those that
 * administrators made: a service that is started without its settings must not end anybody's access. Answers which.
 */
export async function releaseUnconfigured(world: World): Promise<readonly string[]> {
  const described = world.settings.resources.map(({ identifier }) => identifier);
  const resources = await everyResource(world);
  const left = resources.filter(({ isConfigured, identifier }) => isConfigured && !described.includes(identifier));
  for (const resource of left) {
    const terms = { ...termsOf(world, resource), configuredAt: null };
    // Another instance may have done it already.
    await world.database.write([changeResource(resource, terms, world.now())]);
  }
  return left.map(({ identifier }) => identifier);
}

function adding(world: World, identifier: string, details: ResourceDetails): readonly Sql[] {
  const detail = `${identifier}; ${BY_CONFIGURATION}`;
  return [
    draft(world, identifier, details, { configuredAt: world.now(), appliedAt: null }).insert,
    report(world, NOWHERE, 'resource.created', { detail }),
  ];
}

function differing(world: World, known: ManagedResource, details: ResourceDetails): readonly Sql[] {
  const terms = termsOf(world, details);
  const isSame =
    known.isConfigured &&
    known.name === details.name &&
    formatScope(known.scope) === terms.scope &&
    known.seconds === details.seconds &&
    known.isPlain === details.isPlain;
  if (isSame) return [];
  const detail = `${known.identifier}; ${BY_CONFIGURATION}`;
  return [
    changeResource(known, { ...terms, configuredAt: world.now() }, world.now()),
    report(world, NOWHERE, 'resource.changed', { detail }),
  ];
}

function termsOf(
  world: World,
  { name, seconds, isPlain, ...rest }: ResourceDetails | ManagedResource,
): Omit<Parameters<typeof changeResource>[1], 'configuredAt'> {
  const scope = formatScope('scopes' in rest ? rest.scopes : rest.scope);
  return { name, scope, seconds, plainAt: isPlain ? world.now() : null, appliedAt: null };
}
