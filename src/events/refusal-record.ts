/**
 * The record of a refused request: what was sent and what was found, for the owner of the application.
 *
 * Anybody can send what is refused. Therefore of each reason only so many are recorded, and strangers have a share of
 * their own: what came with a secret, a code or a token of the application is not pushed out by what did not.
 */
import type { ParsedBasic } from '../protocol/clients/identification.ts';
import type { Source } from '../protocol/event.ts';
import { type Form, isPlainName } from '../protocol/form.ts';
import { type Allowance, networkOf } from '../protocol/limits.ts';
import type { Refusal } from '../protocol/refusal.ts';
import { type Fact, formatFacts, withoutSecrets } from '../protocol/refusals/facts.ts';
import { secretsIn } from '../protocol/refusals/presented.ts';
import type { RefusingEndpoint } from '../protocol/refusals/refused-request.ts';
import { shortTrace } from '../protocol/refusals/short-trace.ts';
import type { Sql } from '../storage/sql.ts';
import { insertRefused, type RefusedRow } from '../storage/tables/events/refused-requests.ts';
import type { World } from '../world.ts';

/** A request as it was sent, as far as the record of its refusal needs it. */
export interface SentRequest {
  readonly traceId: string;
  readonly endpoint: RefusingEndpoint;
  readonly source: Source;
  readonly authorization: string | undefined;
  /** What the header above says, parsed once for each request. */
  readonly basic: ParsedBasic;
  /** Undefined where the parameters could not even be read. */
  readonly form: Form | undefined;
}

/** A refusal as an act returns it: why, whose request it was, and whether it is recorded already. */
export interface RefusalRecord {
  readonly because: Refusal;
  /** The application, once it has proved who it is; a public one by its name alone. */
  readonly provenClientId: number | undefined;
  /** True where it came with a secret, a code or a token of the application, which strangers do not have. */
  readonly isAuthentic: boolean;
  /** True where the batch of the act has recorded it, or nothing is to be recorded. */
  readonly isWritten: boolean;
}

/** A client that has said who it is; a public one cannot prove it. */
type NamedClient = { readonly id: number; readonly isConfidential: boolean };

/** A refusal that nothing has recorded yet. */
export function unwritten(because: Refusal, client?: NamedClient): RefusalRecord {
  return { because, provenClientId: client?.id, isAuthentic: client?.isConfidential === true, isWritten: false };
}

/** A refusal by a limit: the first of a window is recorded, the others cost no write. */
export function overLimit(allowance: Exclude<Allowance, { allowed: true }>, client?: NamedClient): RefusalRecord {
  const { retryAfterSeconds, isFirst } = allowance;
  return { ...unwritten({ reason: 'rate_limited', retryAfterSeconds }, client), isWritten: !isFirst };
}

export interface RefusalCause {
  /** Precise and private. */
  readonly reason: string;
  /** As it is sent. */
  readonly error: string;
}

/** Whose request it was, and what explains the refusal. */
export interface Findings {
  readonly clientId: number;
  /** True where the answer carried a short trace: the request named this application and nothing spoke against it. */
  readonly isProven?: boolean;
  /** True where it came with what strangers do not have (RefusalRecord). */
  readonly isAuthentic: boolean;
  readonly accountId?: number | null;
  readonly facts?: readonly Fact[];
}

/** For the batch of an act that refuses; empty where enough of its kind are recorded. */
export function recordRefusal(
  world: World,
  sent: SentRequest,
  because: RefusalCause,
  findings: Findings,
): readonly Sql[] {
  if (!mayRecord(world, sent, because, findings)) return [];
  world.refusals.wrote(findings.clientId);
  return [insertRefused(rowOf(sent, because, { id: world.nextId(), at: world.now(), ...findings }))];
}

/**
 * Records it later, off the request's path; `look` may read, and answers undefined where there is no owner to ask. What
 * is known to be authentic waits in a place of its own, which strangers cannot fill.
 */
export function recordRefusalLater(
  world: World,
  sent: SentRequest,
  because: RefusalCause,
  { isAuthentic, look }: { readonly isAuthentic: boolean; readonly look: () => Promise<Findings | undefined> },
): void {
  const moment = { id: world.nextId(), at: world.now() };
  world.refusals.add(isAuthentic, async () => {
    const findings = await look();
    if (!findings || !mayRecord(world, sent, because, findings)) return undefined;
    return rowOf(sent, because, { ...moment, ...findings });
  });
}

/** Of one reason: of an application that proved itself, or of one network that names it. */
const RECORDED = { most: 60, windowSeconds: 600 };

function mayRecord(
  world: World,
  { source }: SentRequest,
  { reason }: RefusalCause,
  { clientId, isAuthentic }: Findings,
): boolean {
  const from = isAuthentic ? 'itself' : networkOf(source.address ?? '');
  return world.counters.spendHere(`refused:${clientId}:${reason}:${from}`, RECORDED, world.now()).allowed;
}

function rowOf(
  sent: SentRequest,
  { reason, error }: RefusalCause,
  { id, at, ...findings }: Findings & { readonly id: number; readonly at: number },
): RefusedRow {
  const { traceId, endpoint, source } = sent;
  const secrets = secretsIn(sent);
  const facts = [...(findings.facts ?? []), ...sentIn(sent)].map((fact) => withoutSecrets(fact, secrets));
  // A user's own address and browser are none of the developer's business (clients/view.ts).
  const isUsers = endpoint === 'authorize';
  return {
    id,
    traceId,
    shortTrace: (findings.isProven && shortTraceOf(sent, error, findings.clientId)) || null,
    clientId: findings.clientId,
    isAuthentic: findings.isAuthentic,
    accountId: findings.accountId ?? null,
    endpoint,
    reason,
    error,
    at,
    address: isUsers ? null : source.address,
    userAgent:
      isUsers || source.userAgent === null ? null : withoutSecrets(['user_agent', source.userAgent], secrets)[1],
    facts: formatFacts(facts),
  };
}

/**
 * What `error_uri` carries. Undefined where the request did not prove to come from an application: such a caller gets the
 * same answer whether there is such an application or not.
 */
export function shortTraceOf(
  { endpoint, form }: Pick<SentRequest, 'endpoint' | 'form'>,
  error: string,
  provenClientId: number | null | undefined,
): string | undefined {
  if (!form || typeof provenClientId !== 'number') return undefined;
  return shortTrace({ clientId: provenClientId, endpoint, error, form });
}

const MOST_NAMES = 40;

/** Parameters with a value that says what was asked for: with them a request can be filled in again. None is a secret. */
const TOLD = [
  'grant_type',
  'response_type',
  'redirect_uri',
  'scope',
  'code_challenge_method',
  'prompt',
  'token_type_hint',
];
const LONGEST_TOLD = 500;

/** The names of what was sent, and the values of few; a name that is not plain could be anything. */
function sentIn({ form, authorization, endpoint }: SentRequest): readonly Fact[] {
  const names = (form?.entries ?? []).slice(0, MOST_NAMES).map(([name]) => (isPlainName(name) ? name : '?'));
  const scheme = /^[A-Za-z]{1,16}(?= |$)/.exec(authorization ?? '')?.[0];
  return [
    ...(form ? [['parameters', names.join(' ')] as const] : []),
    ...TOLD.flatMap((name): readonly Fact[] => {
      const value = form?.get(name);
      return value === undefined || value.length > LONGEST_TOLD ? [] : [['sent', `${name}=${value}`]];
    }),
    ...(scheme === undefined || endpoint === 'authorize' ? [] : [['authorization', scheme] as const]),
  ];
}
