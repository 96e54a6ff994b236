/**
 * Protects an API with the access tokens of a Latchkey service: takes the token out of a request, knows or asks whether it
 * is good, and compares scopes.
 */
import { hash } from 'node:crypto';
import {
  type ExpressMiddleware,
  expressMiddleware,
  type FastifyHook,
  fastifyHook,
  type HonoMiddleware,
  honoMiddleware,
} from './adapters.ts';
import type { Token } from './answer.ts';
import { createCache } from './cache.ts';
import { createRefusals, type Refusal } from './challenge.ts';
import { openFeed } from './feed.ts';
import { createQuestions } from './questions.ts';
import { createRecentEndings } from './recent-endings.ts';
import { createService } from './service.ts';

export type { Refusal, Token };

export interface GuardOptions {
  /** The address of the Latchkey service, such as https://id.example.org. */
  readonly issuer: string;
  /** Lets the issuer be on plain http beyond loopback: only for networks that nobody else can read or change. */
  readonly allowInsecureRequests?: boolean;
  /** The identifier of this API, as it was given to `latchkey resources create --identifier`. */
  readonly resource: string;
  /** The credentials of this API, as that command printed them. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Tokens that are remembered at most; 10 000 unless said otherwise, some 10 MB. */
  readonly mostTokens?: number;
  /** How long a question to the service may take; 5 000 unless said otherwise. */
  readonly timeoutMs?: number;
  /** Hears when the feed or a question fails. Requests are answered all the same, with 503 where nothing is known. */
  readonly onFault?: (fault: Error) => void;
  /** For tests, and for whoever has to call through something of their own. */
  readonly fetch?: typeof fetch;
}

export interface Needs {
  /** Scopes that a token must have, as a list or with blanks between. */
  readonly scope?: string | readonly string[];
}

export type Checked = { readonly ok: true; readonly token: Token } | { readonly ok: false; readonly refusal: Refusal };

export interface GuardState {
  /** False while every token is asked about, since the feed is behind. */
  readonly isFeedCurrent: boolean;
  readonly tokens: number;
  /** Questions that the service has been asked. */
  readonly asked: number;
}

export interface Guard {
  /** Judges the value of an `Authorization` header. */
  check(authorization: string | null | undefined, needs?: Needs): Promise<Checked>;
  /** Wraps a handler of the fetch kind: it is called with the request and its token, or not at all. */
  protect<Rest extends readonly unknown[]>(
    needs: Needs,
    handler: (request: Request, token: Token, ...rest: Rest) => Response | Promise<Response>,
  ): (request: Request, ...rest: Rest) => Promise<Response>;
  /** `app.get('/notes', guard.express({ scope: 'notes:read' }), …)`: the handler finds `req.token`. */
  express(needs?: Needs): ExpressMiddleware;
  /** `fastify.get('/notes', { onRequest: guard.fastify({ scope: 'notes:read' }) }, …)`: the handler finds `request.token`. */
  fastify(needs?: Needs): FastifyHook;
  /** `app.get('/notes', guard.hono({ scope: 'notes:read' }), …)`: the handler finds `c.get('token')`. */
  hono(needs?: Needs): HonoMiddleware;
  readonly state: GuardState;
  /** Stops listening to the feed, so that the process can end. */
  close(): void;
}

/** What has ended longer ago has been heard, or every token is asked about: ten seconds with all errors of clocks. */
const BEHIND_MS = 8_000;
const LONGEST_HEADER = 4_096;
const SCHEME = /^bearer +([\w.~+/-]+=*) *$/i;

