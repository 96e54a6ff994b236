/** Registers an application: its id, its first secret, and everything else in one batch. */

import { report } from '../events/report.ts';
import type { Once } from '../limits/once.ts';
import type { Mark } from '../protocol/clients/application-search.ts';
import { formatOwnLimits, type OwnLimits } from '../protocol/clients/own-limits.ts';
import { isUnreachableId } from '../protocol/clients/unreachable-id.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { isResourceId } from '../protocol/resources/resource.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { insertClient } from '../storage/tables/clients/clients.ts';
import { countClientsOf } from '../storage/tables/clients/list.ts';
import { replaceRedirectUris } from '../storage/tables/clients/redirect-uris.ts';
import { findAccount, remainsKnown } from '../storage/tables/people/accounts.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient, isAdministrator, rightsOf } from './act.ts';
import { MOST_CLIENTS, takeQuota } from './act-limits.ts';
import { asked } from './approval.ts';
import { choosePublicId, isPrintable } from './client-id.ts';
import {
  columnsOf,
  type Details,
  type ExamineContext,
  type ExaminedDetails,
  examineDetails,
  type Fault,
} from './details.ts';
import { openMachineFamily } from './machine-family.ts';
import { reportMark } from './marks.ts';
import { findRegistrar } from './registrar.ts';
import { makeSecret } from './secrets.ts';

interface Registration {
  readonly ownerId: number;
  readonly details: Details;
  /** An import: the id, and the secret if there is one, that programs of the client already know (SPEC D1). */
  readonly preset?: { readonly publicId: string; readonly secret: string | undefined };
  /** Identifies a form, so that sending it twice (a reload) registers one application. */
  readonly seal?: string;
  /** Identifies a request of the management API, which then registers one application. */
  readonly once?: Once<Registered>;
  readonly actor: Actor;
  /** By administrators and the operator alone. */
  readonly marks?: readonly Mark[];
}

export interface Registered {
  readonly id: number;
  readonly publicId: string;
  /** Shown once; null for a public application. */
  readonly secret: string | null;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** All of it, as it is kept. */
  readonly details: ExaminedDetails;
  /** Null where nobody has to approve it. */
  readonly waitingSince: number | null;
  readonly limits: OwnLimits;
  readonly createdAt: number;
}

type RegistrationRefusal =
  | { readonly reason: 'faulty'; readonly faults: readonly Fault[] }
  /** The same form was sent before, and registered this application. */
  | { readonly reason: 'repeated'; readonly publicId: string }
  /** A request with the same key has been answered before. */
  | { readonly reason: 'answered' }
  /** The acting application may no longer do this. */
  | { readonly reason: 'powerless' }
  /** The setting lets others register, and not this account. */
  | { readonly reason: 'forbidden' }
  /** The account that it would belong to has been deleted. */
  | { readonly reason: 'ownerless' };

export async function registerClient(
  world: World,
  input: Registration,
): Promise<Result<Registered, RegistrationRefusal>> {
  const examined = examineDetails(input.details, world.settings, contextOf(input.actor));
  const faults = [...(examined.ok ? [] : examined.refusal), ...faultsOfPreset(input)];
  if (!examined.ok || faults.length > 0) return refuse({ reason: 'faulty', faults });
  // SPEC D9: programs that were written for another service may not expect `iss`.
  const details = input.preset ? { ...examined.value, sendsIssuer: false } : examined.value;
  return await attempt(() => registerOnce(world, input, details));
}

async function registerOnce(
  world: World,
  input: Registration,
  details: ExaminedDetails,
): Promise<Result<Registered, RegistrationRefusal> | typeof stale> {
  if (await input.once?.isDone()) return refuse({ reason: 'answered' });
  const registrar = await registrarOf(world, input);
  if (typeof registrar === 'string') return refuse({ reason: registrar });
  const { publicId, holder } = await choosePublicId(world, { preset: input.preset?.publicId, seal: input.seal });
  if (holder !== 'nobody')
    return input.preset ? faulty('client_id', { reason: 'client_id_taken' }) : refuse({ reason: 'repeated', publicId });
  if ((await countClientsOf(world.database, input.ownerId)) >= MOST_CLIENTS) {
    return faulty('quota', { reason: 'applications_many', most: MOST_CLIENTS });
  }
  const draft = draftClient(world, input, { details, publicId, waits: registrar.waits, marks: input.marks ?? [] });
  const written = await world.database.write([
    ...registrar.guards,
    takeQuota(input.ownerId, world.now()),
    ...draft.batch,
    ...(input.once ? [input.once.note(draft.registered)] : []),
  ]);
  return written === null ? stale : accept(draft.registered);
}

const NO_CLIENT = { id: null, ownerId: null };

