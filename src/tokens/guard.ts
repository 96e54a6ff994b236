/** The reusable guard of protected endpoints: a bearer token, and the scopes the endpoint needs. */

import { isKept, perRecord } from '../per-record.ts';
import type { Source } from '../protocol/event.ts';
import { isTokenFor, type Resource, scopeFor } from '../protocol/resources/resource.ts';
import { accept, andThen, type Result, refuse } from '../protocol/result.ts';
import { parsePresented } from '../protocol/tokens/presentation.ts';
import type { Database } from '../storage/database.ts';
import { tokenStatement } from '../storage/tables/tokens/token-record.ts';
import type { World } from '../world.ts';
import { createAdmittedTokens } from './admitted.ts';
import { findAccess, liveUntil, mayHaveEnded, scopeListOf, type TokenRecord, useAccess } from './inspect.ts';
import { noteScopeUses } from './last-use.ts';

/** What was judged, for whoever explains the refusal later; missing where nothing was found, or it changed meanwhile. */
interface OfRecord {
  readonly judged?: TokenRecord;
}

export type BearerRefusal =
  /** RFC 6750 §3: no credentials, so no error code. */
  | { readonly reason: 'token_absent' }
  /** Unknown, malformed, expired, revoked or for another resource: one answer. A token that has ended is no guess. */
  | ({ readonly reason: 'token_invalid'; readonly isGuess: boolean } & OfRecord)
  | ({
      readonly reason: 'scope_missing';
      /** RFC 6750 §3: what a token needs, all of it. */
      readonly scope: readonly string[];
      /** What of it this one does not have. */
      readonly missing: readonly string[];
    } & OfRecord)
  /** A client's own token where an endpoint speaks of a user (SPEC D27). */
  | ({ readonly reason: 'account_missing' } & OfRecord);

interface Needs {
  /** What a token must have, or it is refused. */
  readonly scope: readonly string[];
  /** What the endpoint makes use of where the token has it; noted for the person whose permission it is. */
  readonly uses: readonly string[];
  readonly account: boolean;
  /** Whom the token must be for; null for the service's own API, where only those without a resource are good. */
  readonly resource: Pick<Resource, 'id' | 'scope' | 'isPlain'> | null;
}

interface Admission {
  readonly record: TokenRecord;
  readonly scope: readonly string[];
}

export type Decision = Result<Admission, BearerRefusal>;

interface Presented {
  readonly token: string;
  readonly source: Source;
  readonly needs: Needs;
}

/** The guard of an endpoint that always needs the same, and is asked with the same tokens again and again. */
export function createGuard(
  needs: Needs,
): (world: World, authorization: string | undefined, source: Source) => Decision | Promise<Decision> {
  const admittedAt = perRecord((_database: Database) => createAdmittedTokens<Decision>());
  return (world, authorization, source) => {
    if (authorization === undefined) return ABSENT;
    const { database } = world;
    const tokens = admittedAt(database);
    const now = world.now();
    const before = tokens.find(authorization, now);
    if (before && now < before.liveUntil && database.peek?.(before.statement)?.[0] === before.record)
      return before.decision;
    const decision = admit(world, authorization, source, needs);
    if (!(decision instanceof Promise) && decision.ok && isKept(decision.value.record)) {
      const { record } = decision.value;
      const statement = tokenStatement(record.pairId);
      tokens.note(authorization, { decision, record, statement, liveUntil: liveUntil(record) });
    }
    return decision;
  };
}

/** At once where the database can, but for the first use of a token. */
export function admit(
  world: World,
  authorization: string | undefined,
  source: Source,
  needs: Needs,
): Decision | Promise<Decision> {
  const presented = parsePresented(authorization);
  if (presented.kind === 'absent') return ABSENT;
  if (presented.kind === 'malformed') return GUESSED;
  const { token } = presented;
  return andThen(findAccess(world, token), (record) =>
    record ? judge(world, record, { token, source, needs }) : judgeUnknown(world, token),
  );
}

async function judgeUnknown(world: World, token: string): Promise<Decision> {
  return (await mayHaveEnded(world, 'access', token)) ? ENDED : GUESSED;
}

function judge(world: World, record: TokenRecord, { token, source, needs }: Presented): Decision | Promise<Decision> {
  const whole = scopeListOf(record);
  // Judged before it is used: a token that was shown to the wrong resource has not been used.
  if (!isMeantFor(needs.resource, record, whole)) return refuse({ ...ENDED.refusal, judged: record });
  const admission = { record, scope: scopeFor(needs.resource, whole) };
  const isUsed = useAccess(world, token, record, source);
  if (isUsed === false) return refuse({ ...ENDED.refusal, judged: record });
  return andThen(isUsed, (isLive) => (isLive ? meetNeeds(world, admission, needs) : ENDED));
}

function meetNeeds(world: World, admission: Admission, needs: Needs): Decision {
  const { record, scope } = admission;
  const lacking = needs.scope.some((name) => !scope.includes(name));
  if (lacking) {
    const missing = needs.scope.filter((name) => !scope.includes(name));
    return refuse({ reason: 'scope_missing', scope: needs.scope, missing, judged: record });
  }
  if (needs.account && record.accountId === null) return refuse({ reason: 'account_missing', judged: record });
  noteScopeUses(world, record, scope, needs.uses);
  return accept(admission);
}

const ABSENT = refuse<BearerRefusal>({ reason: 'token_absent' });
const GUESSED = refuse<BearerRefusal>({ reason: 'token_invalid', isGuess: true });
const ENDED = refuse({ reason: 'token_invalid' as const, isGuess: false });

function isMeantFor(resource: Needs['resource'], { resourceId }: TokenRecord, scope: readonly string[]): boolean {
  return resource === null ? resourceId === null : isTokenFor(resource, { resourceId, scope });
}
