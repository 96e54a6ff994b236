/** The whole service behind one listener: every route, and how problems are told. Used by serve and by tests. */
import { listRoutes } from './endpoints/open-routes.ts';
import { createProblems } from './endpoints/problems.ts';
import { loadAssets } from './http/browser/assets.ts';
import { createListener, type Listener } from './http/server/pipeline.ts';
import type { World } from './world.ts';

/** `isWhole` says whether every worker serves, where there are several. */
export function createApp(world: World, isWhole: () => boolean = () => true): Listener {
  // A logo that cannot be read is told at the start, not to the first visitor.
  loadAssets(world.settings);
  const listener: Listener = createListener({
    routes: listRoutes({ isDraining: () => listener.isDraining, isWhole }),
    world,
    answers: createProblems(world),
    mostRunning: world.settings.requestsAtOnce,
  });
  return listener;
}
