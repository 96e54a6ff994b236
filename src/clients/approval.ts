/** Approves applications that wait for it, or declines them with a reason; and lets their owners ask again. */
import { report } from '../events/report.ts';
import { CHANGED_FIELDS, type ChangedField, needsApproval } from '../protocol/clients/approval.ts';
import { MOST_COUNTED } from '../protocol/counting.ts';
import type { EventKind } from '../protocol/event.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { formatScope } from '../protocol/scope.ts';
import type { Sql } from '../storage/sql.ts';
import { changeSeen, type Waiting } from '../storage/tables/clients/clients.ts';
import { readEventsOfClientAndKind } from '../storage/tables/events/events.ts';
import { countWaiting } from '../storage/tables/totals.ts';
import { firstIdOf, type World } from '../world.ts';
import { type Actor, aboutClient, actOnClient, type Judged } from './act.ts';
import type { ExaminedDetails } from './details.ts';
import type { Client } from './find.ts';
import { aboutAdministered, actAsAdministrator, type SuspensionRefusal } from './suspension.ts';

/** Of an application that everybody may use. */
export const APPROVED: Waiting = { waitingSince: null, waitingFor: null, declinedBecause: null, approvedScope: null };

interface Judgement {
  readonly publicId: string;
  /** Whether it is still as the administrator has seen it; any version where this is missing. */
  readonly isFor?: (client: Client) => boolean;
}

type Outcome = Result<Client, SuspensionRefusal>;

/** Only as it was seen: a change that is written meanwhile has not been looked at. */
export function approveClient(world: World, { publicId, isFor }: Judgement, actor: Actor): Promise<Outcome> {
  return actAsAdministrator(world, publicId, actor, (client) => {
    if (client.waitingSince === null) return 'already';
    if (isFor?.(client) === false) return 'changed';
    return [
      changeSeen(client, { kind: 'judged', waiting: APPROVED }, world.now()),
      reportApproved(world, client, actor),
    ];
  });
}

export function reportApproved(world: World, client: Client, actor: Actor): Sql {
  return report(world, actor.source, 'application.approved', aboutAdministered(client, actor));
}

/** `because` is a sound reason (protocol/people/suspension.ts), for the owner to read. Its owner may still use it. */
export function declineClient(
  world: World,
  { publicId, because, isFor }: Judgement & { readonly because: string },
  actor: Actor,
): Promise<Outcome> {
  return actAsAdministrator(world, publicId, actor, (client) => {
    if (client.waitingSince === null || client.declinedBecause !== null) return 'already';
    if (isFor?.(client) === false) return 'changed';
    const waiting = { ...waitingOf(client), declinedBecause: because };
    const told = report(world, actor.source, 'application.declined', aboutAdministered(client, actor, because));
    return [changeSeen(client, { kind: 'judged', waiting }, world.now()), told];
  });
}

/** By the owner, once what the reason said is mended. */
export async function askForApproval(
  world: World,
  publicId: string,
  actor: Actor,
): Promise<Result<Client, 'unknown' | 'already'>> {
  const outcome = await actOnClient(
    world,
    { publicId, actor },
    (client): Judged<Result<Client, 'unknown' | 'already'>> => {
      if (client.declinedBecause === null) return { answer: refuse('already') };
      const waiting = { ...waitingOf(client), waitingSince: world.now(), declinedBecause: null };
      return {
        change: { kind: 'judged', waiting },
        batch: [asked(world, client, actor, 'again')],
        done: () => accept(client),
      };
    },
  );
  return outcome ?? refuse('unknown');
}

/** The event by which administrators, and webhooks, learn that somebody has to look at an application. */
export function asked(
  world: World,
  client: { readonly id: number; readonly ownerId: number },
  actor: Actor,
  what: 'new' | 'changed' | 'given' | 'again',
): Sql {
  return report(world, actor.source, 'application.approval_requested', aboutClient(client, actor, what));
}

/**
 * What an application waits for once these details are written. What an administrator changes was looked at, also where it is
 * the own application and the change comes with a token of the management API.
 */
export function waitingAfter(world: World, client: Client, details: ExaminedDetails, actor: Actor): Waiting {
  const isWatched = world.settings.applicationApproval === 'changes' && !actor.isAdmin && !client.isOfAdministrator;
  const before = { ...client, scopes: client.scope };
  return isWatched && needsApproval(before, details) ? waitingAgain(world, client) : waitingOf(client);
}

/** Who waits already, or was declined, stays so. */
export function waitingAgain(world: World, client: Client): Waiting {
  if (client.waitingSince !== null) return waitingOf(client);
  const approvedScope = formatScope(client.scope);
  return { waitingSince: world.now(), waitingFor: 'changed', declinedBecause: null, approvedScope };
}

export function waitingOf({ waitingSince, waitingFor, declinedBecause, approvedScope }: Client): Waiting {
  return { waitingSince, waitingFor, declinedBecause, approvedScope };
}

/** What is not as it was approved, as far as that is kept: which fields, and of the scopes also what they were. */
interface SinceApproval {
  readonly fields: readonly ChangedField[];
  readonly addedScopes: readonly string[];
  readonly removedScopes: readonly string[];
}

const MOST_READ = 100;

/** Null for an application that does not wait because of a change. The fields are read from the events of its changes. */
export async function changedSinceApproval(world: World, client: Client): Promise<SinceApproval | null> {
  if (client.waitingFor !== 'changed') return null;
  const read = (kind: EventKind, from: number) =>
    readEventsOfClientAndKind(world.database, { clientId: client.id, kind, from, most: MOST_READ });
  const requests = await read('application.approval_requested', 0);
  // An owner who asks again after a refusal begins no new wait.
  const first = requests.find(({ detail }) => !detail?.startsWith('again'));
  const from = firstIdOf(first?.at ?? client.waitingSince ?? 0);
  const [changes, logos] = await Promise.all([
    read('application.changed', from),
    read('application.logo_changed', from),
  ]);
  const named = new Set(changes.flatMap(({ detail }) => detail?.split('; ')[0]?.split(', ') ?? []));
  if (logos.length > 0) named.add('logo');
  if (first?.detail?.startsWith('given')) named.add('owner');
  const approved = client.approvedScope?.split(' ') ?? client.scope;
  return {
    fields: CHANGED_FIELDS.filter((field) => named.has(field)),
    addedScopes: client.scope.filter((name) => !approved.includes(name)),
    removedScopes: approved.filter((name) => !client.scope.includes(name)),
  };
}

/** How many applications wait for an administrator, counted up to MOST_COUNTED. */
export function countToApprove({ database }: World): Promise<number> {
  return countWaiting(database, MOST_COUNTED);
}
