/** Calls the management API in the tests: as an application with the right to manage all, and as a developer's own. */
import assert from 'node:assert/strict';
import { type Application, createApplication, createUser, signedIn, type User } from './actors.ts';
import type { Browser } from './browser-like.ts';
import { obtainTokens, tokensOf } from './grant.ts';
import { type Answer, json, send } from './http-client.ts';
import type { Service } from './service.ts';
import { token } from './token-client.ts';

export type Api = (method: string, path: string, ask?: Asking) => Promise<ApiReply>;

export interface Asking {
  readonly body?: unknown;
  /** In place of a body that is written as JSON. */
  readonly raw?: string | Buffer;
  readonly headers?: Record<string, string>;
}

export interface ApiReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  // Tests judge each member that they read.
  // biome-ignore lint/suspicious/noExplicitAny: answers are judged member by member.
  readonly body: any;
  readonly answer: Answer;
}

export interface ManagementStage {
  readonly service: Service;
  readonly root: User;
  readonly robot: Application;
  /** May manage everything. */
  readonly all: Api;
  readonly ada: User;
  readonly browser: Browser;
  readonly console: Application;
  /** Acts for Ada. */
  readonly own: Api;
  readonly bob: User;
  /** Bob's application. */
  readonly other: Application;
}

export async function managementStage(service: Service): Promise<ManagementStage> {
  const [root, ada, bob] = await Promise.all([
    createUser(service, { admin: true }),
    createUser(service),
    createUser(service),
  ]);
  const scope = 'profile applications';
  const [robot, console, other, browser] = await Promise.all([
    createApplication(service, { owner: root, name: 'Robot' }),
    createApplication(service, { owner: ada, name: 'Console', scope }),
    createApplication(service, { owner: bob, name: 'Other', scope }),
    signedIn(service, ada),
  ]);
  const given = await service.cliHere(['applications', 'update', '--client-id', robot.client_id, '--admin', '--json']);
  assert.equal(given.code, 0, given.stderr);
  const tokens = await obtainTokens({ service, browser, quill: console }, { scope: 'applications' });
  return {
    ...{ service, root, robot, ada, browser, console, bob, other },
    all: apiOf(service, await adminToken(service, robot)),
    own: apiOf(service, tokens.access),
  };
}

export async function adminToken(service: Pick<Service, 'url'>, application: Application): Promise<string> {
  const { client_id, client_secret } = application;
  const fields = { grant_type: 'client_credentials', client_id, client_secret, scope: 'admin' };
  return tokensOf(await token(service.url, fields)).access;
}

export function apiOf(service: Pick<Service, 'url'>, access: string | null): Api {
  return async (method, path, { body, raw, headers = {} } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await send(`${service.url}/api/v1${path}`, {
      method,
      headers: {
        'user-agent': 'Tests',
        ...(access === null ? {} : { authorization: `Bearer ${access}` }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    return { status: answer.status, headers: answer.headers, body: answer.body === '' ? null : json(answer), answer };
  };
}

/** RFC 9457, with a type that is ours and what to do. */
export function assertProblem(reply: ApiReply, status: number, name: string): void {
  assert.equal(reply.status, status, `expected ${status} ${name}, got ${reply.status}: ${reply.answer.body}`);
  assert.equal(reply.headers['content-type'], 'application/problem+json');
  assert.equal(reply.body.type, `urn:latchkey:problem:${name}`);
  assert.equal(reply.body.status, status);
  assert.match(reply.body.help, /\.$/);
  // RFC 6750 §3: whoever refuses a token says so in a challenge.
  if (name === 'insufficient-scope')
    assert.match(reply.headers['www-authenticate'] ?? '', /^Bearer .*error="insufficient_scope".* scope="/);
}

export function assertOk(reply: ApiReply, status = 200): ApiReply {
  assert.equal(reply.status, status, `expected ${status}, got ${reply.status}: ${reply.answer.body}`);
  return reply;
}

/** The ETag of what was read, for a change of it. */
export function ifMatch(reply: ApiReply): Record<string, string> {
  assert.ok(reply.headers.etag, 'an ETag');
  return { 'if-match': reply.headers.etag };
}
