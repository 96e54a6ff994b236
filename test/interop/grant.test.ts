/** Proves that the middleware grant, running as a web site of its own, signs users in with the service. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { openBrowser } from '../support/browser-like.ts';
import { assertAlive } from '../support/grant.ts';
import { interopStage, visit } from '../support/interop.ts';

type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<{ response?: object; redirect?: boolean }>;

// The types of the package describe an ES module, but it is a CommonJS one; this is the part that is used here.
const grant = createRequire(import.meta.url)('grant') as { node: (options: object) => Handler };

const servers: Server[] = [];

/** A web site with grant at /connect; the port of a loopback callback is free, so one registration serves all. */
async function site(provider: object): Promise<string> {
  const { service, register } = await interopStage();
  const { client_id, client_secret } = await register({ redirectUris: ['http://127.0.0.1/connect/latchkey/callback'] });
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const handler = grant.node({
    config: {
      defaults: { origin, transport: 'state' },
      latchkey: {
        authorize_url: `${service.url}/oauth/authorize`,
        access_url: `${service.url}/oauth/token`,
        profile_url: `${service.url}/api/users/whoami`,
        oauth: 2,
        key: client_id,
        secret: client_secret,
        scope: ['profile', 'email'],
        scope_delimiter: ' ',
        response: ['tokens', 'raw', 'profile'],
        ...provider,
      },
    },
    session: { secret: 'a secret of the site' },
  });
  server.on('request', async (request, response) => {
    const { response: answer, redirect } = await handler(request, response);
    if (!redirect) response.end(JSON.stringify(answer ?? {}));
  });
  return origin;
}

for (const [what, provider] of [
  ['plainly', {}],
  ['with state and PKCE', { state: true, pkce: true }],
  ['with HTTP Basic', { token_endpoint_auth_method: 'client_secret_basic' }],
] as const) {
  test(`grant signs a user in ${what} and reads the profile`, async () => {
    const { service, browser, user } = await interopStage();
    const visitor = openBrowser(await site(provider));
    const asked = await visitor.get('/connect/latchkey');
    const callback = await visit(browser, asked.location ?? '');

    const answer = await visitor.get(callback.pathname + callback.search);

    const body = JSON.parse(answer.body);
    assert.equal(body.error, undefined, answer.body);
    assert.equal(body.profile.nickname, user.nickname);
    assert.equal(body.raw.token_type, 'Bearer');
    await assertAlive(service, body.access_token);
  });
}

after(() => {
  for (const server of servers) server.close();
});
