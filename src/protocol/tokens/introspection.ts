/** The answer of the introspection endpoint (RFC 7662 §2.2). */

/** A token that is live now and that the caller may see. */
interface IntrospectedToken {
  readonly kind: 'access' | 'refresh';
  readonly scope: string;
  /** The public client_id. */
  readonly clientId: string;
  /** Null for tokens that no person granted (client credentials). */
  readonly accountId: number | null;
  readonly nickname: string | null;
  readonly issuedAt: number;
  /** Null where the token does not expire by itself. */
  readonly expiresAt: number | null;
  readonly issuer: string;
}

/** RFC 7662 §2.2: of a token that is unknown, dead or somebody else's, nothing is said but that it is not active. */
export function introspectionBody(token: IntrospectedToken | undefined): Record<string, unknown> {
  if (!token) return { active: false };
  return {
    active: true,
    scope: token.scope,
    client_id: token.clientId,
    ...(token.nickname === null ? {} : { username: token.nickname }),
    // RFC 7662 §2.2: the type of RFC 6749 §5.1, which only access tokens have.
    ...(token.kind === 'access' ? { token_type: 'Bearer' } : {}),
    ...(token.expiresAt === null ? {} : { exp: token.expiresAt }),
    iat: token.issuedAt,
    ...(token.accountId === null ? {} : { sub: String(token.accountId) }),
    iss: token.issuer,
  };
}
