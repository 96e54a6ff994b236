/** The addresses that applications are built against: the one place where they are written. */

export const ENDPOINT_PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  introspect: '/oauth/introspect',
  leaked: '/oauth/leaked',
  revocations: '/oauth/revocations',
  check: '/oauth/check',
  whoami: '/api/users/whoami',
  metadata: '/.well-known/oauth-authorization-server',
  /** Of OpenID Connect, which is not offered: libraries look there first. */
  openidMetadata: '/.well-known/openid-configuration',
  resourceMetadata: '/.well-known/oauth-protected-resource',
} as const;
