/** What a route is, what its handler gets and what it returns: plain data, so that a handler can be tested alone. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Activity } from '../protocol/activity.ts';
import type { Source } from '../protocol/event.ts';
import type { Form } from '../protocol/form.ts';
import type { PlaygroundCall } from '../protocol/playground/run.ts';
import type { Refusal } from '../protocol/refusal.ts';
import type { Result } from '../protocol/result.ts';
import type { World } from '../world.ts';

export interface Request {
  readonly method: string;
  /** The path exactly as sent, without the query. */
  readonly path: string;
  /** The query as it was sent, without its question mark; empty when there is none. Only for where its bytes matter. */
  readonly rawQuery: string;
  readonly query: Query;
  readonly headers: IncomingHttpHeaders;
  /** The named segments of the route's pattern (`/oauth/applications/:id`). */
  readonly parameters: Readonly<Record<string, string>>;
  /** The whole body, already within the route's limit. Empty when there was none. */
  readonly body: Buffer;
  /** The client's address (after trusted proxies), its User-Agent, cut to 255 characters, and the trace it belongs to. */
  readonly source: Source;
  /** A short random name for this request, shown on error pages and written in the log. */
  readonly traceId: string;
  /** Only on requests that the playground makes inside this process; no socket leads to it. */
  readonly playground?: PlaygroundCall;
}

/** The parameters of a query, parsed once, at their first use. A malformed query has none, and `read` says why. */
export interface Query extends Pick<Form, 'get'> {
  form(): Form;
  read(): Result<Form, Refusal>;
}

export interface Reply {
  readonly status: number;
  /** Beside the headers that the route's kind always carries. `set-cookie` may be a list. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  /** An answer that goes on after its headers, in place of a body. HEAD gets the headers alone. */
  readonly stream?: {
    open(stream: Stream): void;
    /** The connection is gone, whoever closed it. */
    close(): void;
    /** What is said where the service ends it; null breaks the connection off, so that nobody takes a part for the whole. */
    readonly lastWords: string | null;
  };
  /** The client_id of the application that called, where it has proved who it is; for the access log and the figures. */
  readonly client?: string | undefined;
  /** Where an application was answered as it wished: for the list that its developer sees. */
  readonly activity?: Activity | undefined;
}

export interface Stream {
  /** False once the connection is closed, also because its reader was too slow. */
  write(text: string): boolean;
  /** Resolves when what was written has been taken, or the connection is gone. */
  drained(): Promise<void>;
  end(): void;
  /** Ends it as complete, without last words. */
  finish(): void;
}

/**
 * Decides the headers of every answer, and whether a problem is told as a page or as JSON.
 * `open-api` is an API that any origin may call from a browser, without credentials (SPEC D23).
 */
export type Kind = 'page' | 'api' | 'open-api' | 'asset' | 'health';

/** `Context` is what was proved about the caller before the handler runs: nothing, unless said otherwise. */
export type Handler<Context = void> = (request: Request, world: World, context: Context) => Reply | Promise<Reply>;

/** The reply to somebody whose body shall not be read; null for the others. */
export type Admission = (request: Request, world: World) => Promise<Reply | null>;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Route {
  /** HEAD is answered wherever GET is. */
  readonly method: Method;
  /** `/oauth/applications/:id`: a segment that begins with a colon stands for any one segment. */
  readonly path: string;
  readonly kind: Kind;
  /** Whether it hardly ever writes, so that it need not wait in line with those that do; what is got is read. */
  readonly isRead?: boolean;
  /** Of a request with a body, where it is not the usual one. */
  readonly bodyLimitBytes?: number;
  /** Asked before more than the usual limit is read, so that only those who may use the route can fill memory with it. */
  readonly admit?: Admission;
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

export const USUAL_BODY_LIMIT_BYTES = 65_536;

export function bodyLimitOf({ bodyLimitBytes = USUAL_BODY_LIMIT_BYTES }: Pick<Route, 'bodyLimitBytes'>): number {
  return bodyLimitBytes;
}
