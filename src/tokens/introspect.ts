/** Says whether a token is active, to the client it belongs to (RFC 7662 §2.2). Asking is not using (SPEC D5). */
import { introspectionBody } from '../protocol/tokens/answers.ts';
import { grantEndsAt, grantedScope, scopeOf } from '../protocol/tokens/liveness.ts';
import { earliest, isRefreshLive } from '../protocol/tokens/rotation.ts';
import type { World } from '../world.ts';
import { findAccess, findRefresh, isLiveAt, type TokenRecord } from './inspect.ts';

export type Introspected = Readonly<Record<string, unknown>>;

export async function introspect(world: World, token: string, clientId: number): Promise<Introspected> {
  const now = world.now();
  const access = await findAccess(world, token);
  if (access) return isLiveAt(access, now) ? describeAccess(world, access, clientId) : introspectionBody(undefined);
  const refresh = await findRefresh(world, token);
  const isLive = refresh !== undefined && isRefreshLive(refresh, now, world.settings.refreshLeewaySeconds);
  return isLive ? describe(world, refresh, clientId, 'refresh') : introspectionBody(undefined);
}

const described = new WeakMap<TokenRecord, Introspected>();

/** Made once for each record read, as long as it is asked about by the client it belongs to. */
function describeAccess(world: World, record: TokenRecord, clientId: number): Introspected {
  const known = record.clientId === clientId ? described.get(record) : undefined;
  if (known) return known;
  const fresh = describe(world, record, clientId, 'access');
  if (record.clientId === clientId) described.set(record, fresh);
  return fresh;
}

/** A client learns nothing about tokens of others, not even that they exist. */
function describe(world: World, record: TokenRecord, clientId: number, kind: 'access' | 'refresh'): Introspected {
  if (record.clientId !== clientId) return introspectionBody(undefined);
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
