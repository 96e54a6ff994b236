/** People who register applications, and a browser that calls doors without a server between. */
import type { Actor } from '../../src/clients/act.ts';
import type { Details } from '../../src/clients/details.ts';
import { type Registered, registerClient } from '../../src/clients/register.ts';
import { openRoutes } from '../../src/endpoints/open-routes.ts';
import { lazyQuery } from '../../src/http/reading/urlencoded.ts';
import type { Reply } from '../../src/http/route.ts';
import { createRouter } from '../../src/http/router.ts';
import type { Source } from '../../src/protocol/event.ts';
import { insertConsent } from '../../src/storage/tables/tokens/consents.ts';
import { insertFamily } from '../../src/storage/tables/tokens/families.ts';
import { noteLastUse } from '../../src/tokens/last-use.ts';
import { HOME, type Stage, signedIn } from '../accounts/stage.ts';

type Registration = Parameters<typeof registerClient>[1];

export const DETAILS: Details = {
  name: 'Quill',
  description: '',
  homepageUrl: '',
  logoUrl: '',
  redirectUris: ['https://app.example.com/cb'],
  scopes: ['profile', 'email'],
  isConfidential: true,
  sendsIssuer: true,
};

export function actorOf(id: number, isAdmin = false): Actor {
  return { id, isAdmin, source: HOME };
}

export function register(
  { world }: Stage,
  ownerId: number,
  changes: Partial<Details> = {},
  more: Partial<Registration> = {},
): ReturnType<typeof registerClient> {
  return registerClient(world, { ownerId, details: { ...DETAILS, ...changes }, actor: actorOf(ownerId), ...more });
}

export async function registered(
  stage: Stage,
  ownerId: number,
  changes: Partial<Details> = {},
  more: Partial<Registration> = {},
): Promise<Registered & { readonly secret: string }> {
  const made = await register(stage, ownerId, changes, more);
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  return { ...made.value, secret: made.value.secret ?? '' };
}

/** A consent with one family, as an authorization leaves them; answers the family's number. */
export async function allow(
  { world }: Stage,
  who: { readonly accountId: number; readonly clientId: number },
  scope = 'profile',
): Promise<{ readonly consentId: number; readonly familyId: number }> {
  const consentId = world.nextId();
  const familyId = world.nextId();
  const written = await world.database.write([
    insertConsent({ id: consentId, ...who, scope, grantedAt: world.now() }),
    insertFamily({ id: familyId, consentId, clientId: who.clientId, scope, createdAt: world.now(), endsAt: null }),
  ]);
  if (!written) throw new Error('There is a live consent already.');
  world.deferred.count(who.clientId, 'arrival', world.now());
  return { consentId, familyId };
}

export async function use(
  { world }: Stage,
  used: { readonly familyId: number; readonly clientId: number },
  source: Source,
): Promise<void> {
  noteLastUse(world, used, source);
  await world.deferred.flush();
}

const router = createRouter(openRoutes({ isDraining: () => false, isWhole: () => true }).routes);

export interface Visit {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

export type Fields = readonly (readonly [string, string])[] | Readonly<Record<string, string>>;

export interface Desk {
  get(target: string): Promise<Visit>;
  /** With the token of this person's pages, unless another is given. */
  post(target: string, fields: Fields, token?: string): Promise<Visit>;
}

/** Somebody signed in, whose every form carries the form token of his pages. */
export async function atDesk(stage: Stage, nickname: string): Promise<Desk> {
  const { value } = await signedIn(stage, nickname);
  const headers = { cookie: `latchkey=${value}`, 'content-type': 'application/x-www-form-urlencoded' };
  const ask = async (method: 'GET' | 'POST', target: string, sent: string): Promise<Visit> => {
    const [path = '', rawQuery = ''] = target.split('?');
    const found = router.find(path);
    const route = method === 'GET' ? found?.endpoint.get : found?.endpoint.post;
    if (!found || !route) throw new Error(`Nothing answers ${method} ${path}`);
    const { parameters } = found;
    const query = lazyQuery(rawQuery);
    const body = Buffer.from(sent);
    const request = { method, path, rawQuery, query, headers, parameters, body, source: HOME, traceId: 'trace' };
    return visitOf(await route.handler(request, stage.world));
  };
  const get: Desk['get'] = (target) => ask('GET', target, '');
  const own = /name="form_token" value="([^"]+)"/.exec((await get('/oauth/applications/new')).body)?.[1] ?? '';
  return {
    get,
    post: (target, fields, token = own) => {
      const pairs = isList(fields) ? fields : Object.entries(fields);
      const sent = [['form_token', token] as const, ...pairs].map(([name, value]): [string, string] => [name, value]);
      return ask('POST', target, new URLSearchParams(sent).toString());
    },
  };
}

function isList(fields: Fields): fields is readonly (readonly [string, string])[] {
  return Array.isArray(fields);
}

function visitOf(reply: Reply): Visit {
  const location = reply.headers?.Location;
  return {
    status: reply.status,
    location: typeof location === 'string' ? location : undefined,
    body: String(reply.body ?? ''),
  };
}