export function createGuard(options: GuardOptions): Guard {
  refuseIncomplete(options);
  const { resource, clientId, mostTokens = 10_000, timeoutMs = 5_000, onFault = () => {} } = options;
  const issuer = options.issuer.replace(/\/+$/, '');
  const service = createService({ ...options, issuer, timeoutMs, fetch: options.fetch ?? fetch });
  const cache = createCache(mostTokens);
  const endings = createRecentEndings();
  const feed = openFeed(service, { cache, endings }, onFault);
  const questions = createQuestions({ service, cache, endings, resource });
  const metadata = `${issuer}/.well-known/oauth-protected-resource/${encodeURIComponent(clientId)}`;
  const refusals = createRefusals({ realm: resource, metadata });

  /** The token, null where it is not good, or a promise of either. */
  function find(presented: string): Token | null | Promise<Token | null> {
    const digest = hash('sha256', presented, 'base64');
    const known = feed.isCurrent(BEHIND_MS) ? cache.get(digest) : undefined;
    if (known && (service.now() ?? 0) < known.expiresAt * 1000) return known;
    return questions.wasRefused(digest) ? null : questions.ask(presented, digest);
  }

  async function check(authorization: string | null | undefined, needs: Needs = {}): Promise<Checked> {
    if (!authorization) return { ok: false, refusal: refusals.absent };
    const presented = authorization.length > LONGEST_HEADER ? undefined : SCHEME.exec(authorization)?.[1];
    if (presented === undefined) return { ok: false, refusal: refusals.invalid };
    let token: Token | null;
    try {
      token = await find(presented);
    } catch (fault) {
      onFault(fault instanceof Error ? fault : new Error(String(fault)));
      return { ok: false, refusal: refusals.unavailable };
    }
    if (!token) return { ok: false, refusal: refusals.invalid };
    const wanted = scopeOf(needs);
    if (wanted.every((name) => token.scope.includes(name))) return { ok: true, token };
    const missing = wanted.filter((name) => !token.scope.includes(name));
    return { ok: false, refusal: refusals.lacking(missing, wanted) };
  }

  return {
    check,
    protect: (needs, handler) => protect((authorization) => check(authorization, needs), handler),
    express: (needs) => expressMiddleware((authorization) => check(authorization, needs)),
    fastify: (needs) => fastifyHook((authorization) => check(authorization, needs)),
    hono: (needs) => honoMiddleware((authorization) => check(authorization, needs)),
    get state() {
      return { isFeedCurrent: feed.isCurrent(BEHIND_MS), tokens: cache.size, asked: questions.asked };
    },
    close: feed.close,
  };
}

function protect<Rest extends readonly unknown[]>(
  check: (authorization: string | null) => Promise<Checked>,
  handler: (request: Request, token: Token, ...rest: Rest) => Response | Promise<Response>,
) {
  return async (request: Request, ...rest: Rest): Promise<Response> => {
    const checked = await check(request.headers.get('authorization'));
    if (checked.ok) return await handler(request, checked.token, ...rest);
    const { status, headers, body } = checked.refusal;
    return new Response(body, { status, headers });
  };
}

/** Said at once, and not by the first request. */
function refuseIncomplete(options: GuardOptions): void {
  for (const name of ['issuer', 'resource', 'clientId', 'clientSecret'] as const)
    if (!options[name]) throw new TypeError(`createGuard needs ${name}.`);
  const { protocol, hostname } = addressOf(options.issuer);
  if (protocol === 'https:' || options.allowInsecureRequests === true || LOOPBACK.test(hostname)) return;
  throw new TypeError(
    'createGuard needs an issuer on https: over plain http its secret and every token can be read on the way ' +
      '(allowInsecureRequests: true lets it, for networks that nobody else can read).',
  );
}

/** As `URL` spells them. RFC 6761 §6.3: names below localhost lead to the machine itself. */
const LOOPBACK = /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function addressOf(issuer: string): URL {
  const isWeb = /^https?:\/\//i.test(issuer) && URL.canParse(issuer);
  if (!isWeb) throw new TypeError('createGuard needs the issuer as an https address.');
  return new URL(issuer);
}

function scopeOf({ scope = [] }: Needs): readonly string[] {
  return typeof scope === 'string' ? scope.split(' ').filter(Boolean) : scope;
}
