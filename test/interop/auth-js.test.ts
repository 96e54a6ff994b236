/** Proves that Auth.js signs users in with the service, where it knows the issuer and where the issuer is left out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Auth, type AuthConfig, skipCSRFCheck } from '@auth/core';
import type { Application } from '../support/actors.ts';
import { interopStage, visit } from '../support/interop.ts';

const SITE = 'https://site.example';
const CALLBACK = `${SITE}/auth/callback/latchkey`;

async function configuration({ client_id, client_secret }: Application, more: object): Promise<AuthConfig> {
  const { service } = await interopStage();
  return {
    secret: 'a secret of the site that is long enough',
    trustHost: true,
    basePath: '/auth',
    skipCSRFCheck,
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
    callbacks: {
      jwt: ({ token, account }) =>
        account ? { ...token, scope: account.scope, has: Boolean(account.refresh_token) } : token,
      session: ({ session, token }) => ({ ...session, token }),
    },
    providers: [
      {
        id: 'latchkey',
        name: 'Latchkey',
        type: 'oauth',
        clientId: client_id,
        clientSecret: client_secret,
        authorization: { url: `${service.url}/oauth/authorize`, params: { scope: 'profile email' } },
        token: `${service.url}/oauth/token`,
        userinfo: `${service.url}/api/users/whoami`,
        profile: (profile) => ({ id: String(profile.id), name: profile.nickname, email: profile.email }),
        ...more,
      },
    ],
  };
}

/** Walks through sign-in as a browser would, carrying the cookies of the site along. */
async function signIn(config: AuthConfig): Promise<{ location: string; session: Record<string, unknown> | null }> {
  const { browser } = await interopStage();
  const jar = new Map<string, string>();
  const ask = async (url: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await Auth(new Request(url, { ...init, headers: { ...init.headers, cookie } }), config);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const asked = await ask(`${SITE}/auth/signin/latchkey`, { method: 'POST', headers, body: 'callbackUrl=%2F' });
  const callback = await visit(browser, asked.headers.get('location') ?? '');
  const answered = await ask(callback.href);
  const session = await (await ask(`${SITE}/auth/session`)).json();
  // The session endpoint answers an object, or null for nobody.
  return { location: answered.headers.get('location') ?? '', session: session as Record<string, unknown> | null };
}

test('Auth.js signs a user in where the provider names the issuer', async () => {
  const { service, register, user } = await interopStage();
  const application = await register({ redirectUris: [CALLBACK] });

  const { session } = await signIn(await configuration(application, { issuer: service.url }));

  assert.deepEqual(session?.user, { name: user.nickname, email: user.email });
});

test('Auth.js signs a user in without naming the issuer where the application leaves it out', async () => {
  const { register, user } = await interopStage();
  const application = await register({ redirectUris: [CALLBACK], noIss: true });

  const { session } = await signIn(await configuration(application, {}));

  assert.deepEqual(session?.user, { name: user.nickname, email: user.email });
});

for (const [what, more] of [
  ['body credentials', { client: { token_endpoint_auth_method: 'client_secret_post' } }],
  ['a state and no PKCE', { checks: ['state'] }],
] as const) {
  test(`Auth.js signs a user in with ${what}`, async () => {
    const { service, register, user } = await interopStage();
    const application = await register({ redirectUris: [CALLBACK] });

    const { session } = await signIn(await configuration(application, { issuer: service.url, ...more }));

    assert.deepEqual(session?.user, { name: user.nickname, email: user.email });
  });
}

test('Auth.js refuses an issuer that it was not told of, which is why the application can leave it out', async () => {
  const { register } = await interopStage();
  const application = await register({ redirectUris: [CALLBACK] });

  const { session, location } = await signIn(await configuration(application, {}));

  assert.equal(session, null);
  assert.match(location, /error=/);
});
