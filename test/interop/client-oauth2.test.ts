/** Proves that client-oauth2, long unmaintained and still everywhere, works against the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ClientOAuth2 from 'client-oauth2';
import { CALLBACK } from '../support/actors.ts';
import { assertAlive } from '../support/grant.ts';
import { interopStage, visit } from '../support/interop.ts';

async function configure(): Promise<ClientOAuth2> {
  const { service, register } = await interopStage();
  const { client_id, client_secret } = await register();
  return new ClientOAuth2({
    clientId: client_id,
    clientSecret: client_secret,
    accessTokenUri: `${service.url}/oauth/token`,
    authorizationUri: `${service.url}/oauth/authorize`,
    redirectUri: CALLBACK,
    scopes: ['profile', 'email'],
    state: 'opaque',
  });
}

test('client-oauth2 exchanges a code, signs a request and refreshes', async () => {
  const { service, browser } = await interopStage();
  const client = await configure();
  const callback = await visit(browser, client.code.getUri());

  const token = await client.code.getToken(callback.href);

  assert.equal(token.expired(), false);
  const signed = token.sign({ method: 'GET', url: `${service.url}/api/users/whoami`, headers: {} });
  assert.deepEqual(signed.headers, { Authorization: `Bearer ${token.accessToken}` });
  const refreshed = await token.refresh();
  assert.notEqual(refreshed.accessToken, token.accessToken);
  await assertAlive(service, refreshed.accessToken);
});

test('client-oauth2 gets a token for the application itself', async () => {
  const client = await configure();

  const token = await client.credentials.getToken({ scopes: ['profile'] });

  assert.ok(token.accessToken);
});

test('client-oauth2 understands a refusal', async () => {
  const client = await configure();

  await assert.rejects(client.code.getToken(`${CALLBACK}?code=unknown&state=opaque`), { code: 'EAUTH' });
});
