/** Every grant the token endpoint knows. A new grant is one file and one line here. */
import { authorizationCode } from './authorization-code.ts';
import { clientCredentials } from './client-credentials.ts';
import type { Grant } from './grant.ts';
import { refreshToken } from './refresh-token.ts';

const grants: readonly Grant[] = [authorizationCode, refreshToken, clientCredentials];

export const grantTypes: readonly string[] = grants.map(({ type }) => type);

/** RFC 8414 §2. */
export const grantMetadata = { grant_types_supported: grantTypes };

const byType = new Map(grants.map((grant) => [grant.type, grant]));

export function findGrant(type: string): Grant | undefined {
  return byType.get(type);
}
