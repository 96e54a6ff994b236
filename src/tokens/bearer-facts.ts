/** What explains why a bearer token was refused: whose it is, what ended it, or where it was put by mistake. */
import type { Findings } from '../events/refusal-record.ts';
import { isSecretOf } from '../protocol/digest.ts';
import { endingsUntil, factsOfEnding } from '../protocol/refusals/ending.ts';
import type { Fact } from '../protocol/refusals/facts.ts';
import { parsePresented } from '../protocol/tokens/presentation.ts';
import { parseToken } from '../protocol/tokens/token-string.ts';
import { readRevocation } from '../storage/tables/tokens/families.ts';
import type { World } from '../world.ts';
import { findAccess, findRefresh, type TokenRecord } from './inspect.ts';

interface SentToken {
  readonly token: string;
  readonly kind: 'access' | 'refresh';
  /** Where it stood: as it should, behind another scheme than Bearer, or in the query. */
  readonly place: 'header' | 'scheme' | 'query';
}

const OWN_TOKEN = /lk[ar]_[A-Za-z0-9_-]{60}(?![A-Za-z0-9_-])/;

/**
 * The token of ours that a request carried anywhere. Without one there is no application to tell, so nothing is looked
 * up and nothing kept; the checksum sees to it that invented ones are not looked up either.
 */
export function findSentToken(authorization: string | undefined, query: string): SentToken | undefined {
  const [inHeader] = OWN_TOKEN.exec(authorization ?? '') ?? [];
  const token = inHeader ?? OWN_TOKEN.exec(query)?.[0];
  if (token === undefined) return undefined;
  const kind = (['access', 'refresh'] as const).find((each) => parseToken(each, token) !== undefined);
  if (kind === undefined) return undefined;
  if (inHeader === undefined) return { token, kind, place: 'query' };
  return { token, kind, place: parsePresented(authorization).kind === 'absent' ? 'scheme' : 'header' };
}

interface Refused {
  /** When, which is earlier than now. */
  readonly at: number;
  /** What was read of a token then. */
  readonly judged: TokenRecord | undefined;
}

/** Undefined for a token that no record belongs to. */
export async function findingsOfBearer(world: World, sent: SentToken, refused: Refused): Promise<Findings | undefined> {
  const { kind, place } = sent;
  const now = refused.at;
  const record = await findRefused(world, sent, refused);
  if (!record) return undefined;
  const isRightKind = kind === 'access' && place === 'header';
  const facts: readonly Fact[] = isRightKind ? await factsOfDead(world, record, now) : [];
  const misplaced: readonly Fact[] = [
    ...(kind === 'refresh' ? [['presented', 'bearer'] as const, ['shape', 'refresh'] as const] : []),
    ...(place === 'header' ? [] : [['place', place] as const]),
  ];
  return { clientId: record.clientId, isAuthentic: true, accountId: record.accountId, facts: [...misplaced, ...facts] };
}

/** As it was when it was refused; where it has to be read again, without what happened in a later second. */
async function findRefused(
  world: World,
  { token, kind }: SentToken,
  { at, judged }: Refused,
): Promise<TokenRecord | undefined> {
  if (judged && kind === 'access' && isSecretOf(token, judged.accessDigest)) return judged;
  const record = kind === 'access' ? await findAccess(world, token) : await findRefresh(world, token);
  return record && { ...record, ...endingsUntil(record, at) };
}

/** The first of these that applies is why: what came from the code, then the pair itself. */
async function factsOfDead(world: World, record: TokenRecord, now: number): Promise<readonly Fact[]> {
  const ending = factsOfEnding(record, now);
  if (ending.length > 0) {
    const because = record.familyRevokedAt === null ? undefined : await readRevocation(world.database, record.familyId);
    const why: readonly Fact[] = because === undefined ? [] : [['because', because]];
    return [...ending, ['family', String(record.familyId)], ...why];
  }
  if (record.supersededAt !== null) {
    return [
      ['replaced_at', String(record.supersededAt)],
      ['renewed_at', String(record.renewedAt)],
      ['family', String(record.familyId)],
    ];
  }
  if (now < record.accessExpiresAt) return [];
  return [
    ['expired_at', String(record.accessExpiresAt)],
    ['lifetime', String(record.accessExpiresAt - record.issuedAt)],
  ];
}