interface Registrar {
  readonly waits: boolean;
  readonly guards: readonly Sql[];
}

/**
 * On the pages people register for the own account, if they may; an application with the right does it for others. What
 * administrators and the operator register is approved thereby.
 */
async function registrarOf(
  world: World,
  input: Registration,
): Promise<Registrar | 'powerless' | 'forbidden' | 'ownerless'> {
  const { actor, ownerId } = input;
  // Asked at every attempt: an account that is deleted meanwhile would be waited for in vain.
  if (actor.id !== ownerId && !(await isKnown(world, ownerId))) return 'ownerless';
  if (actor.id === null) return { waits: false, guards: knownOwner(input) };
  if (actor.id === ownerId && !actor.application?.managesAll) {
    const registrar = await findRegistrar(world, ownerId);
    if (!registrar) return 'forbidden';
    const waits = world.settings.applicationApproval !== 'none' && !registrar.isAdmin;
    return { waits, guards: registrar.guards };
  }
  if (!(await isAdministrator(world, actor))) return 'powerless';
  return { waits: false, guards: [...rightsOf(actor, NO_CLIENT), ...knownOwner(input)] };
}

async function isKnown(world: World, ownerId: number): Promise<boolean> {
  const owner = await findAccount(world.database, { id: ownerId });
  return owner !== undefined && owner.deletedAt === null;
}

/** A guard: the owner's account was not deleted meanwhile. The actor's own is guarded already. */
function knownOwner({ actor, ownerId }: Registration): readonly Sql[] {
  return actor.id === ownerId ? [] : [remainsKnown(ownerId)];
}

interface Drafted {
  readonly details: ExaminedDetails;
  readonly publicId: string;
  readonly appliedAt?: number | null;
  /** Whether somebody has to approve it first. */
  readonly waits?: boolean;
  readonly limits?: OwnLimits;
  readonly marks?: readonly Mark[];
}

interface Draft {
  readonly registered: Registered;
  readonly batch: readonly Sql[];
}

/** The rows of a new application, but not its place in the owner's quota. */
export function draftClient(
  world: World,
  input: Pick<Registration, 'ownerId' | 'actor' | 'preset'>,
  { details, publicId, appliedAt = null, waits = false, limits = {}, marks = [] }: Drafted,
): Draft {
  const id = world.nextId();
  const secret = details.isConfidential
    ? makeSecret(world, id, { by: input.actor, preset: input.preset?.secret })
    : null;
  const createdAt = world.now();
  const { ownerId, actor } = input;
  const waitingSince = waits ? createdAt : null;
  const batch = [
    insertClient({
      ...{ id, publicId, ownerId, appliedAt, waitingSince, createdAt, limits: formatOwnLimits(limits), marks },
      ...columnsOf(details, createdAt),
    }),
    ...replaceRedirectUris(id, [], details.redirectUris),
    ...(secret ? [secret.insert, openMachineFamily(world, id)] : []),
    report(world, actor.source, 'application.created', aboutClient({ id, ownerId }, actor)),
    ...(waits ? [asked(world, { id, ownerId }, actor, 'new')] : []),
    ...marks.map((mark) => reportMark(world, { id, ownerId }, { mark, isSet: true }, actor)),
  ];
  const { name, redirectUris } = details;
  const made = {
    id,
    publicId,
    secret: secret?.value ?? null,
    name,
    redirectUris,
    details,
    waitingSince,
    limits,
    createdAt,
  };
  return { registered: made, batch };
}

function faultsOfPreset({ preset, details }: Registration): readonly Fault[] {
  if (!preset) return [];
  const { publicId, secret } = preset;
  const faults: Fault[] = [];
  if (!isPrintable(publicId)) faults.push(fault('client_id', { reason: 'client_id_characters' }));
  if (isUnreachableId(publicId)) faults.push(fault('client_id', { reason: 'client_id_unreachable' }));
  if (isResourceId(publicId)) faults.push(fault('client_id', { reason: 'client_id_reserved' }));
  if (secret === undefined) return faults;
  if (!details.isConfidential) faults.push(fault('client_secret', { reason: 'client_secret_of_public' }));
  if (!isPrintable(secret)) faults.push(fault('client_secret', { reason: 'client_secret_characters' }));
  return faults;
}

/** The operator has no account. */
function contextOf({ id }: Actor): ExamineContext {
  return id === null ? 'operator' : { current: null };
}

function faulty(field: Fault['field'], why: FieldFault): Result<never, RegistrationRefusal> {
  return refuse({ reason: 'faulty', faults: [fault(field, why)] });
}

function fault(field: Fault['field'], why: FieldFault): Fault {
  return { field, row: null, why };
}
