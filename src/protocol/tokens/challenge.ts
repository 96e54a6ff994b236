/** Writes the WWW-Authenticate challenges that go with a refusal. */

interface BearerFault {
  readonly realm: string;
  readonly error?: string | undefined;
  readonly description?: string | undefined;
  /** The scopes that would have been enough, space-separated. */
  readonly scope?: string | undefined;
}

/** RFC 6750 §3. Without an error it only says that a token is wanted. */
export function bearerChallenge({ realm, error, description, scope }: BearerFault): string {
  const attributes = [
    ['realm', realm],
    ['error', error],
    ['error_description', description],
    ['scope', scope],
  ];
  const written = attributes.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${quote(value)}`]));
  return `Bearer ${written.join(', ')}`;
}

/** RFC 7617 §2.1: with the charset, clients know that credentials beyond ASCII are read as UTF-8. */
export function basicChallenge(realm: string): string {
  return `Basic realm=${quote(realm)}, charset="UTF-8"`;
}

/** RFC 6750 §3: neither quotation marks nor backslashes nor anything beyond printable ASCII; so nothing needs escaping. */
function quote(text: string): string {
  return `"${text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/gu, '?')}"`;
}
