/** Walks the authorization-code flow for tests that are about what comes after it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type Application, CALLBACK, createApplication, createUser, signedIn, type User } from './actors.ts';
import type { Browser, Page } from './browser-like.ts';
import { text } from './html.ts';
import { type Answer, json, send } from './http-client.ts';
import type { Service } from './service.ts';
import { type How, token } from './token-client.ts';

export type Tokens = { access: string; refresh: string; scope: string };
export type Stage = { service: Service; ada: User; browser: Browser; quill: Application };

/** The usual stage: Ada is signed in, and her confidential application Quill may ask for `profile` and `email`. */
export async function usualStage(service: Service): Promise<Stage> {
  const ada = await createUser(service);
  const [browser, quill] = await Promise.all([signedIn(service, ada), createApplication(service, { owner: ada })]);
  return { service, ada, browser, quill };
}

export type RivalStage = Stage & { bob: User; other: Application };

/** The usual stage, and Bob with a confidential application Other, which has no business with what is Quill's. */
export async function rivalStage(service: Service): Promise<RivalStage> {
  const [stage, bob] = await Promise.all([usualStage(service), createUser(service)]);
  return { ...stage, bob, other: await createApplication(service, { owner: bob, name: 'Other' }) };
}

/** RFC 7636 Appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = challengeOf(VERIFIER);

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

export function authorizeParams(application: Application, more: Record<string, string> = {}): Record<string, string> {
  return {
    client_id: application.client_id,
    redirect_uri: application.redirect_uris[0] ?? CALLBACK,
    response_type: 'code',
    scope: '',
    state: 'xyz',
    ...more,
  };
}

/** Authorizes, agreeing wherever a consent page is shown; answers the redirect to the client. */
export async function agree(browser: Browser, params: Record<string, string>): Promise<Page> {
  const page = await browser.authorize(params);
  return page.body.includes('name="decision"') ? browser.approve(page) : page;
}

/** The parameters with which the browser was sent back to the client. */
export function callback(page: Answer): URLSearchParams {
  assert.equal(page.status, 303, `expected a redirect, got ${page.status}: ${text(page.body)}`);
  assert.ok(page.location);
  return new URLSearchParams(page.location.slice(page.location.indexOf('?') + 1));
}

export async function obtainCode(
  browser: Browser,
  application: Application,
  more: Record<string, string> = {},
): Promise<string> {
  const code = callback(await agree(browser, authorizeParams(application, more))).get('code');
  assert.ok(code, 'the callback carries no code');
  return code;
}

export function codeFields(application: Application, code: string): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    client_id: application.client_id,
    client_secret: application.client_secret,
    code,
    redirect_uri: application.redirect_uris[0] ?? CALLBACK,
  };
}

export function refreshFields(application: Application, refresh: string): Record<string, string> {
  return {
    grant_type: 'refresh_token',
    client_id: application.client_id,
    client_secret: application.client_secret,
    refresh_token: refresh,
  };
}

export async function obtainTokens(
  { service, browser, quill }: Pick<Stage, 'service' | 'browser' | 'quill'>,
  more: Record<string, string> = {},
): Promise<Tokens> {
  return tokensOf(await token(service.url, codeFields(quill, await obtainCode(browser, quill, more))));
}

export async function refresh(
  { service, quill }: Pick<Stage, 'service' | 'quill'>,
  refreshToken: string,
  how: How = {},
): Promise<Answer> {
  return token(service.url, refreshFields(quill, refreshToken), how);
}

export type Shown = How & { more?: Record<string, string> };

/** The client shows a token to be revoked; `more` are further fields. */
export function revoke(by: Pick<Stage, 'service' | 'quill'>, value: string, how: Shown = {}): Promise<Answer> {
  return show(by, value, { path: '/oauth/revoke', ...how });
}

export function introspect(by: Pick<Stage, 'service' | 'quill'>, value: string, how: Shown = {}): Promise<Answer> {
  return show(by, value, { path: '/oauth/introspect', ...how });
}

function show({ service, quill }: Pick<Stage, 'service' | 'quill'>, value: string, shown: Shown): Promise<Answer> {
  const { more, ...how } = shown;
  const { client_id, client_secret } = quill;
  return token(service.url, { client_id, client_secret, token: value, ...more }, how);
}

export function tokensOf(answer: Answer): Tokens {
  assert.equal(answer.status, 200, `expected tokens, got ${answer.status}: ${answer.body}`);
  const { access_token, refresh_token, scope } = json(answer);
  return { access: String(access_token), refresh: String(refresh_token ?? ''), scope: String(scope) };
}

export function whoami(service: Service, access: string, headers: Record<string, string> = {}): Promise<Answer> {
  return send(`${service.url}/api/users/whoami`, {
    headers: { 'user-agent': 'Quill', authorization: `Bearer ${access}`, ...headers },
  });
}

/** Proves what RFC 6749 §5.2 and the specification's decision D15 ask of every refusal of the token endpoint. */
export function assertRefused(answer: Answer, status: number, error: string): void {
  assert.equal(answer.status, status, `expected ${status} ${error}, got ${answer.status}: ${answer.body}`);
  const body = json(answer);
  assert.equal(body.error, error, answer.body);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers.pragma, 'no-cache');
  assert.match(answer.headers['www-authenticate'] ?? '', new RegExp(`Bearer realm="[^"]+", error="${error}"`));
  assert.match(String(body.error_description), /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  assert.equal(answer.location, undefined);
}

/** The one body of every unusable access token (S7). */
export const INVALID_TOKEN = {
  error: 'invalid_token',
  error_description: 'The access token is invalid',
  state: 'unauthorized',
};

export async function assertAlive(service: Service, access: string): Promise<void> {
  const answer = await whoami(service, access);
  assert.equal(answer.status, 200, `the access token should live: ${answer.body}`);
}

export async function assertDead(service: Service, access: string): Promise<void> {
  const answer = await whoami(service, access);
  assert.equal(answer.status, 401, `the access token should be dead, got ${answer.status}`);
  assert.deepEqual(json(answer), INVALID_TOKEN);
}
