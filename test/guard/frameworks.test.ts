/** Proves that real frameworks, guarded, serve who may come in and refuse everybody else with the right challenge. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import type { Guard, Token } from '../../packages/guard/src/guard.ts';
import { obtainTokens } from '../support/grant.ts';
import { FILES, machineToken, NOTES, type ResourceStage } from '../support/resources.ts';
import { guardStage, noteTokens, openGuard } from './stage.ts';

type Call = (headers: Record<string, string>) => Promise<Response>;

const READ = { scope: 'notes:read' };
const told = ({ sub, clientId, scope }: Token) => ({ sub, clientId, scope });

/** Each answers GET with what it was told about the token. */
const FRAMEWORKS: Readonly<Record<string, (guard: Guard) => Promise<Call>>> = {
  'a fetch handler': async (guard) => {
    const handler = guard.protect(READ, (_request, token) => Response.json(told(token)));
    return (headers) => handler(new Request('http://api.example/notes', { headers }));
  },
  Hono: async (guard) => {
    const app = new Hono<{ Variables: { token: Token } }>();
    app.get('/notes', guard.hono(READ), (context) => context.json(told(context.get('token'))));
    return async (headers) => await app.request('/notes', { headers });
  },
  Express: async (guard) => {
    const app = express();
    app.get('/notes', guard.express(READ), (request, response) => {
      response.json(told((request as unknown as { token: Token }).token));
    });
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    after(() => server.close());
    const { port } = server.address() as AddressInfo;
    return (headers) => fetch(`http://127.0.0.1:${port}/notes`, { headers });
  },
  Fastify: async (guard) => {
    const app = fastify();
    app.get('/notes', { onRequest: guard.fastify(READ) }, async (request) =>
      told((request as unknown as { token: Token }).token),
    );
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    after(() => app.close());
    return (headers) => fetch(`${address}/notes`, { headers });
  },
};

let stage: ResourceStage;
let guard: Guard;
before(async () => {
  stage = await guardStage('sqlite');
  guard = openGuard(stage);
});

const bearer = (access: string) => ({ authorization: `Bearer ${access}` });

for (const [name, open] of Object.entries(FRAMEWORKS)) {
  test(`${name} serves a token that is for the API, and is told whose it is`, async () => {
    const call = await open(guard);
    const { access } = await noteTokens(stage);

    const answer = await call(bearer(access));

    assert.equal(answer.status, 200);
    const body: ReturnType<typeof told> = JSON.parse(await answer.text());
    assert.match(body.sub ?? '', /^\d+$/);
    assert.deepEqual(body.scope, ['notes:read']);
    assert.equal(body.clientId, stage.quill.client_id);
  });

  test(`${name} refuses whoever has no token, a wrong one, or one for another API, and says where to get one`, async () => {
    const call = await open(guard);
    const { access: foreign } = await obtainTokens(stage, { resource: FILES, scope: 'files:read' });

    const none = await call({});
    const others = [bearer('invented'), bearer(foreign), { authorization: 'Basic YTpi' }, bearer(`a ${foreign}`)];

    assert.equal(none.status, 401);
    const challenge = none.headers.get('www-authenticate') ?? '';
    assert.doesNotMatch(challenge, /error=/);
    const metadata = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
    assert.equal((JSON.parse(await (await fetch(metadata)).text()) as { resource: string }).resource, NOTES);
    for (const headers of others) {
      const answer = await call(headers);
      assert.equal(answer.status, 401, headers.authorization);
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer realm=.*error="invalid_token"/);
    }
  });

  test(`${name} refuses a token without the scope, and says which one`, async () => {
    const call = await open(guard);
    const { access } = await noteTokens(stage, 'notes:write');

    const answer = await call(bearer(access));

    assert.equal(answer.status, 403);
    assert.match(answer.headers.get('www-authenticate') ?? '', /error="insufficient_scope".*scope="notes:read"/);
    assert.equal((JSON.parse(await answer.text()) as { error: string }).error, 'insufficient_scope');
  });
}

test('of several scopes the refusal says which are missing, and the challenge which are needed', async () => {
  const { access } = await noteTokens(stage, 'notes:read');

  const checked = await guard.check(`Bearer ${access}`, { scope: ['notes:read', 'notes:write'] });

  assert.ok(!checked.ok);
  const body = JSON.parse(checked.refusal.body) as { error_description: string };
  assert.equal(body.error_description, 'The access token lacks the scope notes:write');
  assert.match(checked.refusal.headers['www-authenticate'] ?? '', /scope="notes:read notes:write"/);
});

test('a token that an application holds for itself has no user', async () => {
  const answer = await machineToken(stage, { resource: NOTES, scope: 'notes:read' });
  const { access_token } = JSON.parse(answer.body) as { access_token: string };

  const checked = await guard.check(`Bearer ${access_token}`, READ);

  assert.ok(checked.ok);
  assert.equal(checked.token.sub, null);
});
