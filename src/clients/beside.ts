/** What administrators and the operator change in one batch with the details of an application: its secret, limits, marks and rights. */
import { report } from '../events/report.ts';
import { MARKS, type Mark } from '../protocol/clients/application-search.ts';
import { changedLimits, formatOwnLimits, type LimitChange } from '../protocol/clients/own-limits.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import type { Sql } from '../storage/sql.ts';
import type { ClientChange } from '../storage/tables/clients/clients.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient } from './act.ts';
import { APPROVED, reportApproved } from './approval.ts';
import type { ExaminedDetails } from './details.ts';
import type { Client } from './find.ts';
import { reportMark } from './marks.ts';
import { isSame, reportLimits } from './own-limits.ts';
import { draftReplacement, isSecretNow } from './secrets.ts';

/** What is missing stays as it is. */
export interface Beside {
  /** A secret that programs know already: it takes the place of all others. */
  readonly given?: string | undefined;
  readonly limits?: LimitChange | undefined;
  readonly marks?: Readonly<Partial<Record<Mark, boolean>>> | undefined;
  /** Whether it may manage everything. */
  readonly isManaging?: boolean | undefined;
  /** Approves one that waits. */
  readonly isApproved?: boolean | undefined;
}

export interface BesideRefusal {
  readonly reason: 'secret_of_public' | 'right_of_public' | 'owner_no_administrator';
}

export interface BesideDraft {
  /** What becomes another, by its name in a description. */
  readonly fields: readonly string[];
  readonly change: Partial<Extract<ClientChange, { kind: 'edited' }>>;
  readonly batch: readonly Sql[];
}

/** `details` are those that the application has then. A refusal leaves everything as it is, the details too. */
export async function draftBeside(
  world: World,
  client: Client,
  { details, beside }: { readonly details: ExaminedDetails; readonly beside: Beside },
  actor: Actor,
): Promise<Result<BesideDraft, BesideRefusal>> {
  const { given, limits: wanted = {}, marks: said = {}, isManaging } = beside;
  if (given !== undefined && !details.isConfidential) return refuse({ reason: 'secret_of_public' });
  if (isManaging && !details.isConfidential) return refuse({ reason: 'right_of_public' });
  if (isManaging && !client.isOfAdministrator) return refuse({ reason: 'owner_no_administrator' });
  const isMoved = isManaging !== undefined && isManaging !== (client.adminAt !== null);
  const isOther = given !== undefined && !(await isSecretNow(world, client, given));
  // One that becomes confidential has no secret that could be replaced: its first one is written with the details.
  const replaced = isOther && client.isConfidential ? draftReplacement(world, client, given, actor) : [];
  const approves = beside.isApproved === true && client.waitingSince !== null;
  const limits = changedLimits(client.limits, wanted);
  const isLimited = !isSame(client.limits, limits);
  const has = { verified: client.isVerified, first_party: client.isFirstParty };
  const marks = MARKS.filter((mark) => said[mark] !== undefined && said[mark] !== has[mark]);
  const at = (isSet: boolean) => (isSet ? world.now() : null);
  const kept = { verified: 'kept', first_party: 'kept' } as const;
  return accept({
    fields: [
      ...(isOther ? ['secret'] : []),
      ...(approves ? ['approved'] : []),
      ...(isLimited ? ['limits'] : []),
      ...marks,
      ...(isMoved ? ['admin'] : []),
    ],
    change: {
      ...(isLimited ? { limits: formatOwnLimits(limits) } : {}),
      ...(marks.length > 0
        ? { marks: { ...kept, ...Object.fromEntries(marks.map((mark) => [mark, at(!has[mark])])) } }
        : {}),
      ...(isMoved ? { management: at(isManaging) } : {}),
      ...(approves ? { waiting: APPROVED } : {}),
    },
    batch: [
      ...replaced,
      ...(approves ? [reportApproved(world, client, actor)] : []),
      ...(isLimited ? [reportLimits(world, client, limits, actor)] : []),
      ...marks.map((mark) => reportMark(world, client, { mark, isSet: !has[mark] }, actor)),
      ...(isMoved ? [reportManagement(world, client, isManaging, actor)] : []),
    ],
  });
}

export function reportManagement(world: World, client: Client, isGiven: boolean, actor: Actor): Sql {
  const kind = isGiven ? 'application.administration_given' : 'application.administration_taken';
  return report(world, actor.source, kind, aboutClient(client, actor));
}
