/** What a door is handed and what it hands back: plain data, so that a door can be read and tested alone. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Source } from '../protocol/event.ts';
import type { Form } from '../protocol/form.ts';
import type { PlaygroundCall } from '../protocol/playground/run.ts';
import type { Refusal } from '../protocol/refusal.ts';
import type { Result } from '../protocol/result.ts';

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
  /** The client's address (after trusted proxies) and its User-Agent, cut to 255 characters. */
  readonly source: Source;
  /** A short random name for this request, shown on error pages and written in the log. */
  readonly traceId: string;
  /** Only on requests that the playground makes inside this process; no socket leads to it. */
  readonly playground?: PlaygroundCall;
}

/** The parameters of a query, parsed once, at their first use. A malformed query has none; `result` says what is wrong. */
export interface Query extends Form {
  readonly result: Result<Form, Refusal>;
}

export interface Reply {
  readonly status: number;
  /** Beside the headers that the route's kind always carries. `set-cookie` may be a list. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}
