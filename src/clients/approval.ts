/** Approves applications that wait for it, or declines them with a reason; and lets their owners ask again. */
import { report } from '../events/report.ts';
import { CHANGED_FIELDS, type ChangedField, needsApproval } from '../protocol/clients/approval.ts';
import type { ClientKind } from '../protocol/clients/kind.ts';
import { MOST_COUNTED } from '../protocol/counting.ts';
import type { EventKind } from '../protocol/event.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { formatScope } from '../protocol/scope.ts';
import type { Sql } from '../storage/sql.ts';
import { changeSeen, readApprovedDetails, type Waiting } from '../storage/tables/clients/clients.ts';
import { readEventsOfClientAndKind } from '../storage/tables/events/events.ts';
import { countWaiting } from '../storage/tables/totals.ts';
import { firstIdOf, type World } from '../world.ts';
import { type Actor, aboutClient, actOnClient, type Judged } from './act.ts';
import type { ExaminedDetails } from './details.ts';
import type { Client } from './find.ts';
import { aboutAdministered, actAsAdministrator, type SuspensionRefusal } from './suspension.ts';

/** Of an application that everybody may use. */
export const APPROVED: Waiting = {
  waitingSince: null,
  waitingFor: null,
  declinedBecause: null,
  approvedScope: null,
  approvedDetails: null,
};

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
  const approvedDetails = JSON.stringify(saidOf(client));
  return { waitingSince: world.now(), waitingFor: 'changed', declinedBecause: null, approvedScope, approvedDetails };
}

export function waitingOf({ waitingSince, waitingFor, declinedBecause, approvedScope }: Client): Waiting {
  return { waitingSince, waitingFor, declinedBecause, approvedScope, approvedDetails: null };
}

/** What an application says of itself, by the names of CHANGED_FIELDS. */
interface Said {
  readonly name: string;
  readonly description: string;
  readonly homepage_url: string;
  readonly policy_url: string;
  readonly terms_url: string;
  readonly type: ClientKind;
  readonly redirect_uri: readonly string[];
}

const SINGLE = ['name', 'description', 'homepage_url', 'policy_url', 'terms_url', 'type'] as const;

function saidOf({ name, description, homepageUrl, policyUrl, termsUrl, kind, redirectUris }: Client): Said {
  return {
    ...{ name, description, type: kind, redirect_uri: redirectUris },
    ...{ homepage_url: homepageUrl, policy_url: policyUrl, terms_url: termsUrl },
  };
}

/** What is not as it was approved. */
interface SinceApproval {
  /** What it said then; null of an application that waited before that was kept. */
  readonly former: Pick<Said, (typeof SINGLE)[number]> | null;
  readonly fields: readonly ChangedField[];
  readonly redirectUris: Difference;
  readonly scopes: Difference;
}

interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Null for an application that does not wait because of a change. */
export async function changedSinceApproval(world: World, client: Client): Promise<SinceApproval | null> {
  if (client.waitingFor !== 'changed') return null;
  const [kept, told] = await Promise.all([readApprovedDetails(world.database, client.id), fieldsTold(world, client)]);
  const scopes = difference(client.approvedScope?.split(' ') ?? client.scope, client.scope);
  if (kept === null)
    return { former: null, fields: CHANGED_FIELDS.filter((field) => told.has(field)), redirectUris: SAME, scopes };
  // Written by this file alone.
  const former = JSON.parse(kept) as Said;
  const now = saidOf(client);
  const isOther = new Set<ChangedField>(SINGLE.filter((field) => former[field] !== now[field]));
  for (const field of ['owner', 'logo'] as const) if (told.has(field)) isOther.add(field);
  return {
    former,
    fields: CHANGED_FIELDS.filter((field) => isOther.has(field)),
    redirectUris: difference(former.redirect_uri, now.redirect_uri),
    scopes,
  };
}

const SAME: Difference = { added: [], removed: [] };

function difference(former: readonly string[], now: readonly string[]): Difference {
  return {
    added: now.filter((each) => !former.includes(each)),
    removed: former.filter((each) => !now.includes(each)),
  };
}

const MOST_READ = 100;

/** By the events of its changes. */
async function fieldsTold(world: World, client: Client): Promise<ReadonlySet<string>> {
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
  return named;
}

/** How many applications wait for an administrator, counted up to MOST_COUNTED. */
export function countToApprove({ database }: World): Promise<number> {
  return countWaiting(database, MOST_COUNTED);
}
