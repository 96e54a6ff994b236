/** Proves that openid-client works against the service as a plain OAuth 2.0 server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as client from 'openid-client';
import { CALLBACK } from '../support/actors.ts';
import { interopStage, visit } from '../support/interop.ts';

async function configure(authentication?: (secret: string) => client.ClientAuth) {
  const { service, register } = await interopStage();
  const { client_id, client_secret } = await register();
  const options: client.DiscoveryRequestOptions = { algorithm: 'oauth2', execute: [client.allowInsecureRequests] };
  const how = authentication?.(client_secret);
  return client.discovery(new URL(service.url), client_id, client_secret, how, options);
}

for (const [method, authentication] of [
  ['its default', undefined],
  ['HTTP Basic', client.ClientSecretBasic],
  ['body credentials', client.ClientSecretPost],
] as const) {
  test(`openid-client walks the whole flow with ${method}`, async () => {
    const { service, browser, user } = await interopStage();
    const config = await configure(authentication);
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'profile email',
      state,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });

    const tokens = await client.authorizationCodeGrant(config, await visit(browser, url), {
      pkceCodeVerifier,
      expectedState: state,
    });
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');

    const whoami = new URL('/api/users/whoami', service.url);
    const answer = await client.fetchProtectedResource(config, refreshed.access_token, whoami, 'GET');
    assert.equal(((await answer.json()) as { email: string }).email, user.email);
    assert.equal((await client.tokenIntrospection(config, refreshed.access_token)).active, true);
    await client.tokenRevocation(config, refreshed.refresh_token ?? '');
    await assert.rejects(client.fetchProtectedResource(config, refreshed.access_token, whoami, 'GET'));
  });
}

test('openid-client gets a token for the application itself', async () => {
  const config = await configure();

  const tokens = await client.clientCredentialsGrant(config, { scope: 'profile' });

  assert.equal(tokens.scope, 'profile');
  assert.equal(tokens.expires_in, 86400);
  assert.equal(tokens.refresh_token, undefined);
});
