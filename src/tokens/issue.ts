/** Mints a pair of tokens: the strings for the client, and the rows that will recognise them. */
import { digest } from '../protocol/digest.ts';
import type { TokenAnswer } from '../protocol/tokens/answers.ts';
import { BEARER } from '../protocol/tokens/bearer.ts';
import type { CodeBinding } from '../protocol/tokens/code.ts';
import { earliest, refreshExpiry } from '../protocol/tokens/rotation.ts';
import { formatToken, RANDOM_BYTES } from '../protocol/tokens/token-string.ts';
import type { Sql } from '../storage/sql.ts';
import { insertFamily } from '../storage/tables/tokens/families.ts';
import { insertPair } from '../storage/tables/tokens/pairs.ts';
import type { World } from '../world.ts';

/** What a grant found the caller entitled to. */
interface Entitlement {
  readonly familyId: number;
  readonly parent: Parent | null;
  /** All that was granted; the refresh token keeps it whole (RFC 6749 §6). */
  readonly scope: string;
  /** What the access token is narrowed to, or null. */
  readonly narrowedScope: string | null;
  /** When the family or its consent ends, whatever is done with it; null where nothing is set. */
  readonly endsAt: number | null;
  readonly hasRefreshToken: boolean;
  /** What the code carried; null where the tokens come from no code. */
  readonly binding: CodeBinding | null;
  readonly audience: Audience;
}

/** The pair whose refresh token is renewed. */
interface Parent {
  readonly pairId: number;
  readonly generation: number | null;
}

/** Whom the access token is for, and how long it lives there; nulls for nobody in particular (RFC 8707). */
interface Audience {
  readonly resourceId: number | null;
  readonly resourceSeconds: number | null;
}

interface Issued {
  readonly answer: TokenAnswer;
  /** The rows of this issuance, for the batch of the act that issues. */
  readonly writes: readonly Sql[];
}

export function issuePair(world: World, entitlement: Entitlement): Issued {
  const now = world.now();
  const id = world.nextId();
  const access = formatToken('access', id, world.randomBytes(RANDOM_BYTES));
  const refresh = entitlement.hasRefreshToken ? formatToken('refresh', id, world.randomBytes(RANDOM_BYTES)) : null;
  // RFC 6749 §5.1: expires_in is the lifetime of the token, which no end that the user chose may cut short in silence.
  const { resourceId, resourceSeconds } = entitlement.audience;
  const lifetimeSeconds = resourceSeconds ?? world.settings.accessTokenSeconds;
  const accessExpiresAt = earliest(now + lifetimeSeconds, entitlement.endsAt);
  const pair = insertPair({
    id,
    familyId: entitlement.familyId,
    parentId: entitlement.parent?.pairId ?? null,
    generation: refresh === null ? null : (entitlement.parent?.generation ?? 0) + 1,
    accessDigest: digest(access),
    refreshDigest: refresh === null ? null : digest(refresh),
    scope: entitlement.narrowedScope,
    resourceId,
    issuedAt: now,
    accessExpiresAt,
    refreshExpiresAt:
      refresh === null ? null : refreshExpiry(now, world.settings.refreshIdleSeconds, entitlement.endsAt),
  });
  const answer: TokenAnswer = {
    accessToken: access,
    tokenType: BEARER,
    expiresIn: accessExpiresAt - now,
    refreshToken: refresh,
    scope: entitlement.narrowedScope ?? entitlement.scope,
    createdAt: now,
    familyId: entitlement.familyId,
    extras: [],
  };
  return { answer, writes: [pair] };
}

/** Starts a family for a consent and issues its first pair. */
export function issueFamily(
  world: World,
  start: {
    readonly familyId: number;
    readonly consentId: number;
    readonly clientId: number;
    readonly scope: string;
    /** The end that the user chose; null for none. */
    readonly consentEndsAt: number | null;
    /** What the code carried. */
    readonly binding: CodeBinding;
    readonly audience: Audience;
    readonly wholeProfileAt: number | null;
  },
): Issued {
  const now = world.now();
  const absolute = world.settings.refreshAbsoluteSeconds;
  const endsAt = absolute > 0 ? earliest(now + absolute, start.consentEndsAt) : start.consentEndsAt;
  const issued = issuePair(world, {
    familyId: start.familyId,
    parent: null,
    scope: start.scope,
    narrowedScope: null,
    endsAt,
    hasRefreshToken: true,
    binding: start.binding,
    audience: start.audience,
  });
  const family = insertFamily({
    id: start.familyId,
    consentId: start.consentId,
    clientId: start.clientId,
    scope: start.scope,
    createdAt: now,
    endsAt,
    wholeProfileAt: start.wholeProfileAt,
  });
  return { answer: issued.answer, writes: [family, ...issued.writes] };
}
