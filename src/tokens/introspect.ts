/** Says whether a token is active, to the client it belongs to (RFC 7662 §2.2). Asking is not using (SPEC D5). */
import { perRecord } from '../per-record.ts';
import { introspectionBody } from '../protocol/tokens/answers.ts';
import { grantEndsAt, grantedScope, scopeOf } from '../protocol/tokens/liveness.ts';
import { earliest, isRefreshLive } from '../protocol/tokens/rotation.ts';
import type { World } from '../world.ts';
import { findAccess, findRefresh, isLiveAt, type TokenRecord } from './inspect.ts';

export type Introspected = Readonly<Record<string, unknown>>;

export async function introspect(world: World, token: string, clientId: number): Promise<Introspected> {
  const now = world.now();
  const access = await findAccess(world, token);
  const refresh = access ? undefined : await findRefresh(world, token);
  // A client learns nothing about tokens of others, not even that they exist.
  if ((access ?? refresh)?.clientId !== clientId) return introspectionBody(undefined);
  if (access) return isLiveAt(access, now) ? describeAccess(access, world) : introspectionBody(undefined);
  const isLive = refresh !== undefined && isRefreshLive(refresh, now, world.settings.refreshLeewaySeconds);
  return isLive ? describe(world, refresh, 'refresh') : introspectionBody(undefined);
}

const describeAccess = perRecord((record: TokenRecord, world: World) => describe(world, record, 'access'));

function describe(world: World, record: TokenRecord, kind: 'access' | 'refresh'): Introspected {
  const isAccess = kind === 'access';
  const expiresAt = isAccess ? record.accessExpiresAt : record.refreshExpiresAt;
  return introspectionBody({
    kind,
    scope: isAccess ? scopeOf(record) : grantedScope(record),
    clientId: record.clientPublicId,
    nickname: record.nickname,
    accountId: record.accountId,
    expiresAt: expiresAt === null ? null : earliest(expiresAt, grantEndsAt(record)),
    issuedAt: record.issuedAt,
    issuer: world.settings.url,
  });
}
