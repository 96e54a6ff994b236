/** What the service says about a token (RFC 7662), read with care: whatever is not as it should be counts as inactive. */

/** A token that was accepted. */
export interface Token {
  /** The number of the user; null for a token that an application holds for itself. */
  readonly sub: string | null;
  readonly username: string | null;
  readonly clientId: string;
  readonly scope: readonly string[];
  /** When it expires, in seconds of the epoch by the clock of the service. */
  readonly expiresAt: number;
  /** By which the revocation feed speaks of it. */
  readonly family: string;
}

/** Null for a token that is not good here. */
export function readAnswer(answer: unknown, resource: string): Token | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { active, sub, username, client_id, scope, exp, family, aud } = answer as Readonly<Record<string, unknown>>;
  if (active !== true || typeof client_id !== 'string' || typeof exp !== 'number' || typeof family !== 'string')
    return null;
  // The service tells a resource only of its own tokens; a wrong setting of the guard shows here.
  if (typeof aud === 'string' && aud !== resource) return null;
  if (Array.isArray(aud) && !aud.includes(resource)) return null;
  return Object.freeze({
    sub: typeof sub === 'string' ? sub : null,
    username: typeof username === 'string' ? username : null,
    clientId: client_id,
    scope: Object.freeze(typeof scope === 'string' && scope !== '' ? scope.split(' ') : []),
    expiresAt: exp,
    family,
  });
}
