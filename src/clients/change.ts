/** Changes an application: its details, its redirect URIs, and whether it is confidential or public. */
import { report } from '../events/report.ts';
import { type ClientKind, needsRedirectUri } from '../protocol/clients/kind.ts';
import { formatOwnLimits } from '../protocol/clients/own-limits.ts';
import type { EventKind } from '../protocol/event.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import type { Sql } from '../storage/sql.ts';
import type { ClientChange } from '../storage/tables/clients/clients.ts';
import { replaceRedirectUris } from '../storage/tables/clients/redirect-uris.ts';
import type { SecretRow } from '../storage/tables/clients/secrets.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient, actOnClient, type Judged } from './act.ts';
import { asked, waitingAfter } from './approval.ts';
import { type Beside, type BesideDraft, type BesideRefusal, draftBeside } from './beside.ts';
import { columnsOf, type Details, type ExaminedDetails, examineDetails, type Fault } from './details.ts';
import type { Client } from './find.ts';
import { closeMachineFamily, openMachineFamily } from './machine-family.ts';
import { makeSecret, removalOfAll, secretsOf } from './secrets.ts';

type ChangeRefusal =
  /** Deleted in the meantime, or not manageable by this account. */
  | { readonly reason: 'unknown' }
  | { readonly reason: 'faulty'; readonly faults: readonly Fault[] }
  /** It has changed since the version that the change was made for. */
  | { readonly reason: 'stale'; readonly overtaken?: Overtaken }
  /** Whoever changes it has to agree first to what is lost. */
  | { readonly reason: 'loses'; readonly losses: Losses }
  | BesideRefusal;

/** What would have been undone, and by what. */
interface Overtaken {
  readonly client: Client;
  readonly next: Details;
}

/** What a change of the type takes away, and changing it back does not return. */
export interface Losses {
  readonly secrets: readonly SecretRow[];
  readonly redirectUris: readonly string[];
}

interface Changed {
  /** As it was before. */
  readonly client: Client;
  readonly losses: Losses;
  /** Shown once, when a public application became confidential; null otherwise. */
  readonly secret: string | null;
}

interface Change {
  readonly publicId: string;
  /** The complete new list, or how it is made from what is there. */
  readonly details: Details | ((client: Client) => Details);
  /** The version that the change is made for; any where it is missing. */
  readonly isFor?: (client: Client) => boolean;
  /** Whether it would undo what was changed elsewhere; never where this is missing. */
  readonly isOvertaken?: (now: Details, next: Details) => boolean;
  /** False where nobody has agreed yet that something is lost; agreed to where it is missing. */
  readonly mayLose?: boolean;
  /** What administrators and the operator alone may change with it. */
  readonly beside?: Beside;
}

export async function changeClient(
  world: World,
  { publicId, details, isFor, isOvertaken, mayLose = true, beside = {} }: Change,
  actor: Actor,
): Promise<Result<Changed, ChangeRefusal>> {
  const outcome = await actOnClient(world, { publicId, actor }, async (client): Promise<JudgedChange> => {
    if (isFor?.(client) === false) return { answer: refuse({ reason: 'stale' }) };
    const wanted = typeof details === 'function' ? details(client) : details;
    const examined = examineDetails(wanted, world.settings, { current: client });
    if (!examined.ok) return { answer: refuse({ reason: 'faulty', faults: examined.refusal }) };
    const next = examined.value;
    if (isOvertaken?.(detailsOf(client), next))
      return { answer: refuse({ reason: 'stale', overtaken: { client, next } }) };
    const losses = await lossesOf(world, client, next);
    const drafted = await draftBeside(world, client, { details: next, beside }, actor);
    if (!drafted.ok) return { answer: drafted };
    if (fieldsChanged(client, next).length + drafted.value.fields.length === 0)
      return { answer: accept({ client, losses, secret: null }) };
    if (!mayLose && losses.secrets.length + losses.redirectUris.length > 0)
      return { answer: refuse({ reason: 'loses', losses }) };
    const terms = { details: next, losses, beside: drafted.value, given: beside.given };
    const { secret, ...draft } = draftChange(world, client, terms, actor);
    return { ...draft, done: () => accept({ client, losses, secret }) };
  });
  return outcome ?? refuse({ reason: 'unknown' });
}

type JudgedChange = Judged<Result<Changed, ChangeRefusal>>;

export async function lossesOf(world: World, client: Client, next: ExaminedDetails): Promise<Losses> {
  return {
    secrets: isMadePublic(client, next) ? await secretsOf(client, world) : [],
    redirectUris: needsRedirectUri(next.kind) ? [] : client.redirectUris,
  };
}

function isMadePublic(client: Client, next: ExaminedDetails): boolean {
  return client.isConfidential && !next.isConfidential;
}

interface DraftedChange {
  readonly details: ExaminedDetails;
  readonly losses: Losses;
  readonly beside: BesideDraft;
  /** The first secret of one that becomes confidential; one is made where this is missing. */
  readonly given?: string | undefined;
  /** Marks it as one that `apply` takes care of. */
  readonly appliedAt?: number | null;
}

interface ChangeDraft {
  readonly change: ClientChange;
  readonly batch: readonly Sql[];
  /** One that was made here. */
  readonly secret: string | null;
}

