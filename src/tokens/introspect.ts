/**
 * Says whether a token is active (RFC 7662 §2.2): to the client it belongs to, and to the resource it is for.
 *
 * A client that asks about its own tokens does not use them (SPEC D5). A resource asks because somebody has just presented
 * the token to it, so its question counts as a use.
 */

import { markKept, perKeptRecord, perRecord } from '../per-record.ts';
import { isTokenFor, type Resource, scopeFor } from '../protocol/resources/resource.ts';
import { andThen } from '../protocol/result.ts';
import { introspectionBody } from '../protocol/tokens/answers.ts';
import { grantEndsAt, grantedScope, scopeOf } from '../protocol/tokens/liveness.ts';
import { earliest, isRefreshLive } from '../protocol/tokens/rotation.ts';
import type { World } from '../world.ts';
import {
  findAccess,
  findRefresh,
  isLiveAt,
  type readAccessAhead,
  scopeListOf,
  type TokenRecord,
  useAccess,
} from './inspect.ts';
import { noteScopeUses } from './last-use.ts';

export type Introspected = Readonly<Record<string, unknown>>;

/** What was begun to be read of an access token while its caller proved itself; undefined where nothing was. */
type Ahead = ReturnType<typeof readAccessAhead>;

export function introspect(
  world: World,
  token: string,
  clientId: number,
  ahead?: Ahead,
): Introspected | Promise<Introspected> {
  const now = world.now();
  return andThen(ahead ?? findAccess(world, token), (access) => {
    if (!access) return introspectRefresh(world, token, { clientId, now });
    // A client learns nothing about tokens of others, not even that they exist.
    return access.clientId === clientId && isLiveAt(access, now) ? describeAccess(access, world) : INACTIVE;
  });
}

async function introspectRefresh(
  world: World,
  token: string,
  { clientId, now }: { readonly clientId: number; readonly now: number },
): Promise<Introspected> {
  const refresh = await findRefresh(world, token);
  if (refresh?.clientId !== clientId) return INACTIVE;
  const isLive = isRefreshLive(refresh, now, world.settings.refreshLeewaySeconds);
  return isLive ? describe(world, refresh, 'refresh') : INACTIVE;
}

/**
 * The same for a resource (SPEC D42): about access tokens that are for it, and no others. It is told the scopes that are
 * its own, and by which number the revocation feed speaks of the token.
 */
export async function introspectFor(
  world: World,
  token: string,
  resource: Resource,
  ahead?: Ahead,
): Promise<Introspected> {
  const record = await (ahead ?? findAccess(world, token));
  if (!record) return INACTIVE;
  const { resourceId } = record;
  const scope = scopeListOf(record);
  if (!isTokenFor(resource, { resourceId, scope })) return INACTIVE;
  // It is the resource that calls: from where and by what program its own caller came is not known here.
  const source = { address: null, userAgent: resource.name };
  const isUsed = useAccess(world, token, record, source);
  if (!(typeof isUsed === 'boolean' ? isUsed : await isUsed)) return INACTIVE;
  noteScopeUses(world, record, scope, resource.scope);
  return describeTo(resource)(record, { world, resource });
}

const INACTIVE: Introspected = Object.freeze(introspectionBody(undefined));
markKept(INACTIVE);

const describeAccess = perKeptRecord((record: TokenRecord, world: World) => describe(world, record, 'access'));

interface Told {
  readonly world: World;
  readonly resource: Resource;
}

/** Each resource is told its own part of a record; the answer to each is made once. */
const describeTo = perRecord((_resource: Resource) =>
  perKeptRecord((record: TokenRecord, { world, resource }: Told): Introspected => {
    const own = scopeFor(resource, scopeListOf(record));
    const family = String(record.familyId);
    return { ...describe(world, record, 'access'), scope: own.join(' '), family };
  }),
);

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
    audience: record.audience,
  });
}
