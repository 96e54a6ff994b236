/** What a worker can do, each act over HTTP and recorded before and after. */
import { digest } from '../../src/protocol/digest.ts';
import { openBrowser } from '../support/browser-like.ts';
import type { Operation } from './checking/history.ts';
import type { Recorder } from './checking/recorder.ts';
import type { Target } from './environment/instance.ts';
import { type Application, CALLBACK, type Person } from './environment/place.ts';
import { ask, conclude, granted, type Heard, refused, unknown } from './wire.ts';

export interface Actor {
  readonly recorder: Recorder;
  readonly person: Person;
  /** The process to ask next; waits while there is none. */
  pick(): Promise<Target>;
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** What came of an act, with the secret that the history keeps only as a digest. */
export interface Done<Secret> {
  readonly operation: Operation;
  readonly secret: Secret | undefined;
}

/** Signs in and consents to each application, as a browser does; answers the cookie. */
export async function signIn(
  actor: Actor,
  applications: readonly Application[],
  isFirst: boolean,
): Promise<Done<string>> {
  const target = await actor.pick();
  let secret: string | undefined;
  const operation = await actor.recorder.record(callOf(actor, target, 'sign-in', '', ''), async () => {
    const browser = openBrowser(target.url);
    try {
      const answer = await browser.signIn(actor.person);
      if (answer.status >= 500) return unknown(String(answer.status), target.endsWithConnection);
      if (answer.status !== 303) return refused(String(answer.status));
      for (const { clientId } of isFirst ? applications : []) {
        const page = await browser.authorize(authorizeParameters(clientId));
        if (page.body.includes('name="decision"')) await browser.approve(page);
      }
    } catch (error) {
      const isRefused = String(error).includes('ECONNREFUSED');
      return { ...unknown(String(error), target.endsWithConnection), ...(isRefused ? { outcome: 'unsent' } : {}) };
    }
    secret = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return granted({ issued: { session: digest(secret) } });
  });
  return { operation, secret };
}

export async function authorize(actor: Actor, cookie: string, { clientId }: Application): Promise<Done<string>> {
  const target = await actor.pick();
  let secret: string | undefined;
  const path = `/oauth/authorize?${new URLSearchParams(authorizeParameters(clientId))}`;
  const headers = { cookie, accept: 'text/html', 'sec-fetch-site': 'none' };
  const operation = await actor.recorder.record(callOf(actor, target, 'authorize', digest(cookie), clientId), () =>
    conclude(
      target,
      () => ask(target, { method: 'GET', path, headers }),
      ({ location, status }) => {
        secret = new URLSearchParams(location.slice(location.indexOf('?') + 1)).get('code') ?? undefined;
        if (status === 303 && secret) return granted({ issued: { code: digest(secret) } });
        return refused(status === 303 ? location.slice(0, 40) : `a page with ${status}`);
      },
    ),
  );
  return { operation, secret };
}

export function exchange(actor: Actor, code: string, application: Application): Promise<Done<Tokens>> {
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
  return askForTokens(actor, { kind: 'exchange', presented: code, application, form });
}

export function refresh(actor: Actor, token: string, application: Application): Promise<Done<Tokens>> {
  const form = { grant_type: 'refresh_token', refresh_token: token };
  return askForTokens(actor, { kind: 'refresh', presented: token, application, form });
}

export async function whoami(actor: Actor, access: string, { clientId }: Application): Promise<Operation> {
  const target = await actor.pick();
  const headers = { authorization: `Bearer ${access}` };
  return await actor.recorder.record(callOf(actor, target, 'whoami', digest(access), clientId), () =>
    conclude(
      target,
      () => ask(target, { method: 'GET', path: '/api/users/whoami', headers }),
      (heard) => {
        if (heard.status !== 200) return refused(errorOf(heard));
        return granted({ seenAccount: Number(JSON.parse(heard.body).id) });
      },
    ),
  );
}

export async function revoke(actor: Actor, token: string, application: Application): Promise<Operation> {
  const target = await actor.pick();
  const form = { client_id: application.clientId, client_secret: application.secret, token };
  return await actor.recorder.record(callOf(actor, target, 'revoke', digest(token), application.clientId), () =>
    conclude(
      target,
      () => ask(target, { method: 'POST', path: '/oauth/revoke', headers: {}, form }),
      (heard) => (heard.status === 200 ? granted() : refused(errorOf(heard))),
    ),
  );
}

interface TokenAsk {
  readonly kind: 'exchange' | 'refresh';
  readonly presented: string;
  readonly application: Application;
  readonly form: Readonly<Record<string, string>>;
}

async function askForTokens(actor: Actor, { kind, presented, application, form }: TokenAsk): Promise<Done<Tokens>> {
  const target = await actor.pick();
  let secret: Tokens | undefined;
  const whole = { client_id: application.clientId, client_secret: application.secret, ...form };
  const operation = await actor.recorder.record(
    callOf(actor, target, kind, digest(presented), application.clientId),
    () =>
      conclude(
        target,
        () => ask(target, { method: 'POST', path: '/oauth/token', headers: {}, form: whole }),
        (heard) => {
          if (heard.status !== 200) return refused(errorOf(heard));
          const { access_token, refresh_token } = JSON.parse(heard.body);
          secret = { access: String(access_token), refresh: String(refresh_token) };
          return granted({ issued: { access: digest(secret.access), refresh: digest(secret.refresh) } });
        },
      ),
  );
  return { operation, secret };
}

function callOf(
  { person }: Actor,
  { instance }: Target,
  kind: Operation['kind'],
  presented: string,
  client: string,
): Pick<Operation, 'kind' | 'presented' | 'account' | 'client' | 'instance'> {
  return { kind, presented, account: person.id, client, instance };
}

function authorizeParameters(clientId: string): Record<string, string> {
  return { client_id: clientId, redirect_uri: CALLBACK, response_type: 'code', scope: '', state: 'x' };
}

function errorOf({ status, body }: Heard): string {
  try {
    return String(JSON.parse(body).error);
  } catch {
    return `${status} without JSON`;
  }
}
