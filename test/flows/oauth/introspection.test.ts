/** Proves introspection (RFC 7662): the state of one's own tokens, and nothing of anybody else's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachDatabase } from '../../support/each-database.ts';
import { assertRefused, introspect, obtainTokens, refresh, rivalStage, tokensOf } from '../../support/grant.ts';
import { json, send } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { inEveryEncoding, token } from '../../support/token-client.ts';

const on = eachDatabase(rivalStage);

proves(
  'RFC 7662 §2.2',
  'The server responds with a JSON object in "application/json" format with the top-level member "active".',
  on(async (stage) => {
    const { ada, quill } = stage;
    const { access } = await obtainTokens(stage, { scope: 'profile' });

    const answer = await inEveryEncoding((encoding) => introspect(stage, access, { encoding }));

    assert.equal(answer.status, 200);
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
    assert.equal(answer.headers['cache-control'], 'no-store');
    const body = json(answer);
    assert.equal(body.active, true);
    assert.equal(body.client_id, quill.client_id);
    assert.equal(body.scope, 'profile');
    assert.equal(body.token_type, 'Bearer');
    assert.equal(String(body.sub), String(ada.id));
    assert.equal(Number(body.exp) - Number(body.iat), 86400);
  }),
);

proves(
  'RFC 7662 §2.2',
  'If the introspection call is properly authorized but the token is not active, does not exist on this server, or the protected resource is not allowed to introspect this particular token, then the authorization server MUST return an introspection response with the "active" field set to "false".',
  on(async (stage) => {
    const { service, quill, other } = stage;
    const [mine, revoked] = [await obtainTokens(stage), await obtainTokens(stage)];
    await token(
      service.url,
      { client_id: quill.client_id, client_secret: quill.client_secret, token: revoked.refresh },
      { path: '/oauth/revoke' },
    );

    const answers = await Promise.all([
      introspect(stage, 'unknown'),
      introspect(stage, revoked.access),
      introspect(stage, revoked.refresh),
      introspect({ service, quill: other }, mine.access),
      introspect({ service, quill: other }, mine.refresh),
    ]);

    for (const answer of answers) assert.deepEqual([answer.status, answer.body], [200, '{"active":false}']);
  }),
);

test(
  'a token of somebody else is not active however long it is, in every encoding',
  on(async (stage) => {
    const foreign = `eyJ${'x'.repeat(60_000)}`;

    const answer = await inEveryEncoding((encoding) => introspect(stage, foreign, { encoding }));
    const { service, quill } = stage;
    const revoked = await token(
      service.url,
      { client_id: quill.client_id, client_secret: quill.client_secret, token: foreign },
      { path: '/oauth/revoke' },
    );

    assert.deepEqual([answer.status, answer.body], [200, '{"active":false}']);
    // RFC 7009 §2.2: an invalid token is no error.
    assert.equal(revoked.status, 200);
  }),
);

proves(
  'RFC 9110 §15.5.2',
  'The server generating a 401 response MUST send a WWW-Authenticate header field containing at least one challenge applicable to the target resource.',
  on(async ({ service, quill }) => {
    const ask = (path: string, fields: Record<string, string>) =>
      token(service.url, { token: 'x', ...fields }, { path });
    const bare = await ask('/oauth/introspect', {});
    const wrong = await ask('/oauth/introspect', { client_id: quill.client_id, client_secret: 'wrong' });
    const inBrowsers = await ask('/oauth/revoke', {});

    for (const { status, headers } of [bare, wrong]) {
      assert.equal(status, 401);
      // Programs that send their credentials once they are asked (Java, .NET, curl --anyauth) wait for this.
      assert.match(headers['www-authenticate'] ?? '', /^Basic realm="[^"]+", charset="UTF-8", ?Bearer realm="/);
    }
    // A browser would ask its user for a password in the middle of an application's own request.
    assert.equal(inBrowsers.status, 401);
    assert.doesNotMatch(inBrowsers.headers['www-authenticate'] ?? '', /Basic/);
  }),
);

proves(
  'RFC 7662 §2.1',
  'To prevent token scanning attacks, the endpoint MUST also require some form of authorization to access this endpoint.',
  on(async (stage) => {
    const { service, quill } = stage;
    const { access } = await obtainTokens(stage);

    const wrong = await inEveryEncoding((encoding) =>
      introspect({ service, quill: { ...quill, client_secret: 'x' } }, access, { encoding }),
    );
    const bare = await token(service.url, { token: access }, { path: '/oauth/introspect' });
    const named = await token(
      service.url,
      { token: access, client_id: quill.client_id },
      { path: '/oauth/introspect' },
    );

    for (const answer of [wrong, named]) assertRefused(answer, 401, 'invalid_client');
    assert.ok(bare.status === 400 || bare.status === 401);
    assert.doesNotMatch(bare.body, /active/);
  }),
);

test(
  'a wrong hint does not hide a token',
  on(async (stage) => {
    const { access, refresh: value } = await obtainTokens(stage);

    for (const hint of ['access_token', 'refresh_token', 'foo']) {
      assert.equal(json(await introspect(stage, access, { more: { token_type_hint: hint } })).active, true);
      assert.equal(json(await introspect(stage, value, { more: { token_type_hint: hint } })).active, true);
    }
  }),
);

test(
  'an access token that a successor has replaced is inactive',
  on(async (stage) => {
    const old = await obtainTokens(stage);
    const fresh = tokensOf(await refresh(stage, old.refresh));
    assert.equal(json(await introspect(stage, old.access)).active, true);
    tokensOf(await refresh(stage, fresh.refresh));

    assert.equal((await introspect(stage, old.access)).body, '{"active":false}');
  }),
);

test(
  'a request without a token is invalid, and GET is refused',
  on(async ({ service, quill }) => {
    const { client_id, client_secret } = quill;
    const missing = await inEveryEncoding((encoding) =>
      token(service.url, { client_id, client_secret }, { path: '/oauth/introspect', encoding }),
    );
    const got = await send(`${service.url}/oauth/introspect?token=x`);

    assertRefused(missing, 400, 'invalid_request');
    assert.equal(got.status, 405);
  }),
);
