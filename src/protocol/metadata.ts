/** What the service says about itself (RFC 8414 §2): only what is true, and no empty lists. */
import { ENDPOINT_PATHS } from './endpoint-paths.ts';

interface MetadataFacts {
  /** The base address, which is the issuer too. */
  readonly url: string;
  readonly scopes: readonly string[];
  readonly grantTypes: readonly string[];
}

const SECRET_METHODS = ['client_secret_basic', 'client_secret_post'];

export function serverMetadata({ url, scopes, grantTypes }: MetadataFacts): Record<string, unknown> {
  const metadata = {
    issuer: url,
    authorization_endpoint: `${url}${ENDPOINT_PATHS.authorize}`,
    token_endpoint: `${url}${ENDPOINT_PATHS.token}`,
    revocation_endpoint: `${url}${ENDPOINT_PATHS.revoke}`,
    introspection_endpoint: `${url}${ENDPOINT_PATHS.introspect}`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    token_endpoint_auth_methods_supported: [...SECRET_METHODS, 'none'],
    revocation_endpoint_auth_methods_supported: [...SECRET_METHODS, 'none'],
    // RFC 7662 §2.1: the caller must be authorized, and a public client proves nothing about itself.
    introspection_endpoint_auth_methods_supported: SECRET_METHODS,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    // Left out, this would mean true to readers who know it from OpenID Connect Discovery.
    request_uri_parameter_supported: false,
  };
  // RFC 8414 §3.2: claims with zero elements are omitted.
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => !Array.isArray(value) || value.length > 0));
}
