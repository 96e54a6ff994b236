/** Proves what the service says of itself, and which of its answers a browser of another origin may read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VERSION } from '../../../src/config/version.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { obtainTokens, tokensOf, usualStage } from '../../support/grant.ts';
import { json, send } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(usualStage);
const METADATA = '/.well-known/oauth-authorization-server';
const ORIGIN = { origin: 'https://spa.example' };

proves(
  'RFC 8414 §3.2',
  'A successful response MUST use the 200 OK HTTP status code and return a JSON object using the "application/json" content type.',
  on(async ({ service }) => {
    const answer = await send(service.url + METADATA);

    assert.equal(answer.status, 200);
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
    for (const [name, value] of Object.entries(json(answer))) {
      if (Array.isArray(value))
        assert.notEqual(value.length, 0, `RFC 8414 §3.2: ${name} has zero elements and must be omitted`);
    }
  }),
);

test(
  'a library that looks for OpenID Connect is told where the metadata is, also in a page of another origin',
  on(async ({ service }) => {
    const answer = await send(`${service.url}/.well-known/openid-configuration`, { headers: ORIGIN });

    assert.equal(answer.status, 404);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    const { error, error_description } = json(answer);
    assert.equal(error, 'not_found');
    const [named = ''] = /http\S+$/.exec(String(error_description)) ?? [];
    assert.equal(json(await send(named)).issuer, service.url);
  }),
);

test(
  'the metadata has these bytes, whatever it is composed of',
  on(async ({ service }) => {
    const answer = await send(service.url + METADATA);

    const methods = '["client_secret_basic","client_secret_post","none"]';
    const url = service.url;
    assert.equal(
      answer.body,
      [
        `{"issuer":"${url}","authorization_endpoint":"${url}/oauth/authorize","token_endpoint":"${url}/oauth/token"`,
        `"revocation_endpoint":"${url}/oauth/revoke","introspection_endpoint":"${url}/oauth/introspect"`,
        `"scopes_supported":${JSON.stringify(json(answer).scopes_supported)}`,
        '"response_types_supported":["code"],"response_modes_supported":["query"]',
        '"grant_types_supported":["authorization_code","refresh_token","client_credentials"]',
        `"token_endpoint_auth_methods_supported":${methods},"revocation_endpoint_auth_methods_supported":${methods}`,
        '"introspection_endpoint_auth_methods_supported":["client_secret_basic","client_secret_post"]',
        '"code_challenge_methods_supported":["S256"],"authorization_response_iss_parameter_supported":true',
        `"request_uri_parameter_supported":false,"service_version":"${VERSION}"}`,
      ].join(','),
    );
  }),
);

test(
  'the documents at well-known addresses have an ETag, and whoever has that version is answered with 304',
  on(async ({ service }) => {
    for (const path of [METADATA, '/.well-known/oauth-protected-resource']) {
      const { headers } = await send(service.url + path);
      const tag = headers.etag ?? '';
      assert.match(tag, /^"[\w-]{20,}"$/, path);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const answer = await send(service.url + path, { headers: { 'if-none-match': known } });

        assert.deepEqual([answer.status, answer.body, answer.headers.etag], [304, '', tag], `${path} ${known}`);
        assert.equal(answer.headers['cache-control'], 'public, max-age=300');
        assert.equal(answer.headers['access-control-allow-origin'], '*');
      }
      for (const unknown of ['"other"', tag.slice(1, -1)])
        assert.equal((await send(service.url + path, { headers: { 'if-none-match': unknown } })).status, 200, unknown);
    }
  }),
);

test(
  'a document that may be kept for a while does not say beside it that it must not be, and what must not be kept says both',
  on(async ({ service }) => {
    for (const path of [METADATA, '/.well-known/oauth-protected-resource', '/openapi.json']) {
      const { headers } = await send(service.url + path);
      const known = await send(service.url + path, { headers: { 'if-none-match': headers.etag ?? '' } });

      for (const answer of [headers, known.headers])
        assert.deepEqual([answer['cache-control'], answer.pragma], ['public, max-age=300', undefined], path);
    }
    const { headers } = await send(`${service.url}/api/users/whoami`);
    assert.deepEqual([headers['cache-control'], headers.pragma], ['no-store', 'no-cache']);
  }),
);

proves(
  'RFC 8414 §3.3',
  'The "issuer" value returned MUST be identical to the authorization server’s issuer identifier value into which the well-known URI string was inserted.',
  on(async ({ service }) => {
    const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' };

    for (const headers of [{ host: 'evil.example' }, forged, { 'x-original-url': '/evil' }]) {
      assert.equal(json(await send(service.url + METADATA, { headers })).issuer, service.url);
    }
  }),
);

test(
  'the token endpoint, revocation, whoami and metadata may be read from any origin, without credentials',
  on(async (stage) => {
    const { service, quill } = stage;
    const { access } = await obtainTokens(stage);
    const { client_id, client_secret } = quill;
    const answers = await Promise.all([
      token(service.url, { grant_type: 'client_credentials', client_id, client_secret }, { headers: ORIGIN }),
      token(service.url, { grant_type: 'foo', client_id, client_secret }, { headers: ORIGIN }),
      token(service.url, { client_id, client_secret, token: 'x' }, { path: '/oauth/revoke', headers: ORIGIN }),
      send(`${service.url}/api/users/whoami`, { headers: { ...ORIGIN, authorization: `Bearer ${access}` } }),
      send(`${service.url}/api/users/whoami`, { headers: ORIGIN }),
      send(service.url + METADATA, { headers: ORIGIN }),
    ]);

    for (const { headers } of answers) {
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.equal(headers['access-control-allow-credentials'], undefined);
    }
  }),
);

test(
  'a page of another origin may read the headers that explain a refusal',
  on(async ({ service, quill: { client_id } }) => {
    const wrong = { grant_type: 'client_credentials', client_id, client_secret: 'wrong' };

    const { headers } = await token(service.url, wrong, { headers: ORIGIN });

    const exposed = (headers['access-control-expose-headers'] ?? '').toLowerCase().split(', ');
    for (const name of ['www-authenticate', 'x-request-id']) {
      assert.ok(headers[name], name);
      assert.ok(exposed.includes(name), `${name} is not among ${exposed}`);
    }
    assert.ok(exposed.includes('retry-after'));
  }),
);

test(
  'that nothing is below /api/ may be read from any origin, and as JSON',
  on(async ({ service }) => {
    for (const path of ['/api/', '/api/nowhere', '/api/v1/nowhere', '/api/users/whoami/x'])
      for (const accept of ['*/*', 'text/html']) {
        const answer = await send(service.url + path, { headers: { ...ORIGIN, accept } });

        assert.equal(answer.status, 404, path);
        assert.equal(answer.headers['access-control-allow-origin'], '*', path);
        assert.match(answer.headers['content-type'] ?? '', /json/, path);
      }
    const elsewhere = await send(`${service.url}/apis`, { headers: ORIGIN });
    assert.equal(elsewhere.headers['access-control-allow-origin'], undefined);
  }),
);

