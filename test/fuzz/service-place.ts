/** A running service with a person, two applications and a signed-in browser, for the targets that speak HTTP. */

import { createInstance, type Instance } from '../faults/environment/instance.ts';
import type { Engine, Place } from '../faults/environment/place.ts';
import { CALLBACK, preparePlace } from '../faults/environment/place.ts';
import { openBrowser } from '../support/browser-like.ts';
import { type Answer, send } from '../support/http-client.ts';

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

export interface ServicePlace {
  readonly engine: Engine;
  readonly place: Place;
  readonly instances: readonly Instance[];
  /** The addresses of the instances. */
  readonly urls: readonly string[];
  /** The cookies of somebody who is signed in, an administrator who owns both applications. */
  readonly cookie: string;
  /** A fresh code for the first application. */
  code(): Promise<string>;
  /** Fresh tokens of it. */
  tokens(): Promise<Tokens>;
  /** What the processes wrote to their logs. */
  logs(): string;
  close(): Promise<void>;
}

/** The same for every instance, so that answers which name it can be compared. */
export const PUBLIC_URL = 'https://id.example.org';

const ENV = { LATCHKEY_DANGER_NO_RATE_LIMITS: '1', LATCHKEY_LOG_LEVEL: 'warn', LATCHKEY_URL: PUBLIC_URL };

export async function openServicePlace(engine: Engine, count: number): Promise<ServicePlace> {
  const borrowed = { sharedPostgres: process.env.LATCHKEY_TEST_POSTGRES };
  const place = await preparePlace(engine, { people: 2, applications: 2 }, borrowed);
  const [person] = place.people;
  const [application] = place.applications;
  if (!person || !application) throw new Error('Nobody is there.');
  const instances: Instance[] = [];
  for (let index = 0; index < count; index += 1) {
    const own = { databaseUrl: place.databaseUrl, env: ENV, cwd: place.directory };
    const instance = await createInstance(`fuzz${index}`, own);
    await instance.start();
    instances.push(instance);
  }
  const urls = instances.map((instance) => instance.target()?.url ?? '');
  const [url = ''] = urls;
  const browser = openBrowser(url);
  await browser.signIn(person);
  await browser.approve(await browser.authorize(authorization(application.clientId)));
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const code = async () => {
    const answer = await send(`${url}/oauth/authorize?${new URLSearchParams(authorization(application.clientId))}`, {
      headers: { cookie, accept: 'text/html' },
    });
    return new URL(answer.location ?? 'x:').searchParams.get('code') ?? missing(answer);
  };
  return {
    engine,
    place,
    instances,
    urls,
    cookie,
    code,
    tokens: async () => tokensOf(url, { code: await code(), ...application }),
    logs: () => instances.map((instance) => instance.stderr()).join('\n'),
    async close() {
      for (const instance of instances) await instance.kill();
      await place.close();
    },
  };
}

async function tokensOf(
  url: string,
  { code, clientId, secret }: { readonly code: string; readonly clientId: string; readonly secret: string },
): Promise<Tokens> {
  const fields = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, client_id: clientId };
  const answer = await send(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, client_secret: secret }).toString(),
  });
  const { access_token, refresh_token } = JSON.parse(answer.body);
  if (answer.status !== 200) missing(answer);
  return { access: String(access_token), refresh: String(refresh_token) };
}

function authorization(clientId: string): Record<string, string> {
  return { client_id: clientId, redirect_uri: CALLBACK, response_type: 'code', scope: 'profile', state: 'x' };
}

function missing({ status, body }: Answer): never {
  throw new Error(`The service did not do its usual work: ${status} ${body.slice(0, 200)}`);
}
