/** The whole service behind one listener: every route, and how problems are told. Used by serve and by tests. */
import { openRoutes } from './endpoints/open-routes.ts';
import { createPlacedPage, createProblems } from './endpoints/problems.ts';
import { loadAssets } from './http/browser/assets.ts';
import { createListener, type Listener } from './http/server/pipeline.ts';
import { NO_LOOK } from './storage/database.ts';
import type { World } from './world.ts';

/** `isWhole` says whether every worker serves, where there are several. */
export function createApp(world: World, isWhole: () => boolean = () => true): Listener {
  // A logo that cannot be read is told at the start, not to the first visitor.
  loadAssets(world.settings);
  const { routes, table } = openRoutes({ isDraining: () => listener.isDraining, isWhole });
  const listener: Listener = createListener({
    routes,
    world,
    answers: { ...createProblems(world), placedPage: createPlacedPage(world, table) },
    mostRunning: world.settings.requestsAtOnce,
    isEmbedded: () => world.database.engine === 'sqlite',
    look: () => world.database.look?.() ?? NO_LOOK,
  });
  return listener;
}
