/** The trail a request leaves if it is refused: what was sent and what was found, for its application's owner. */
import { type Fact, formatFacts, withoutSecrets } from '../protocol/facts.ts';
import type { Form } from '../protocol/form.ts';
import type { Source } from '../protocol/event.ts';
import { secretsIn } from '../protocol/presented.ts';
import type { RefusingEndpoint } from '../protocol/refused-request.ts';
import { findClientNumber, insertRefused, type RefusedRow } from '../storage/refused-requests.ts';
import type { Sql } from '../storage/sql.ts';
import type { World } from '../world.ts';

export interface Trail {
  readonly traceId: string;
  readonly endpoint: RefusingEndpoint;
  readonly source: Source;
  readonly authorization: string | undefined;
  /** Undefined where the parameters could not even be read. */
  readonly form: Form | undefined;
  /** What was found on the way to a refusal. A request that succeeds adds nothing. */
  readonly facts: Fact[];
  /** True once a batch has kept it, so that it is not written down twice. */
  isKept: boolean;
}

export interface RefusedBecause {
  readonly reason: string;
  /** As it is sent. */
  readonly error: string;
  /** The record's number; null where the client is not known. */
  readonly clientId: number | null;
  readonly accountId?: number | null;
}

/** The row for the batch of an act that refuses and writes in any case. */
export function keepTrail(world: World, trail: Trail, because: RefusedBecause): Sql {
  trail.isKept = true;
  world.refusals.wrote(because.clientId);
  return insertRefused(rowOf(world, trail, because));
}

/** Writes it down later, off the request's path. `claimed` is the client_id that the request named. */
export function noteTrail(
  world: World,
  trail: Trail,
  because: Omit<RefusedBecause, 'clientId'> & { readonly claimed: string | undefined },
): void {
  const row = rowOf(world, trail, { ...because, clientId: null });
  world.refusals.add(async () => {
    const { claimed } = because;
    return claimed === undefined ? row : { ...row, clientId: await findClientNumber(world.database, claimed) };
  });
}

function rowOf(world: World, trail: Trail, because: RefusedBecause): RefusedRow {
  const secrets = secretsIn(trail.form, trail.authorization);
  const facts = [...trail.facts, ...sentIn(trail)].map(([name, value]): Fact => [name, withoutSecrets(value, secrets)]);
  // A user's own address and browser are none of the developer's business (clients/view.ts).
  const isUsers = trail.endpoint === 'authorize';
  return {
    id: world.nextId(),
    traceId: trail.traceId,
    clientId: because.clientId,
    accountId: because.accountId ?? null,
    endpoint: trail.endpoint,
    reason: because.reason,
    error: because.error,
    at: world.now(),
    address: isUsers ? null : trail.source.address,
    userAgent: isUsers ? null : trail.source.userAgent,
    facts: formatFacts(facts),
  };
}

const MOST_NAMES = 40;
const PLAIN_NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** The names of what was sent, never the values; a name that is not plain could be anything. */
function sentIn({ form, authorization, endpoint }: Trail): readonly Fact[] {
  const names = (form?.entries ?? []).slice(0, MOST_NAMES).map(([name]) => (PLAIN_NAME.test(name) ? name : '?'));
  const scheme = /^[A-Za-z]{1,16}(?= |$)/.exec(authorization ?? '')?.[0];
  return [
    ...(form ? [['parameters', names.join(' ')] as const] : []),
    ...(scheme === undefined || endpoint === 'authorize' ? [] : [['authorization', scheme] as const]),
  ];
}
