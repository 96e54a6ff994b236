/** Proves what the service says about itself and about tokens. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticationMetadata } from '../../src/clients/authentication/registry.ts';
import { endpointMetadata, requestMetadata, serverMetadata } from '../../src/protocol/metadata.ts';
import { introspectionBody } from '../../src/protocol/tokens/answers.ts';
import { proves } from '../support/proves.ts';

const url = 'https://login.example.org';
const token: Parameters<typeof introspectionBody>[0] = {
  kind: 'access',
  scope: 'profile email',
  clientId: 'c1',
  accountId: 42,
  nickname: 'alice',
  issuedAt: 1000,
  expiresAt: 87400,
  issuer: url,
  audience: null,
};

proves(
  'RFC 8414 §2',
  'The metadata names the issuer and the endpoints, and what each part of the service supports.',
  () => {
    const metadata = serverMetadata([endpointMetadata(url), { scopes_supported: ['profile'] }, requestMetadata]);

    assert.deepEqual(metadata, {
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      revocation_endpoint: `${url}/oauth/revoke`,
      introspection_endpoint: `${url}/oauth/introspect`,
      scopes_supported: ['profile'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      request_uri_parameter_supported: false,
    });
  },
);

test('what is not a proof is no way to introspect, and every way is named at the token endpoint', () => {
  const { token_endpoint_auth_methods_supported: all, introspection_endpoint_auth_methods_supported: proofs } =
    authenticationMetadata;

  assert.deepEqual(
    proofs,
    all.filter((name) => name !== 'none'),
  );
  assert.ok(all.includes('none'));
  assert.deepEqual(authenticationMetadata.revocation_endpoint_auth_methods_supported, all);
});

proves('RFC 8414 §3.2', 'Claims with zero elements MUST be omitted from the response.', () => {
  assert.deepEqual(serverMetadata([{ scopes_supported: [], grant_types_supported: ['a'] }]), {
    grant_types_supported: ['a'],
  });
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
