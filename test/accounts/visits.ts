/** Knocks at doors without a network: a visitor with cookies, a clock that is set, real pages in return. */

import { showSignIn, submitSignIn } from '../../src/endpoints/sign-in/sign-in.ts';
import { lazyQuery } from '../../src/http/reading/urlencoded.ts';
import type { Reply, Request } from '../../src/http/request.ts';
import type { Handler } from '../../src/http/route.ts';
import { formTo } from '../support/html.ts';
import { HOME, PASSWORD, type Stage } from './stage.ts';

export interface Visit {
  readonly target: string;
  readonly parameters?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

export interface Seen {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
  readonly cookies: readonly string[];
  header(name: string): string | undefined;
}

export interface Caller {
  readonly cookies: Map<string, string>;
  get(handler: Handler, visit: Visit): Promise<Seen>;
  post(handler: Handler, visit: Visit, fields: Record<string, string>): Promise<Seen>;
  /** Sends the page's form to `action`, with these fields over what stood in it. */
  submit(handler: Handler, page: Seen, action: string, fields: Record<string, string>): Promise<Seen>;
  signIn(nickname: string, password?: string): Promise<Seen>;
}

export function createCaller({ world }: Pick<Stage, 'world'>): Caller {
  const cookies = new Map<string, string>();

  async function knock(handler: Handler, method: string, visit: Visit, body: string): Promise<Seen> {
    const [path = '', rawQuery = ''] = visit.target.split(/\?(.*)/s);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request: Request = {
      method,
      path,
      rawQuery,
      query: lazyQuery(rawQuery),
      headers: { ...(cookie ? { cookie } : {}), ...visit.headers },
      parameters: visit.parameters ?? {},
      body: Buffer.from(body),
      source: HOME,
      traceId: 'trace',
    };
    const seen = seenOf(await handler(request, world));
    for (const line of seen.cookies) remember(cookies, line);
    return seen;
  }

  const caller: Caller = {
    cookies,
    get: (handler, visit) => knock(handler, 'GET', visit, ''),
    post: (handler, visit, fields) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', ...visit.headers };
      return knock(handler, 'POST', { ...visit, headers }, new URLSearchParams(fields).toString());
    },
    submit: (handler, page, action, fields) => {
      const hidden = formTo(page.body, action).fields.map(({ name, value }) => [name, value] as const);
      return caller.post(handler, { target: action }, { ...Object.fromEntries(hidden), ...fields });
    },
    signIn: async (nickname, password = PASSWORD) => {
      const page = await caller.get(showSignIn, { target: '/sign-in' });
      return await caller.submit(submitSignIn, page, '/sign-in', { nickname, password });
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
