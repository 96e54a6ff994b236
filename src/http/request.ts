/** What a door is handed and what it hands back: plain data, so that a door can be read and tested alone. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Source } from '../protocol/event.ts';
import type { PlaygroundCall } from '../protocol/playground/run.ts';

export interface Request {
  readonly method: string;
  /** The path exactly as sent, without the query. */
  readonly path: string;
  /** The raw query without its question mark; empty when there is none. */
  readonly query: string;
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

export interface Reply {
  readonly status: number;
  /** Beside the headers that the route's kind always carries. `set-cookie` may be a list. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}
