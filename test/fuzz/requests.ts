/** Requests and a world for targets that need one. */
import type { IncomingHttpHeaders } from 'node:http';
import { lazyQuery } from '../../src/http/reading/urlencoded.ts';
import type { Request, RouteTable } from '../../src/http/route.ts';
import type { World } from '../../src/world.ts';
import { openStage } from '../simulation/stage.ts';

const NOBODY = { address: '192.0.2.1', userAgent: null };

export function requestOf(given: {
  readonly headers?: IncomingHttpHeaders;
  readonly body?: Buffer;
  readonly query?: string;
}): Request {
  const { headers = {}, body = Buffer.alloc(0), query: rawQuery = '' } = given;
  const sent = { rawQuery, query: lazyQuery(rawQuery), headers, body };
  return { method: 'POST', path: '/', ...sent, parameters: {}, source: NOBODY, traceId: '0'.repeat(16) };
}

/** For what asks nothing about other routes. */
export const NO_TABLE: RouteTable = {
  localTarget: () => '/',
  dispatch: () => Promise.reject(new Error('There are no routes here.')),
};

let world: Promise<World> | undefined;

/** A world on a database in memory, made once. */
export function quietWorld(): Promise<World> {
  world ??= openStage().then((stage) => {
    process.once('exit', () => stage.close());
    return stage.quietWorld(stage.now);
  });
  return world;
}
