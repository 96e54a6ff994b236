/** Calls handlers by way of the route table, without a network: a browser with cookies, a clock that is set. */
import type { Row } from '../../src/endpoints/needs.ts';
import { openRoutes } from '../../src/endpoints/open-routes.ts';
import { ROWS } from '../../src/endpoints/routes.ts';
import { lazyQuery } from '../../src/http/reading/urlencoded.ts';
import type { Reply, Request } from '../../src/http/route.ts';
import { createRouter } from '../../src/http/router.ts';
import { entries, formTo } from '../support/html.ts';
import { HOME, PASSWORD, type Stage } from './stage.ts';

export interface Seen {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
  readonly cookies: readonly string[];
  header(name: string): string | undefined;
}

export interface Caller {
  readonly cookies: Map<string, string>;
  get(target: string, headers?: Record<string, string>): Promise<Seen>;
  post(target: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Seen>;
  /** Sends the page's form to `action`, with these fields over what stood in it. */
  submit(page: Seen, action: string, fields: Record<string, string>): Promise<Seen>;
  signIn(nickname: string, password?: string): Promise<Seen>;
}

export function createCaller({ world }: Pick<Stage, 'world'>, rows: readonly Row[] = ROWS): Caller {
  const cookies = new Map<string, string>();
  const router = createRouter(openRoutes({ isDraining: () => false, isWhole: () => true }, rows).routes);

  async function call(method: 'GET' | 'POST', target: string, sent: Pick<Request, 'headers' | 'body'>): Promise<Seen> {
    const [path = '', rawQuery = ''] = target.split(/\?(.*)/s);
    const found = router.find(path);
    const route = method === 'GET' ? found?.endpoint.get : found?.endpoint.post;
    if (!found || !route) throw new Error(`There is no route for ${method} ${path}.`);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request: Request = {
      method,
      path,
      rawQuery,
      query: lazyQuery(rawQuery),
      headers: { ...(cookie ? { cookie } : {}), ...sent.headers },
      parameters: found.parameters,
      body: sent.body,
      source: HOME,
      traceId: 'trace',
    };
    const seen = seenOf(await route.handler(request, world));
    for (const line of seen.cookies) remember(cookies, line);
    return seen;
  }

  const caller: Caller = {
    cookies,
    get: (target, headers = {}) => call('GET', target, { headers, body: Buffer.alloc(0) }),
    post: (target, fields, headers = {}) => {
      const body = Buffer.from(new URLSearchParams(fields).toString());
      return call('POST', target, {
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body,
      });
    },
    submit: (page, action, fields) => {
      return caller.post(action, { ...Object.fromEntries(entries(formTo(page.body, action))), ...fields });
    },
    signIn: async (nickname, password = PASSWORD) => {
      const page = await caller.get('/sign-in');
      return await caller.submit(page, '/sign-in', { nickname, password });
    },
  };
  return caller;
}

function seenOf({ status, headers = {}, body = '' }: Reply): Seen {
  const header = (name: string) => {
    const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase());
    return found === undefined ? undefined : String(found[1]);
  };
  const set = Object.entries(headers).find(([key]) => key.toLowerCase() === 'set-cookie')?.[1] ?? [];
  const cookies = typeof set === 'string' ? [set] : set;
  return { status, body: String(body), location: header('location'), cookies, header };
}

function remember(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (value === '') cookies.delete(name);
  else cookies.set(name, value);
}
