/** A browser without a screen: keeps cookies, fills in forms, follows redirects inside the service and stops at others. */
import { entries, type Form, formWith } from './html.ts';
import { type Answer, send } from './http-client.ts';

export type Page = Answer & { path: string };
export type Pairs = [string, string][];
export type Params = Record<string, string> | Pairs;

export type Filling = {
  /** Values typed into fields, over what the page had there. */
  set?: Record<string, string>;
  button?: { name: string; value: string };
  /** Values of checkboxes named `scope` that are unticked. */
  untick?: string[];
  headers?: Record<string, string>;
};

export type Browser = {
  cookies: Map<string, string>;
  get: (path: string, headers?: Record<string, string>) => Promise<Page>;
  post: (path: string, fields: Params, headers?: Record<string, string>) => Promise<Page>;
  submit: (page: Page, form: Form, filling?: Filling) => Promise<Page>;
  follow: (page: Page) => Promise<Page>;
  signIn: (who: { nickname: string; password: string }) => Promise<Page>;
  authorize: (params: Params) => Promise<Page>;
  approve: (page: Page, filling?: Filling) => Promise<Page>;
  deny: (page: Page) => Promise<Page>;
};

const REDIRECT_LIMIT = 10;

export function openBrowser(base: string, userAgent = 'Browser-like'): Browser {
  const cookies = new Map<string, string>();

  async function ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = {
      'user-agent': userAgent,
      accept: 'text/html,*/*;q=0.8',
      ...(cookie ? { cookie } : {}),
      ...headers,
    };
    const answer = await send(base + path, { method, headers: sent, ...(body === undefined ? {} : { body }) });
    remember(cookies, answer.setCookies);
    return { ...answer, path };
  }

  const get: Browser['get'] = (path, headers = {}) => ask('GET', path, { 'sec-fetch-site': 'none', ...headers });

  const post: Browser['post'] = (path, fields, headers = {}) =>
    ask('POST', path, { ...formHeaders(), ...headers }, new URLSearchParams(fields).toString());

  const submit: Browser['submit'] = (page, form, filling = {}) => {
    const target = new URL(form.action || page.path, base + page.path);
    const path = target.pathname + target.search;
    return post(path, filled(form, filling), filling.headers);
  };

  const follow: Browser['follow'] = async (page) => {
    let current = page;
    for (let step = 0; step < REDIRECT_LIMIT; step += 1) {
      const next = localTarget(base, current);
      if (next === undefined) return current;
      current = await get(next);
    }
    throw new Error(`redirected ${REDIRECT_LIMIT} times, last to ${current.location}`);
  };

  const decide = (page: Page, value: string, filling: Filling = {}) =>
    submit(page, formWith(page.body, 'decision'), { ...filling, button: { name: 'decision', value } });

  return {
    cookies,
    get,
    post,
    submit,
    follow,
    signIn: async ({ nickname, password }) => {
      const page = await follow(await get('/sign-in'));
      return submit(page, formWith(page.body, 'nickname', 'password'), { set: { nickname, password } });
    },
    authorize: async (params) => follow(await get(`/oauth/authorize?${new URLSearchParams(params)}`)),
    approve: (page, filling) => decide(page, 'approve', filling),
    deny: (page) => decide(page, 'deny'),
  };
}

/**
 * What Chromium sends with a form of a page whose referrer policy is `no-referrer`: the origin is `null` there, and only
 * Sec-Fetch-Site tells that the form is the service's own.
 */
function formHeaders(): Record<string, string> {
  return {
    origin: 'null',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'navigate',
    'content-type': 'application/x-www-form-urlencoded',
  };
}

export function filled(form: Form, { set = {}, button, untick = [] }: Filling): Pairs {
  const kept = entries(form, button).filter(
    ([name, value]) => !(name in set) && !(name === 'scope' && untick.includes(value)),
  );
  return [...kept, ...Object.entries(set)];
}

function remember(cookies: Map<string, string>, setCookies: string[]): void {
  for (const line of setCookies) {
    const [pair = '', ...attributes] = line.split(';');
    const name = pair.slice(0, pair.indexOf('=')).trim();
    const value = pair.slice(pair.indexOf('=') + 1).trim();
    const ended = attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute));
    if (ended || value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}

/** Whether the visitor is asked to sign in, here or one redirect further. */
export function asksToSignIn(page: Page): boolean {
  if (page.location) return page.location.startsWith('/sign-in');
  return page.body.includes('name="nickname"') && page.body.includes('name="password"');
}

/** Where a redirect leads if it stays inside the service. */
function localTarget(base: string, page: Page): string | undefined {
  if (page.location === undefined || page.status < 300 || page.status > 399) return undefined;
  if (page.location.startsWith('/') && !page.location.startsWith('//')) return page.location;
  return page.location.startsWith(`${base}/`) ? page.location.slice(base.length) : undefined;
}
