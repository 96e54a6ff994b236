/** The record of a refused request: what was sent and what was found, for the owner of the application. */
import type { ParsedBasic } from '../protocol/clients/identification.ts';
import type { Source } from '../protocol/event.ts';
import { type Form, isPlainName } from '../protocol/form.ts';
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
  /** True where the batch of the act has recorded it. */
  readonly isWritten: boolean;
}

/** A refusal that nothing has recorded yet. */
export function unwritten(because: Refusal, provenClientId?: number): RefusalRecord {
  return { because, provenClientId, isWritten: false };
}

export interface RefusalCause {
  /** Precise and private. */
  readonly reason: string;
  /** As it is sent. */
  readonly error: string;
}

/** Whose request it was, and what explains the refusal. */
export interface Findings {
  /** The record's number; null where the client is not known. */
  readonly clientId: number | null;
  /** True where the request proved to be this application's, so that its answer carried a short trace. */
  readonly isProven?: boolean;
  readonly accountId?: number | null;
  readonly facts?: readonly Fact[];
}

/** The row for the batch of an act that refuses and writes in any case. */
export function recordRefusal(world: World, sent: SentRequest, because: RefusalCause, findings: Findings): Sql {
  world.refusals.wrote(findings.clientId);
  return insertRefused(rowOf(sent, because, { id: world.nextId(), at: world.now(), ...findings }));
}

/** Records it later, off the request's path; `look` may read, and answers undefined where there is no owner to ask. */
export function recordRefusalLater(
  world: World,
  sent: SentRequest,
  because: RefusalCause,
  look: () => Promise<Findings | undefined>,
): void {
  const moment = { id: world.nextId(), at: world.now() };
  world.refusals.add(async () => {
    const findings = await look();
    return findings && rowOf(sent, because, { ...moment, ...findings });
  });
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

/** The names of what was sent, never the values; a name that is not plain could be anything. */
function sentIn({ form, authorization, endpoint }: SentRequest): readonly Fact[] {
  const names = (form?.entries ?? []).slice(0, MOST_NAMES).map(([name]) => (isPlainName(name) ? name : '?'));
  const scheme = /^[A-Za-z]{1,16}(?= |$)/.exec(authorization ?? '')?.[0];
  return [
    ...(form ? [['parameters', names.join(' ')] as const] : []),
    ...(scheme === undefined || endpoint === 'authorize' ? [] : [['authorization', scheme] as const]),
  ];
}
