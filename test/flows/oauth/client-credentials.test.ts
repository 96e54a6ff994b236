/** Proves the client-credentials grant: confidential applications for themselves, and nothing of a user's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { assertRefused, tokensOf, usualStage, whoami } from '../../support/grant.ts';
import { json } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { inEveryEncoding, token } from '../../support/token-client.ts';

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  const native = await createApplication(service, {
    owner: stage.ada,
    isPublic: true,
    redirectUris: ['com.example.app:/cb'],
  });
  const { client_id, client_secret } = stage.quill;
  return { ...stage, native, fields: { grant_type: 'client_credentials', client_id, client_secret } };
});

proves(
  'RFC 6749 §4.4.3',
  'If the access token request is valid and authorized, the authorization server issues an access token. A refresh token SHOULD NOT be included.',
  on(async ({ service, fields }) => {
    const answer = await inEveryEncoding((encoding) => token(service.url, fields, { encoding }));

    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(json(answer)), ['access_token', 'token_type', 'expires_in', 'scope', 'created_at']);
  }),
);

test(
  'a token without a user is forbidden to ask who the user is',
  on(async ({ service, fields }) => {
    const { access } = tokensOf(await token(service.url, fields));

    const answer = await whoami(service, access);

    assert.equal(answer.status, 403);
    assert.equal(json(answer).state, 'forbidden');
    assert.match(answer.headers['www-authenticate'] ?? '', /^Bearer realm="/);
  }),
);

test(
  'a public application may not use its own name alone',
  on(async ({ service, native }) => {
    const answer = await inEveryEncoding((encoding) =>
      token(service.url, { grant_type: 'client_credentials', client_id: native.client_id }, { encoding }),
    );

    assertRefused(answer, 400, 'unauthorized_client');
  }),
);

test(
  'scopes follow the same rules as for users',
  on(async ({ service, fields }) => {
    assert.equal(tokensOf(await token(service.url, { ...fields, scope: 'email' })).scope, 'email');
    assert.equal(tokensOf(await token(service.url, { ...fields, scope: '' })).scope, 'profile');
    const refused = await inEveryEncoding((encoding) =>
      token(service.url, { ...fields, scope: 'openid' }, { encoding }),
    );
    assertRefused(refused, 400, 'invalid_scope');
  }),
);
