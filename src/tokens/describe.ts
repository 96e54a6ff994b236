/** Says whose a token is, what it may do and whether it works, without using or ending it. */
import { isBefore, isGrantLive, scopeOf } from '../protocol/tokens/liveness.ts';
import type { World } from '../world.ts';
import { findAccess, findRefresh, isLiveAt, type TokenRecord } from './inspect.ts';

interface FoundToken {
  readonly record: TokenRecord;
  readonly isAccess: boolean;
}

export async function findToken(world: World, token: string): Promise<FoundToken | undefined> {
  const access = await findAccess(world, token);
  const record = access ?? (await findRefresh(world, token));
  return record && { record, isAccess: access !== undefined };
}

/** The token itself is never told: it may be in use. */
export function describeToken({ record, isAccess }: FoundToken, now: number) {
  const kind: 'access' | 'refresh' = isAccess ? 'access' : 'refresh';
  return {
    kind,
    state: isAccess ? stateOfAccess(record, now) : stateOfRefresh(record, now),
    client_id: record.clientPublicId,
    account_id: record.accountId,
    nickname: record.nickname,
    scope: scopeOf(record),
    /** The identifier of the API that it is for (RFC 8707); null for none in particular. */
    resource: record.audience,
    issuedAt: record.issuedAt,
    expiresAt: isAccess ? record.accessExpiresAt : record.refreshExpiresAt,
    /** Null before, and always for a token of an application for itself: of those it is not recorded. */
    firstUsedAt: record.usedAt,
    family: record.familyId,
  };
}

type State = 'live' | 'superseded' | 'ended';

function stateOfAccess(record: TokenRecord, now: number): State {
  return isLiveAt(record, now) ? 'live' : 'ended';
}

/** A superseded one works for the leeway after its successor was first used, and is taken for stolen later (SPEC D5). */
function stateOfRefresh(record: TokenRecord, now: number): State {
  const isOver = record.pairRevokedAt !== null || !isGrantLive(record, now) || !isBefore(now, record.refreshExpiresAt);
  if (isOver) return 'ended';
  return record.supersededAt === null ? 'live' : 'superseded';
}
