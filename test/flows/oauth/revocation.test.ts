/** Proves revocation (RFC 7009): at once, only one's own, whatever the hint. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  CHALLENGE,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  revoke,
  rivalStage,
  tokensOf,
  VERIFIER,
} from '../../support/grant.ts';
import { send } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { inEveryEncoding, token } from '../../support/token-client.ts';

const on = eachDatabase(async (service) => {
  const stage = await rivalStage(service);
  const redirectUris = ['com.example.app:/cb'];
  return { ...stage, native: await createApplication(service, { owner: stage.ada, isPublic: true, redirectUris }) };
});

proves(
  'RFC 7009 §2',
  'The authorization server invalidates the token. The invalidation takes place immediately, and the token cannot be used again after the revocation.',
  on(async (stage) => {
    const { service } = stage;
    const tokens = await obtainTokens(stage);
    await assertAlive(service, tokens.access);

    const answer = await inEveryEncoding((encoding) => revoke(stage, tokens.access, { encoding }));

    assert.equal(answer.status, 200);
    await assertDead(service, tokens.access);
  }),
);

proves(
  'RFC 7009 §2.1',
  'If the particular token is a refresh token and the authorization server supports the revocation of access tokens, then the authorization server SHOULD also invalidate all access tokens based on the same authorization grant.',
  on(async (stage) => {
    const { service } = stage;
    const old = await obtainTokens(stage);
    const fresh = tokensOf(await refresh(stage, old.refresh));

    assert.equal((await revoke(stage, fresh.refresh)).status, 200);

    for (const { access } of [old, fresh]) await assertDead(service, access);
    for (const value of [old.refresh, fresh.refresh]) assertRefused(await refresh(stage, value), 400, 'invalid_grant');
  }),
);

proves(
  'RFC 7009 §2.1',
  'If the server is unable to locate the token using the given hint, it MUST extend its search across all of its supported token types.',
  on(async (stage) => {
    const { service } = stage;
    const [one, two, three] = [await obtainTokens(stage), await obtainTokens(stage), await obtainTokens(stage)];

    await revoke(stage, one.refresh, { more: { token_type_hint: 'access_token' } });
    await revoke(stage, two.access, { more: { token_type_hint: 'refresh_token' } });
    await revoke(stage, three.access, { more: { token_type_hint: 'foo' } });

    for (const { access } of [one, two, three]) await assertDead(service, access);
  }),
);

proves(
  'RFC 7009 §2.1',
  'The authorization server first validates the client credentials (in case of a confidential client) and then verifies whether the token was issued to the client making the revocation request.',
  on(async (stage) => {
    const { service, quill, other } = stage;
    const tokens = await obtainTokens(stage);

    const stranger = await revoke({ service, quill: other }, tokens.access);
    const thief = await revoke({ service, quill: other }, tokens.refresh);
    const wrong = await inEveryEncoding((encoding) =>
      revoke({ service, quill: { ...quill, client_secret: 'x' } }, tokens.access, { encoding }),
    );
    const bare = await token(
      service.url,
      { client_id: quill.client_id, token: tokens.access },
      { path: '/oauth/revoke' },
    );

    assert.deepEqual([stranger.status, thief.status], [200, 200]);
    for (const answer of [wrong, bare]) assertRefused(answer, 401, 'invalid_client');
    await assertAlive(service, tokens.access);
    tokensOf(await refresh(stage, tokens.refresh));
  }),
);

proves(
  'RFC 7009 §2.2',
  'The authorization server responds with HTTP status code 200 if the token has been revoked successfully or if the client submitted an invalid token.',
  on(async (stage) => {
    for (const value of ['x', 'a'.repeat(43), '"']) {
      const answer = await inEveryEncoding((encoding) => revoke(stage, value, { encoding }));

      assert.equal(answer.status, 200, answer.body);
    }
  }),
);

test(
  'a public application revokes its tokens without a secret',
  on(async ({ service, browser, native }) => {
    const code = await obtainCode(browser, native, { code_challenge: CHALLENGE, code_challenge_method: 'S256' });
    const { client_secret: _secret, ...fields } = codeFields(native, code);
    const tokens = tokensOf(await token(service.url, { ...fields, code_verifier: VERIFIER }));

    const answer = await token(
      service.url,
      { client_id: native.client_id, token: tokens.refresh },
      { path: '/oauth/revoke' },
    );

    assert.equal(answer.status, 200);
    await assertDead(service, tokens.access);
  }),
);

test(
  'a request without a token is invalid, and GET is no way to revoke',
  on(async ({ service, quill }) => {
    const { client_id, client_secret } = quill;
    const missing = await inEveryEncoding((encoding) =>
      token(service.url, { client_id, client_secret }, { path: '/oauth/revoke', encoding }),
    );
    const doubled = await token(
      service.url,
      [
        ['client_id', client_id],
        ['client_secret', client_secret],
        ['token', 'a'],
        ['token', 'a'],
      ],
      { path: '/oauth/revoke' },
    );
    const got = await send(`${service.url}/oauth/revoke?token=x`);

    for (const answer of [missing, doubled]) assertRefused(answer, 400, 'invalid_request');
    assert.equal(got.status, 405);
    assert.match(got.headers.allow ?? '', /POST/);
  }),
);

test(
  'a refresh racing a revocation leaves nothing alive',
  on(async (stage) => {
    const { service } = stage;
    const tokens = await obtainTokens(stage);

    const [, ...answers] = await Promise.all([
      revoke(stage, tokens.refresh),
      ...Array.from({ length: 5 }, () => refresh(stage, tokens.refresh)),
    ]);

    for (const answer of answers) if (answer.status === 200) await assertDead(service, tokensOf(answer).access);
    assertRefused(await refresh(stage, tokens.refresh), 400, 'invalid_grant');
  }),
);
