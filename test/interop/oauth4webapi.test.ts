/** Proves that oauth4webapi, which checks every answer strictly, works against the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { CALLBACK } from '../support/actors.ts';
import { interopStage, visit } from '../support/interop.ts';

/** The service of the tests listens on loopback without TLS; the library wants to be told that this is meant. */
const loopback = { [oauth.allowInsecureRequests]: true };

async function discover(): Promise<oauth.AuthorizationServer> {
  const { service } = await interopStage();
  const issuer = new URL(service.url);
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...loopback });
  return oauth.processDiscoveryResponse(issuer, response);
}

async function codeGrant(
  client: oauth.Client,
  authentication: oauth.ClientAuth,
  redirect: string,
  scope = 'profile email',
) {
  const { browser } = await interopStage();
  const server = await discover();
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirect,
    response_type: 'code',
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const callback = oauth.validateAuthResponse(server, client, await visit(browser, url), state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    callback,
    redirect,
    verifier,
    loopback,
  );
  return { server, tokens: await oauth.processAuthorizationCodeResponse(server, client, response) };
}

for (const [method, authenticate] of [
  ['client_secret_post', oauth.ClientSecretPost],
  ['client_secret_basic', oauth.ClientSecretBasic],
] as const) {
  test(`oauth4webapi discovers, authorizes, exchanges, refreshes, asks and revokes with ${method}`, async () => {
    const { register, user } = await interopStage();
    const { client_id, client_secret } = await register();
    const client = { client_id };
    const authentication = authenticate(client_secret);

    const { server, tokens } = await codeGrant(client, authentication, CALLBACK);
    assert.equal(tokens.token_type, 'bearer');
    assert.equal(tokens.expires_in, 86400);
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authentication, tokens.refresh_token ?? '', loopback),
    );
    assert.ok(refreshed.refresh_token);

    const url = new URL('/api/users/whoami', server.issuer);
    const answer = await oauth.protectedResourceRequest(refreshed.access_token, 'GET', url, undefined, null, loopback);
    assert.equal(((await answer.json()) as { id: number }).id, user.id);

    const introspection = await oauth.introspectionRequest(
      server,
      client,
      authentication,
      refreshed.access_token,
      loopback,
    );
    assert.equal((await oauth.processIntrospectionResponse(server, client, introspection)).active, true);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, authentication, refreshed.refresh_token ?? '', loopback),
    );
    await assert.rejects(
      oauth.protectedResourceRequest(refreshed.access_token, 'GET', url, undefined, null, loopback),
      (error: unknown) =>
        error instanceof oauth.WWWAuthenticateChallengeError && error.cause[0]?.parameters.error === 'invalid_token',
    );
  });
}

test('oauth4webapi serves a public application without a secret', async () => {
  const { register } = await interopStage();
  const redirect = 'com.example.app:/cb';
  const { client_id } = await register({ isPublic: true, redirectUris: [redirect] });

  const { server, tokens } = await codeGrant({ client_id }, oauth.None(), redirect);

  const response = await oauth.refreshTokenGrantRequest(
    server,
    { client_id },
    oauth.None(),
    tokens.refresh_token ?? '',
    loopback,
  );
  assert.ok((await oauth.processRefreshTokenResponse(server, { client_id }, response)).access_token);
});

test('oauth4webapi gets a token for the application itself', async () => {
  const { register } = await interopStage();
  const { client_id, client_secret } = await register();
  const server = await discover();

  const response = await oauth.clientCredentialsGrantRequest(
    server,
    { client_id },
    oauth.ClientSecretPost(client_secret),
    {},
    loopback,
  );

  assert.ok((await oauth.processClientCredentialsResponse(server, { client_id }, response)).access_token);
});

test('oauth4webapi understands a refusal of the user and of the token endpoint', async () => {
  const { register, browser } = await interopStage();
  const { client_id, client_secret } = await register();
  const server = await discover();
  const asked = await browser.authorize({ client_id, redirect_uri: CALLBACK, response_type: 'code', state: 's' });
  const denied = await browser.deny(asked);

  assert.throws(
    () => oauth.validateAuthResponse(server, { client_id }, new URL(denied.location ?? ''), 's'),
    (error: unknown) => error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied',
  );
  const response = await oauth.refreshTokenGrantRequest(
    server,
    { client_id },
    oauth.ClientSecretPost(client_secret),
    'unknown',
    loopback,
  );
  await assert.rejects(
    oauth.processRefreshTokenResponse(server, { client_id }, response),
    (error: unknown) =>
      (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant') ||
      (error instanceof oauth.WWWAuthenticateChallengeError && error.status === 400),
  );
});
