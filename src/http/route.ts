/** What a route is: an address, what kind of answer lives there, and the door that gives it. */
import type { World } from '../world.ts';
import type { Reply, Request } from './request.ts';

/**
 * Decides the headers of every answer, and whether a problem is told as a page or as JSON.
 * `open-api` is an API that any origin may call from a browser, without credentials (SPEC D23).
 */
export type Kind = 'page' | 'api' | 'open-api' | 'asset' | 'health';

export type Handler = (request: Request, world: World) => Reply | Promise<Reply>;

export interface Route {
  /** HEAD is answered wherever GET is. */
  readonly method: 'GET' | 'POST';
  /** `/oauth/applications/:id`: a segment that begins with a colon stands for any one segment. */
  readonly path: string;
  readonly kind: Kind;
  /** Of a POST, where it is not the usual one. */
  readonly bodyLimitBytes?: number;
  readonly handler: Handler;
}

const USUAL_BODY_LIMIT_BYTES = 65_536;

export function bodyLimitOf({ bodyLimitBytes = USUAL_BODY_LIMIT_BYTES }: Pick<Route, 'bodyLimitBytes'>): number {
  return bodyLimitBytes;
}
