/** Issues an authorization code for a consent, bound to its request and to how the account was proved. */
import type { Session } from '../accounts/sessions.ts';
import type { Client } from '../clients/find.ts';
import { report } from '../events/report.ts';
import type { AuthorizationRequest } from '../protocol/authorize/request.ts';
import { digest } from '../protocol/digest.ts';
import type { Source } from '../protocol/event.ts';
import { formatScope } from '../protocol/scope.ts';
import { formatToken, RANDOM_BYTES } from '../protocol/tokens/token-string.ts';
import type { Sql } from '../storage/sql.ts';
import { insertCode } from '../storage/tables/tokens/codes.ts';
import type { World } from '../world.ts';

/** A request as one account answers it. */
export interface Decision {
  readonly request: AuthorizationRequest;
  readonly client: Client;
  readonly accountId: number;
  /** In which it is answered, and when and how somebody last proved the account in it. */
  readonly session: Pick<Session, 'digest' | 'authTime' | 'amr'>;
  readonly source: Source;
}

interface IssuedCode {
  readonly code: string;
  /** For the batch of the act that issues it. */
  readonly writes: readonly Sql[];
}

export function issueCode(
  world: World,
  { request, client, accountId, session, source }: Decision,
  { consentId, granted }: { readonly consentId: number; readonly granted: readonly string[] },
): IssuedCode {
  const now = world.now();
  const id = world.nextId();
  const code = formatToken('code', id, world.randomBytes(RANDOM_BYTES));
  const row = insertCode({
    id,
    digest: digest(code),
    consentId,
    redirectUri: request.redirect,
    scope: formatScope(granted),
    challenge: request.codeChallenge ?? null,
    issuedAt: now,
    expiresAt: now + world.settings.codeSeconds,
    nonce: request.nonce ?? null,
    authTime: session.authTime,
    amr: session.amr,
    // No way to present a token binds it to a key so far (protocol/tokens/presentation.ts).
    boundKey: null,
    wholeProfileAt: tellsProfile(request) ? now : null,
  });
  return { code, writes: [row, report(world, source, 'code.issued', { accountId, clientId: client.id })] };
}

/**
 * SPEC S5: whoami tells an application that named no scope who the person is, as it always did. Where the usual scope has
 * the permission, the person decides on it; where it has not, nobody was asked and nobody has refused.
 */
function tellsProfile({ isScopeUnasked, resource, scope }: AuthorizationRequest): boolean {
  return isScopeUnasked && resource === null && !scope.includes('profile');
}
