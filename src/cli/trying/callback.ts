/** Waits on this machine for the browser to come back with a code, as an application on a desk does (RFC 8252 §7.3). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from '../../node-http.ts';

interface Waiting {
  readonly redirectUri: string;
  /** The parameters of the answer; undefined when nobody came in time. */
  readonly answer: Promise<URLSearchParams | undefined>;
  close(): void;
}

const PATH = '/callback';
const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };

/** `state` tells the answer to this very request from anything else that comes to the port. */
export async function waitForCallback(state: string, limitMs: number): Promise<Waiting> {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams | undefined>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = URL.parse(request.url ?? '', 'http://127.0.0.1');
    if (url?.pathname !== PATH || url.searchParams.get('state') !== state) {
      response.writeHead(404, HEADERS).end('Nothing is waiting for this.\n');
      return;
    }
    response.writeHead(200, HEADERS).end('Done. You can close this page and go back to the terminal.\n');
    resolve(url.searchParams);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const limit = setTimeout(() => resolve(undefined), limitMs);
  return {
    redirectUri: `http://127.0.0.1:${port}${PATH}`,
    answer: promise,
    close() {
      clearTimeout(limit);
      server.close();
    },
  };
}
