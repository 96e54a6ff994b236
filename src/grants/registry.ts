/** Every grant the token endpoint knows. A new grant is one file and one line here. */
import { authenticationParameters } from '../clients/authentication/registry.ts';
import { authorizationCode } from './authorization-code.ts';
import { clientCredentials } from './client-credentials.ts';
import type { Grant } from './grant.ts';
import { refreshToken } from './refresh-token.ts';

const grants: readonly Grant[] = [authorizationCode, refreshToken, clientCredentials];

export const grantTypes: readonly string[] = grants.map(({ type }) => type);

/** RFC 8414 §2. */
export const grantMetadata = { grant_types_supported: grantTypes };

/** The parameters that the token endpoint knows; it ignores every other. */
export const tokenParameters: ReadonlySet<string> = new Set([
  'grant_type',
  ...authenticationParameters,
  ...grants.flatMap(({ required, optional }) => [...required, ...optional]),
]);

/** Those of the endpoints that are asked about one token (RFC 7009 §2.1, RFC 7662 §2.1). */
export const oneTokenParameters: ReadonlySet<string> = new Set([
  'token',
  'token_type_hint',
  ...authenticationParameters,
]);

const byType = new Map(grants.map((grant) => [grant.type, grant]));

export function findGrant(type: string): Grant | undefined {
  return byType.get(type);
}
