/** What a route is: an address, what kind of answer is given there, and the handler that gives it. */
import type { World } from '../world.ts';
import type { Reply, Request } from './request.ts';

/**
 * Decides the headers of every answer, and whether a problem is told as a page or as JSON.
 * `open-api` is an API that any origin may call from a browser, without credentials (SPEC D23).
 */
export type Kind = 'page' | 'api' | 'open-api' | 'asset' | 'health';

/** `Context` is what was proved about the caller before the handler runs: nothing, unless said otherwise. */
export type Handler<Context = void> = (request: Request, world: World, context: Context) => Reply | Promise<Reply>;

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

/** What handlers may ask of the whole route table, which lists them and so cannot be imported by them. */
export interface RouteTable {
  /** A page of this service that a person may be sent to, as it was written; otherwise the front page. */
  localTarget(text: string | undefined): string;
  /** Sends a request to its handler without a socket; only the playground does that. */
  dispatch(request: Request, world: World): Promise<InternalReply>;
}

/** What a client outside would have received. */
export interface InternalReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const USUAL_BODY_LIMIT_BYTES = 65_536;

export function bodyLimitOf({ bodyLimitBytes = USUAL_BODY_LIMIT_BYTES }: Pick<Route, 'bodyLimitBytes'>): number {
  return bodyLimitBytes;
}
