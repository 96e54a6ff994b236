/** What protected endpoints answer when a token is not enough. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearerRefusalReply } from '../../src/endpoints/oauth/answers.ts';
import { onEachEngine } from '../accounts/stage.ts';
import { proves } from '../support/proves.ts';

proves(
  'RFC 6750 §3.1',
  'insufficient_scope: the resource server SHOULD respond with the HTTP 403 (Forbidden) status code and MAY include the scope attribute with the scope necessary to access the protected resource.',
  onEachEngine(async ({ world }) => {
    const reply = bearerRefusalReply(world, {
      reason: 'scope_missing',
      scope: ['applications', 'email'],
      missing: ['email'],
    });

    assert.equal(reply.status, 403);
    assert.deepEqual(JSON.parse(String(reply.body)), {
      error: 'insufficient_scope',
      error_description: 'The access token lacks the scope email',
      state: 'forbidden',
    });
    assert.equal(
      reply.headers?.['www-authenticate'],
      'Bearer realm="Latchkey", error="insufficient_scope", error_description="The access token lacks the scope email", scope="applications email", resource_metadata="http://127.0.0.1:3000/.well-known/oauth-protected-resource"',
    );
  }),
);

test(
  'a token of an application is told apart from one without the scope, but refused with the same status',
  onEachEngine(async ({ world }) => {
    const reply = bearerRefusalReply(world, { reason: 'account_missing' });

    assert.equal(reply.status, 403);
    assert.equal(JSON.parse(String(reply.body)).state, 'forbidden');
  }),
);
