/** Proves what the service says about itself and about tokens. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverMetadata } from '../../src/protocol/metadata.ts';
import { introspectionBody } from '../../src/protocol/tokens/introspection.ts';
import { proves } from '../support/proves.ts';

const url = 'https://login.example.org';
const facts = { url, scopes: ['profile', 'email'], grantTypes: ['authorization_code', 'refresh_token'] };
const token: Parameters<typeof introspectionBody>[0] = {
  kind: 'access',
  scope: 'profile email',
  clientId: 'c1',
  accountId: 42,
  nickname: 'alice',
  issuedAt: 1000,
  expiresAt: 87400,
  issuer: url,
};

proves('RFC 8414 §2', 'The metadata names the issuer, the endpoints and what they support.', () => {
  const secretMethods = ['client_secret_basic', 'client_secret_post'];
  assert.deepEqual(serverMetadata(facts), {
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    revocation_endpoint: `${url}/oauth/revoke`,
    introspection_endpoint: `${url}/oauth/introspect`,
    scopes_supported: ['profile', 'email'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: [...secretMethods, 'none'],
    revocation_endpoint_auth_methods_supported: [...secretMethods, 'none'],
    introspection_endpoint_auth_methods_supported: secretMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    request_uri_parameter_supported: false,
  });
});

proves('RFC 8414 §3.2', 'Claims with zero elements MUST be omitted from the response.', () => {
  const metadata = serverMetadata({ ...facts, scopes: [] });
  assert.equal('scopes_supported' in metadata, false);
  for (const value of Object.values(metadata)) assert.notDeepEqual(value, []);
});

proves('RFC 7662 §2.2', 'Nothing is said about an inactive token, not even why it is inactive.', () => {
  assert.deepEqual(introspectionBody(undefined), { active: false });
});

proves('RFC 7662 §2.2', 'An active token is described by scope, client, user, type, times, subject and issuer.', () => {
  assert.deepEqual(introspectionBody(token), {
    active: true,
    scope: 'profile email',
    client_id: 'c1',
    username: 'alice',
    token_type: 'Bearer',
    exp: 87400,
    iat: 1000,
    sub: '42',
    iss: url,
  });
});

test('what a token does not have is left out of its description', () => {
  const machine = introspectionBody({ ...token, accountId: null, nickname: null });
  assert.deepEqual(Object.keys(machine), ['active', 'scope', 'client_id', 'token_type', 'exp', 'iat', 'iss']);
  const refresh = introspectionBody({ ...token, kind: 'refresh', expiresAt: null });
  assert.deepEqual(Object.keys(refresh), ['active', 'scope', 'client_id', 'username', 'iat', 'sub', 'iss']);
});