/** What is written where the details of an application change, or what is changed beside them. */
export function draftChange(
  world: World,
  client: Client,
  { details, losses, beside, given, appliedAt = null }: DraftedChange,
  actor: Actor,
): ChangeDraft {
  const isNew = details.isConfidential && !client.isConfidential;
  const secret = isNew ? makeSecret(world, client.id, { by: actor, preset: given }) : null;
  const changed = fieldsChanged(client, details);
  const waiting = waitingAfter(world, client, details, actor);
  const isOther = changed.some((field) => VOUCHED_FOR.has(field)) || isWidened(client, details);
  const mark = isOther && !actor.isAdmin ? null : 'kept';
  const told = (kind: EventKind, suffix: string) =>
    report(world, actor.source, kind, aboutClient(client, actor, suffix));
  const isHeld = waiting.waitingSince !== null && client.waitingSince === null;
  return {
    change: {
      kind: 'edited',
      // From the next second on: what was sent in this one may have come from a public application (sources.ts).
      details: columnsOf(details, world.now() + 1, client.requiredScope),
      marks: { verified: mark, first_party: mark },
      management: 'kept',
      waiting,
      limits: formatOwnLimits(client.limits),
      appliedAt,
      ...beside.change,
    },
    batch: [
      ...changesBeside(world, client, details),
      ...(secret ? [secret.insert, openMachineFamily(world, client.id)] : []),
      ...(changed.length > 0 || appliedAt !== null
        ? [told('application.changed', changed.join(', ') || 'applied')]
        : []),
      ...losses.secrets.map(({ suffix }) => told('application.secret_removed', suffix)),
      ...(secret ? [told('application.secret_added', secret.suffix)] : []),
      ...(isHeld ? [asked(world, client, actor, 'changed')] : []),
      ...beside.batch,
    ],
    secret: given === undefined ? (secret?.value ?? null) : null,
  };
}

/** What an application says of itself now, for changes of a part of it. */
export function detailsOf(client: Client): Details {
  return {
    name: client.name,
    description: client.description,
    homepageUrl: client.homepageUrl,
    logoUrl: client.logoUrl,
    policyUrl: client.policyUrl,
    termsUrl: client.termsUrl,
    redirectUris: client.redirectUris,
    scopes: client.scope,
    isConfidential: client.isConfidential,
    kind: client.kind,
    sendsIssuer: client.sendsIss,
  };
}
/** What an administrator looked at before vouching for it: once one of these is another, somebody has to look again. */
const VOUCHED_FOR: ReadonlySet<string> = new Set(['name', 'homepage_url', 'redirect_uri', 'type', 'confidential']);

/** What may be asked for was looked at too: nobody is asked about it where the mark says that it is the service's own. */
function isWidened(client: Client, details: ExaminedDetails): boolean {
  return details.scopes.some((name) => !client.scope.includes(name));
}

/**
 * RFC 6749 §2.1: one client_id is one type of client. A secret that was shipped with a public application is not
 * secret, so all are deleted when it becomes public, and none returns when it becomes confidential again.
 */
function changesBeside(world: World, client: Client, details: ExaminedDetails): readonly Sql[] {
  return [
    ...replaceRedirectUris(client.id, client.redirectUris, details.redirectUris),
    ...(isMadePublic(client, details)
      ? [...removalOfAll(client.id, world.now()), closeMachineFamily(world, client.id, 'application_made_public')]
      : []),
  ];
}

/** What a form may change that decides where codes go and what they are good for. */
interface Sent {
  readonly redirectUris?: readonly string[];
  readonly scopes?: readonly string[];
  readonly requiredScopes?: readonly string[] | undefined;
  readonly kind?: ClientKind | undefined;
  readonly isConfidential?: boolean;
}

/**
 * True for a change that asks for a recent password, whichever form it comes from: it moves where codes are sent, what
 * may be asked for, what cannot be refused, or makes and destroys secrets. What is not sent does not change.
 */
export function isDangerousChange(client: Client, sent: Sent): boolean {
  const { redirectUris, scopes, requiredScopes, kind, isConfidential } = sent;
  return (
    (redirectUris !== undefined && !isSameSet(client.redirectUris, redirectUris)) ||
    (scopes !== undefined && !isSameSet(client.scope, scopes)) ||
    (requiredScopes !== undefined && !isSameSet(client.requiredScope, requiredScopes)) ||
    (kind !== undefined && kind !== client.kind) ||
    (isConfidential !== undefined && isConfidential !== client.isConfidential)
  );
}

function isSameSet(before: readonly string[], after: readonly string[]): boolean {
  return new Set(before).symmetricDifference(new Set(after)).size === 0;
}

/** By their names on the form, for the event. */
export function fieldsChanged(client: Client, details: ExaminedDetails): readonly string[] {
  const comparisons: readonly (readonly [string, boolean])[] = [
    ['name', client.name === details.name],
    ['description', client.description === details.description],
    ['homepage_url', client.homepageUrl === details.homepageUrl],
    ['logo_url', client.logoUrl === details.logoUrl],
    ['policy_url', client.policyUrl === details.policyUrl],
    ['terms_url', client.termsUrl === details.termsUrl],
    ['redirect_uri', isSame(client.redirectUris, details.redirectUris)],
    ['scope', isSameSet(client.scope, details.scopes)],
    ['required_scope', isSameSet(client.requiredScope, details.requiredScopes ?? client.requiredScope)],
    ['type', client.kind === details.kind],
    ['confidential', client.isConfidential === details.isConfidential],
    ['send_iss', client.sendsIss === details.sendsIssuer],
  ];
  return comparisons.filter(([, isEqual]) => !isEqual).map(([field]) => field);
}

function isSame(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((entry, index) => entry === after[index]);
}
