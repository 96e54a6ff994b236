/** Says whether a token is active, to the client it belongs to (RFC 7662 §2.2). Asking is not using (SPEC D5). */
import { introspectionBody } from '../protocol/introspection.ts';
import { grantEndsAt, grantedScope, isAccessLive, scopeOf } from '../protocol/liveness.ts';
import { earliest, isRefreshLive } from '../protocol/rotation.ts';
import type { World } from '../world.ts';
import { findAccess, findRefresh, type Held } from './inspect.ts';

export async function introspect(world: World, token: string, clientId: number): Promise<Record<string, unknown>> {
  const now = world.now();
  const access = await findAccess(world, token);
  if (access)
    return isAccessLive(access, now) ? describe(world, access, clientId, 'access') : introspectionBody(undefined);
  const refresh = await findRefresh(world, token);
  const isLive = refresh !== undefined && isRefreshLive(refresh, now, world.settings.refreshLeewaySeconds);
  return isLive ? describe(world, refresh, clientId, 'refresh') : introspectionBody(undefined);
}

/** A client learns nothing about tokens of others, not even that they exist. */
function describe(world: World, held: Held, clientId: number, kind: 'access' | 'refresh'): Record<string, unknown> {
  if (held.clientId !== clientId) return introspectionBody(undefined);
  const isAccess = kind === 'access';
  const expiresAt = isAccess ? held.accessExpiresAt : held.refreshExpiresAt;
  return introspectionBody({
    kind,
    scope: isAccess ? scopeOf(held) : grantedScope(held),
    clientId: held.clientPublicId,
    nickname: held.nickname,
    accountId: held.accountId,
    expiresAt: expiresAt === null ? null : earliest(expiresAt, grantEndsAt(held)),
    issuedAt: held.issuedAt,
    issuer: world.settings.url,
  });
}
