/** Turns the rows of the route table into routes whose handlers may ask about the table. */
import { dispatchInternally } from '../http/inside.ts';
import type { Route, RouteTable } from '../http/route.ts';
import { createRouter } from '../http/router.ts';
import { createLocalTarget } from '../protocol/authorize/return-target.ts';
import type { ServiceState } from './health.ts';
import type { Row } from './needs.ts';
import { healthRows, ROWS } from './routes.ts';

interface OpenRoutes {
  readonly routes: readonly Route[];
  /** What handlers ask of them, and who answers in the place of a handler. */
  readonly table: RouteTable;
}

export function openRoutes(state: ServiceState, listed = ROWS): OpenRoutes {
  const rows = [...listed, ...healthRows(state)];
  const table: RouteTable = {
    localTarget: createLocalTarget(returnPaths(rows)),
    dispatch: (request, world) => dispatchInternally(router, request, world),
  };
  const routes = rows.map(({ method, path, kind, isRead, bodyLimitBytes, admit, guard }): Route => {
    const route = { method, path, kind, isRead, handler: guard(table) };
    if (bodyLimitBytes === undefined) return route;
    return admit === undefined ? { ...route, bodyLimitBytes } : { ...route, bodyLimitBytes, admit: admit(table) };
  });
  const router = createRouter(routes);
  return { routes, table };
}

function returnPaths(rows: readonly Row[]): readonly string[] {
  return rows.filter((row) => row.mayReturn).map((row) => row.path);
}
