/** One world on SQLite for the tests of the acts: a clock that is set, and a way to let something happen in between. */
import { after, before } from 'node:test';
import { OPERATOR } from '../../src/clients/act.ts';
import { giveQuotaBack } from '../../src/clients/act-limits.ts';
import { type Client, findClient } from '../../src/clients/find.ts';
import { registerClient } from '../../src/clients/register.ts';
import { approve } from '../../src/grants/authorize.ts';
import { type ClientCall, exchange } from '../../src/grants/exchange.ts';
import { QUERY_MODE } from '../../src/protocol/authorize/response-types.ts';
import { parseBasic } from '../../src/protocol/clients/identification.ts';
import { trustRedirect } from '../../src/protocol/clients/redirect-uri.ts';
import type { EventKind, Source } from '../../src/protocol/event.ts';
import { createForm } from '../../src/protocol/form.ts';
import type { TokenAnswer } from '../../src/protocol/tokens/answers.ts';
import { sql } from '../../src/storage/sql.ts';
import { FROM_THE_NEWEST, type LoggedEvent, readEvents } from '../../src/storage/tables/events/events.ts';
import type { World } from '../../src/world.ts';
import { closeReal, createTemplate, openReal, type Real, type Template } from '../model/real.ts';

export const CALLBACK = 'https://app.example.com/cb';
export const OTHER_CALLBACK = 'https://app.example.com/other';
export const SOURCE: Source = { address: '192.0.2.10', userAgent: 'Quill/1' };
export const LEEWAY = 30;

export interface Application extends Client {
  readonly secret: string;
}

export interface Stage {
  readonly world: World;
  readonly accountId: number;
  pass(seconds: number): void;
}

let template: Template;
let real: Real;

before(async () => {
  template = await createTemplate();
  real = await openReal(template);
});

after(async () => {
  await closeReal(real);
  template.remove();
});

export function theStage(): Stage {
  const pass = (seconds: number) => {
    real.now += seconds;
  };
  return { world: real.world, accountId: template.people[0]?.id ?? 0, pass };
}

let applications = 0;

/** Every test has applications of its own, so that none meets what another left. */
export async function application(isConfidential = true, scopes = ['profile', 'email']): Promise<Application> {
  const { world, accountId } = theStage();
  applications += 1;
  const redirectUris = [CALLBACK, OTHER_CALLBACK];
  const texts = { name: `Quill ${applications}`, description: '', homepageUrl: '', logoUrl: '' };
  const details = { ...texts, redirectUris, scopes, isConfidential, sendsIssuer: false };
  const made = await registerClient(world, { ownerId: accountId, details, actor: OPERATOR });
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  // An account may own only so many: these belong to somebody else from now on.
  const owner = template.people[1]?.id ?? 0;
  await world.database.write([
    sql`update clients set owner_id = ${owner} where id = ${made.value.id}`,
    giveQuotaBack(accountId, world.now()),
  ]);
  const client = await findClient(made.value.publicId, world);
  if (!client) throw new Error('The new application is not there.');
  return { ...client, secret: made.value.secret ?? '' };
}

export interface Wish {
  readonly codeChallenge?: string;
  readonly scope?: readonly string[];
  readonly redirectUri?: string;
}

export async function codeFor(client: Application, input: Wish = {}): Promise<string> {
  const { codeChallenge, scope = ['profile', 'email'], redirectUri = CALLBACK } = input;
  const { world, accountId } = theStage();
  const redirect = trustRedirect(redirectUri, [redirectUri]);
  if (!redirect) throw new Error('The redirect URI is not trusted.');
  const asked = {
    scope,
    state: undefined,
    responseMode: QUERY_MODE,
    nonce: undefined,
    codeChallenge,
    prompt: [],
    isScopeUnasked: false,
    resource: null,
  };
  const request = { clientId: client.publicId, redirect, ...asked };
  const session = { digest: '', authTime: world.now(), amr: 'pwd' };
  const answering = { request, client, accountId, session, source: SOURCE };
  const location = await approve(world, answering, { granted: scope, lasts: 'until_removed' });
  return new URL(location).searchParams.get('code') ?? '';
}

export type Fields = Readonly<Record<string, string>>;

export function callOf(client: Application, fields: Fields, more: Partial<ClientCall> = {}): ClientCall {
  const secret = client.secret === '' ? {} : { client_secret: client.secret };
  const form = createForm(Object.entries({ client_id: client.publicId, ...secret, ...fields }));
  const traceId = theStage().world.randomBytes(8).toString('hex');
  return {
    traceId,
    endpoint: 'token',
    source: SOURCE,
    authorization: undefined,
    basic: parseBasic(undefined),
    form,
    ...more,
  };
}

/** The answer, or the precise reason why there is none. */
export async function ask(
  client: Application,
  fields: Fields,
  world = theStage().world,
): Promise<TokenAnswer | string> {
  const answer = await exchange(world, callOf(client, fields));
  return answer.ok ? answer.value : answer.refusal.because.reason;
}

export const exchangeOf = (code: string, more: Fields = {}): Fields => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: CALLBACK,
  ...more,
});

export const refreshOf = (refresh: string | null, more: Fields = {}): Fields => ({
  grant_type: 'refresh_token',
  refresh_token: refresh ?? '',
  ...more,
});

/** Tokens, where they are expected. */
export async function tokens(
  client: Application,
  fields: Fields,
): Promise<TokenAnswer & { readonly refreshToken: string }> {
  const answer = await ask(client, fields);
  if (typeof answer === 'string') throw new Error(answer);
  return { ...answer, refreshToken: answer.refreshToken ?? '' };
}

/** The same world, in which something happens once, after the first act has read and before it writes. */
export function worldWith(inBetween: () => Promise<unknown>): World {
  const { world } = theStage();
  let isDone = false;
  const database = Object.create(world.database, {
    write: {
      value: async (batch: Parameters<World['database']['write']>[0]) => {
        if (!isDone) {
          isDone = true;
          await inBetween();
        }
        return world.database.write(batch);
      },
    },
  });
  return { ...world, database };
}

/** The same world, which counts how often its database is read. */
export function countingReads(): { readonly world: World; reads(): number } {
  const { world } = theStage();
  let count = 0;
  const read: World['database']['read'] = (statement) => {
    count += 1;
    return world.database.read(statement);
  };
  return {
    world: { ...world, database: Object.create(world.database, { read: { value: read } }) },
    reads: () => count,
  };
}

/** What was written down about an application, newest first. */
export function eventsOf(client: Application, kind: EventKind): Promise<readonly LoggedEvent[]> {
  const filter = { kinds: [kind], accountId: null, clientId: client.publicId, since: 0 };
  return readEvents(theStage().world.database, filter, { below: FROM_THE_NEWEST, most: 100 });
}
