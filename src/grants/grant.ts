/** What a grant is: one way to prove a right to tokens. The steps that all share are in exchange.ts. */
import type { AuthenticatedClient } from '../clients/authenticate.ts';
import { overLimit, type RefusalRecord, recordRefusal, type SentRequest, unwritten } from '../events/refusal-record.ts';
import { reportBounded } from '../events/report-bounded.ts';
import { spendFailure } from '../limits/failures.ts';
import type { ActivityKind } from '../protocol/activity.ts';
import type { Source } from '../protocol/event.ts';
import type { Form } from '../protocol/form.ts';
import { ALLOWED, type Allowance } from '../protocol/limits.ts';
import type { PlaygroundCall } from '../protocol/playground/run.ts';
import { type Refusal, toWire } from '../protocol/refusal.ts';
import type { Fact } from '../protocol/refusals/facts.ts';
import { type Result, refuse } from '../protocol/result.ts';
import type { SecretParameter } from '../protocol/secret-parameters.ts';
import type { TokenAnswer } from '../protocol/tokens/answers.ts';
import type { CodeState } from '../protocol/tokens/code.ts';
import { type stale, writeUnguarded } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import type { TokenRecord } from '../tokens/inspect.ts';
import type { World } from '../world.ts';

/** A token request whose client is authenticated and whose required parameters are there, each once. */
export interface TokenCall {
  readonly form: Form;
  readonly client: AuthenticatedClient;
  readonly source: Source;
  readonly world: World;
  /** For the record of a refusal. */
  readonly sent: SentRequest;
  readonly playground: PlaygroundCall | undefined;
  /** What `readAhead` began to read: for the first attempt, which takes it away. */
  ahead: ReadAhead | undefined;
  /**
   * Counts the request, once, where it is about to succeed. What is refused for its own sake counts toward no limit of the
   * client: an expired token never turns into 429.
   */
  readonly spendSuccess: () => Allowance | Promise<Allowance>;
}

/** By the kind of credential that a grant redeems. */
interface ReadAhead {
  readonly refresh?: TokenRecord | Promise<TokenRecord | undefined> | undefined;
  readonly code?: CodeState | Promise<CodeState | undefined> | undefined;
}

export interface Grant {
  /** The value of grant_type. */
  readonly type: string;
  /** The form fields it cannot do without, besides the client's credentials. */
  readonly required: readonly string[];
  /** Those that it reads where they are sent. */
  readonly optional: readonly string[];
  /** The form fields that carry its secrets: one that no log and no record may keep has to be on that list. */
  readonly secretParameters: readonly SecretParameter[];
  /** What it is called in the list of an application's requests. */
  readonly activity: ActivityKind;
  /** RFC 6749 §5.2 unauthorized_client: whether this client may use it at all. */
  mayUse(client: AuthenticatedClient): boolean;
  /** Begins to read what the grant needs, beside the client's secrets: a round trip less on PostgreSQL. */
  readAhead?(world: World, form: Form): ReadAhead;
  redeem(call: TokenCall): Redeemed | Promise<Redeemed>;
}

/** A code or a refresh token that was refused. */
interface RefusedToken {
  readonly refusal: Refusal;
  readonly kind: 'code.refused' | 'token.refused';
  /** True where it can be a guess, which counts for its network; a token that has ended is none. */
  readonly isGuess: boolean;
  /** True where it belongs to this client: about another client's it learns nothing. */
  readonly isOwn: boolean;
  readonly accountId: number | null;
  readonly familyId?: number | null;
  readonly facts: readonly Fact[];
}

/** Counted before anything is written: whoever is over the limit costs no write. */
export async function refuseToken(call: TokenCall, refused: RefusedToken): Promise<Redeemed> {
  const { world, client, source } = call;
  const { refusal, kind, isGuess, accountId, familyId = null } = refused;
  const allowance = isGuess ? await spendFailure(world, source) : ALLOWED;
  if (!allowance.allowed) return refuse(overLimit(allowance, client));
  const about = { accountId, clientId: client.id, familyId, detail: refusal.reason };
  await writeUnguarded(world.database, () => [
    ...reportBounded(world, source, kind, about),
    ...recordOf(call, refused),
  ]);
  return refuse(written(call, refusal));
}

export function recordOf(
  { world, client, sent }: TokenCall,
  { refusal, isOwn, accountId, facts }: Pick<RefusedToken, 'refusal' | 'isOwn' | 'accountId' | 'facts'>,
): readonly Sql[] {
  const because = { reason: refusal.reason, error: toWire(refusal).error };
  const isAuthentic = client.isConfidential || isOwn;
  return recordRefusal(world, sent, because, { clientId: client.id, isProven: true, isAuthentic, accountId, facts });
}

/** Tokens, or why not; the refusal says whether the grant has recorded it. */
export type Redeemed = Result<TokenAnswer, RefusalRecord>;

/** What an attempt to redeem may end with: `stale` where the batch found another state than was judged. */
export type Attempt = Redeemed | typeof stale;

/** A refusal that the batch of the grant has recorded. */
export function written({ client }: TokenCall, because: Refusal): RefusalRecord {
  return { ...unwritten(because, client), isWritten: true };
}
