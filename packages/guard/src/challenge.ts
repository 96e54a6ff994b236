/** How a request is refused (RFC 6750 §3): status, challenge and body, for every framework the same. */

export interface Refusal {
  readonly status: 401 | 403 | 503;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
}

interface Realm {
  readonly realm: string;
  /** RFC 9728 §5.1: where clients learn which service issues tokens for this API. */
  readonly metadata: string;
}

export interface Refusals {
  /** No token: RFC 6750 §3.1 gives no error code then. */
  readonly absent: Refusal;
  readonly invalid: Refusal;
  /** The service cannot be asked: whether the token is good is not known. */
  readonly unavailable: Refusal;
  /** Says what is missing; the challenge has all that is needed (RFC 6750 §3), so that a client knows what to ask for. */
  lacking(missing: readonly string[], needed: readonly string[]): Refusal;
}

export function createRefusals({ realm, metadata }: Realm): Refusals {
  const challenge = (fields: Readonly<Record<string, string>>): string => {
    const all = { realm, ...fields, resource_metadata: metadata };
    return `Bearer ${Object.entries(all)
      .map(([name, value]) => `${name}="${value.replace(/["\\]/g, '')}"`)
      .join(', ')}`;
  };
  const refusal = (status: Refusal['status'], fields: Readonly<Record<string, string>>): Refusal =>
    Object.freeze({
      status,
      headers: Object.freeze({
        'content-type': 'application/json',
        'cache-control': 'no-store',
        ...(status === 503 ? { 'retry-after': '1' } : { 'www-authenticate': challenge(fields) }),
      }),
      body: JSON.stringify(fields),
    });
  const invalid = { error: 'invalid_token', error_description: 'The access token is invalid' };
  const unavailable = { error: 'temporarily_unavailable', error_description: 'Tokens cannot be checked at the moment' };
  return {
    absent: { ...refusal(401, {}), body: JSON.stringify(invalid) },
    invalid: refusal(401, invalid),
    unavailable: refusal(503, unavailable),
    lacking: (missing, needed) =>
      refusal(403, {
        error: 'insufficient_scope',
        error_description: `The access token lacks the scope ${missing.join(' ')}`,
        scope: needed.join(' '),
      }),
  };
}
