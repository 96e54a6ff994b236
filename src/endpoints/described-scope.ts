/** What the catalogue says about a scope, for the pages that show permissions. */
import type { ShownScope } from '../pages/parts/permissions.ts';
import type { World } from '../world.ts';

/** A scope that the operator has since taken out of the catalogue is shown by its name. */
export function describedScope(world: World, name: string): ShownScope {
  const { scopes } = world.settings;
  const entry = Object.hasOwn(scopes, name) ? scopes[name] : undefined;
  return { name, description: entry?.description ?? '', group: entry?.group, access: entry?.access };
}
