/** The trail a request leaves if it is refused: what was sent and what was found, for its application's owner. */
import type { Source } from '../protocol/event.ts';
import { type Form, isPlainName } from '../protocol/form.ts';
import { type Fact, formatFacts, withoutSecrets } from '../protocol/refusals/facts.ts';
import { secretsIn } from '../protocol/refusals/presented.ts';
import { type RefusingEndpoint, UNTRUSTED_ERROR } from '../protocol/refusals/refused-request.ts';
import { shortTrace } from '../protocol/refusals/short-trace.ts';
import type { Sql } from '../storage/sql.ts';
import { insertRefused, type RefusedRow } from '../storage/tables/events/refused-requests.ts';
import type { World } from '../world.ts';

export interface RefusalRecord {
  readonly traceId: string;
  readonly endpoint: RefusingEndpoint;
  readonly source: Source;
  readonly authorization: string | undefined;
  /** Undefined where the parameters could not even be read. */
  readonly form: Form | undefined;
  /** The application, once it has proved who it is; a public one by its name alone. */
  provenClientId?: number | undefined;
  /** True once a batch has kept it, so that it is not written down twice. */
  isKept: boolean;
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
  readonly accountId?: number | null;
  readonly facts?: readonly Fact[];
}

/** The row for the batch of an act that refuses and writes in any case. */
export function recordRefusal(world: World, trail: RefusalRecord, because: RefusalCause, findings: Findings): Sql {
  trail.isKept = true;
  world.refusals.wrote(findings.clientId);
  return insertRefused(rowOf(trail, because, { id: world.nextId(), at: world.now(), ...findings }));
}

/** Writes it down later, off the request's path; `look` may read, and answers undefined where nobody could ever ask. */
export function recordRefusalLater(
  world: World,
  trail: RefusalRecord,
  because: RefusalCause,
  look: () => Promise<Findings | undefined>,
): void {
  trail.isKept = true;
  const moment = { id: world.nextId(), at: world.now() };
  world.refusals.add(async () => {
    const findings = await look();
    return findings && rowOf(trail, because, { ...moment, ...findings });
  });
}

function rowOf(
  trail: RefusalRecord,
  { reason, error }: RefusalCause,
  { id, at, ...findings }: Findings & { readonly id: number; readonly at: number },
): RefusedRow {
  const { traceId, endpoint, source } = trail;
  const secrets = secretsIn(trail.form, trail.authorization);
  const facts = [...(findings.facts ?? []), ...sentIn(trail)].map((fact) => withoutSecrets(fact, secrets));
  // A user's own address and browser are none of the developer's business (clients/view.ts).
  const isUsers = endpoint === 'authorize';
  return {
    id,
    traceId,
    shortTrace: shortTraceOf(trail, error, findings.clientId) ?? null,
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
 * What `error_uri` carries. Undefined where the answer may not show whose request it was: whoever has not proved to be
 * the application is told the same, be there such an application or not.
 */
export function shortTraceOf(
  { endpoint, form, provenClientId }: Pick<RefusalRecord, 'endpoint' | 'form' | 'provenClientId'>,
  error: string,
  clientId: number | null | undefined = provenClientId,
): string | undefined {
  const isKnown = endpoint === 'authorize' ? error !== UNTRUSTED_ERROR : provenClientId !== undefined;
  return isKnown && form && typeof clientId === 'number' ? shortTrace({ clientId, endpoint, error, form }) : undefined;
}

const MOST_NAMES = 40;

/** The names of what was sent, never the values; a name that is not plain could be anything. */
function sentIn({ form, authorization, endpoint }: RefusalRecord): readonly Fact[] {
  const names = (form?.entries ?? []).slice(0, MOST_NAMES).map(([name]) => (isPlainName(name) ? name : '?'));
  const scheme = /^[A-Za-z]{1,16}(?= |$)/.exec(authorization ?? '')?.[0];
  return [
    ...(form ? [['parameters', names.join(' ')] as const] : []),
    ...(scheme === undefined || endpoint === 'authorize' ? [] : [['authorization', scheme] as const]),
  ];
}
