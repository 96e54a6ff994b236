/** What the service says about itself (RFC 8414 §2): only what is true, and no empty lists. */
import { ENDPOINT_PATHS } from './endpoint-paths.ts';
import { CHALLENGE_METHOD } from './tokens/pkce.ts';

/** What one part of the service contributes, by the names of RFC 8414 §2. */
type MetadataPart = Readonly<Record<string, unknown>>;

/** In the order of the parts. RFC 8414 §3.2: claims with zero elements are omitted. */
export function serverMetadata(parts: readonly MetadataPart[]): Record<string, unknown> {
  const entries = parts.flatMap((part) => Object.entries(part));
  return Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value) || value.length > 0));
}

/** The base address is the issuer too. */
export function endpointMetadata(url: string): MetadataPart {
  return {
    issuer: url,
    authorization_endpoint: url + ENDPOINT_PATHS.authorize,
    token_endpoint: url + ENDPOINT_PATHS.token,
    revocation_endpoint: url + ENDPOINT_PATHS.revoke,
    introspection_endpoint: url + ENDPOINT_PATHS.introspect,
  };
}

export const requestMetadata: MetadataPart = {
  code_challenge_methods_supported: [CHALLENGE_METHOD],
  authorization_response_iss_parameter_supported: true,
  // Left out, this would mean true to readers who know it from OpenID Connect Discovery.
  request_uri_parameter_supported: false,
};

/** RFC 9728 §2: what a client needs to know of a protected resource to ask for a token. */
export function resourceMetadata(
  resource: { readonly identifier: string; readonly name: string; readonly scope: readonly string[] },
  issuer: string,
): Record<string, unknown> {
  const members = {
    resource: resource.identifier,
    authorization_servers: [issuer],
    // That somebody wants to stay signed in is between the client and this service, not about the resource.
    scopes_supported: resource.scope.filter((name) => name !== 'offline_access'),
    bearer_methods_supported: ['header'],
    resource_name: resource.name,
  };
  return serverMetadata([members]);
}
