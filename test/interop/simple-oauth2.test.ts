/** Proves that simple-oauth2 works against the service, with credentials in the header or the body, as form or JSON. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { CALLBACK } from '../support/actors.ts';
import { assertAlive, assertDead } from '../support/grant.ts';
import { interopStage, visit } from '../support/interop.ts';

type AccessToken = {
  token: Record<string, unknown>;
  expired: () => boolean;
  refresh: () => Promise<AccessToken>;
  revokeAll: () => Promise<void>;
};
type Grant = { authorizeURL: (params: object) => string; getToken: (params: object) => Promise<AccessToken> };
type Package = { AuthorizationCode: new (config: object) => Grant; ClientCredentials: new (config: object) => Grant };

// The package has no types; these are the parts of its documentation that are used here.
const { AuthorizationCode, ClientCredentials } = createRequire(import.meta.url)('simple-oauth2') as Package;

async function configuration(options: object) {
  const { service, register } = await interopStage();
  const { client_id: id, client_secret: secret } = await register();
  return { client: { id, secret }, auth: { tokenHost: service.url }, options };
}

for (const options of [
  { authorizationMethod: 'header', bodyFormat: 'form' },
  { authorizationMethod: 'body', bodyFormat: 'form' },
  { authorizationMethod: 'header', bodyFormat: 'json' },
  { authorizationMethod: 'body', bodyFormat: 'json' },
]) {
  test(`simple-oauth2 walks the whole flow with ${options.authorizationMethod} and ${options.bodyFormat}`, async () => {
    const { service, browser } = await interopStage();
    const grant = new AuthorizationCode(await configuration(options));
    const url = grant.authorizeURL({ redirect_uri: CALLBACK, scope: 'profile email', state: 'x y' });
    const callback = await visit(browser, url);
    assert.equal(callback.searchParams.get('state'), 'x y');

    const first = await grant.getToken({ code: callback.searchParams.get('code'), redirect_uri: CALLBACK });
    assert.equal(first.expired(), false);
    const second = await first.refresh();

    await assertAlive(service, String(second.token.access_token));
    await second.revokeAll();
    await assertDead(service, String(second.token.access_token));
  });
}

test('simple-oauth2 gets a token for the application itself', async () => {
  const grant = new ClientCredentials(await configuration({}));

  const { token } = await grant.getToken({ scope: 'profile' });

  assert.equal(token.token_type, 'Bearer');
});