test(
  'a preflight for a token request or a bearer request is answered',
  on(async ({ service }) => {
    for (const [path, method] of [
      ['/oauth/token', 'POST'],
      ['/oauth/revoke', 'POST'],
      ['/api/users/whoami', 'GET'],
    ]) {
      const answer = await send(service.url + path, {
        method: 'OPTIONS',
        headers: {
          ...ORIGIN,
          'access-control-request-method': method ?? '',
          'access-control-request-headers': 'authorization,content-type',
        },
      });

      assert.ok(answer.status === 204 || answer.status === 200, `${path}: ${answer.status}`);
      assert.equal(answer.headers['access-control-allow-origin'], '*');
      assert.match(answer.headers['access-control-allow-methods'] ?? '', new RegExp(method ?? ''));
      const allowed = (answer.headers['access-control-allow-headers'] ?? '').toLowerCase();
      for (const name of ['authorization', 'content-type']) assert.ok(allowed.includes(name), `${path}: ${allowed}`);
    }
  }),
);

proves(
  'RFC 9700 §2.6',
  'CORS MUST NOT be supported at the authorization endpoint, as the client does not access this endpoint directly; instead, the client redirects the user agent to it.',
  on(async ({ service, browser }) => {
    for (const path of ['/oauth/authorize', '/sign-in', '/oauth/applications', '/account', '/oauth/introspect', '/']) {
      const got = await browser.get(path, ORIGIN);
      const preflight = await send(service.url + path, {
        method: 'OPTIONS',
        headers: { ...ORIGIN, 'access-control-request-method': 'POST' },
      });

      for (const { headers } of [got, preflight]) {
        const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
        assert.deepEqual(names, [], path);
      }
    }
  }),
);

test(
  'every client authentication method that the metadata lists works',
  on(async ({ service, quill }) => {
    const grant = { grant_type: 'client_credentials' };

    tokensOf(await token(service.url, grant, { basic: { id: quill.client_id, secret: quill.client_secret } }));
    tokensOf(await token(service.url, { ...grant, client_id: quill.client_id, client_secret: quill.client_secret }));
  }),
);
