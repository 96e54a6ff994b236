/** Says whether a token is active, to the client it belongs to (RFC 7662 §2.2). Asking is not using (SPEC D5). */
import { introspectionBody } from '../protocol/tokens/introspection.ts';
import { grantEndsAt, grantedScope, scopeOf } from '../protocol/tokens/liveness.ts';
import { earliest, isRefreshLive } from '../protocol/tokens/rotation.ts';
import type { World } from '../world.ts';
import { findAccess, findRefresh, type Held, isLiveAt } from './inspect.ts';

export type Introspected = Readonly<Record<string, unknown>>;

export async function introspect(world: World, token: string, clientId: number): Promise<Introspected> {
  const now = world.now();
  const access = await findAccess(world, token);
  if (access) return isLiveAt(access, now) ? describeAccess(world, access, clientId) : introspectionBody(undefined);
  const refresh = await findRefresh(world, token);
  const isLive = refresh !== undefined && isRefreshLive(refresh, now, world.settings.refreshLeewaySeconds);
  return isLive ? describe(world, refresh, clientId, 'refresh') : introspectionBody(undefined);
}

const described = new WeakMap<Held, Introspected>();

/** Made once for each record read, as long as it is asked about by the client it belongs to. */
function describeAccess(world: World, held: Held, clientId: number): Introspected {
  const known = held.clientId === clientId ? described.get(held) : undefined;
  if (known) return known;
  const fresh = describe(world, held, clientId, 'access');
  if (held.clientId === clientId) described.set(held, fresh);
  return fresh;
}

/** A client learns nothing about tokens of others, not even that they exist. */
function describe(world: World, held: Held, clientId: number, kind: 'access' | 'refresh'): Introspected {
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
