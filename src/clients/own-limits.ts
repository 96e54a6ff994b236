/** Gives an application limits of its own, or takes them back: by administrators alone. */
import type { Settings } from '../config.ts';
import { report } from '../events/report.ts';
import {
  changedLimits,
  formatOwnLimits,
  type LimitChange,
  mostOf,
  OWN_LIMIT_NAMES,
  type OwnLimitName,
  type OwnLimits,
} from '../protocol/clients/own-limits.ts';
import type { AdministrationFault } from '../protocol/people/field-fault.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import type { Sql } from '../storage/sql.ts';
import { changeSeen } from '../storage/tables/clients/clients.ts';
import type { World } from '../world.ts';
import type { Actor } from './act.ts';
import type { Client } from './find.ts';
import { aboutAdministered, actAsAdministrator, type SuspensionRefusal } from './suspension.ts';

type LimitSettings = Pick<Settings, 'tokenRequestsPerClient' | 'apiRequestsPerCaller' | 'codesPerConsent'>;

/** What holds for every application that has nothing of its own. */
export function usualLimit(settings: LimitSettings, name: OwnLimitName): number {
  switch (name) {
    case 'token_requests':
      return settings.tokenRequestsPerClient;
    case 'api_requests':
      return settings.apiRequestsPerCaller;
    case 'codes_per_user':
      return settings.codesPerConsent;
  }
}

/** Null for nothing written: the limit that all others have. */
export function examineLimit(name: OwnLimitName, text: string): Result<number | null, AdministrationFault> {
  const typed = text.trim();
  if (typed === '') return accept(null);
  const most = mostOf(name);
  const limit = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  return limit >= 1 && limit <= most ? accept(limit) : refuse({ reason: 'limit_range', most });
}

interface Wish {
  readonly publicId: string;
  readonly change: LimitChange | ((limits: OwnLimits) => LimitChange);
  /** Whether it is still as it was seen; any version where this is missing. */
  readonly isFor?: (client: Client) => boolean;
  /** Whether it would undo what was changed elsewhere; never where this is missing. */
  readonly isOvertaken?: (now: OwnLimits, next: OwnLimits) => boolean;
}

/** Holds with the next request. */
export function setOwnLimits(
  world: World,
  { publicId, change, isFor, isOvertaken }: Wish,
  actor: Actor,
): Promise<Result<Client, SuspensionRefusal>> {
  return actAsAdministrator(world, publicId, actor, (client) => {
    if (isFor?.(client) === false) return 'changed';
    const limits = changedLimits(client.limits, typeof change === 'function' ? change(client.limits) : change);
    if (isOvertaken?.(client.limits, limits)) return 'changed';
    if (isSame(client.limits, limits)) return 'already';
    return [
      changeSeen(client, { kind: 'limited', limits: formatOwnLimits(limits) }, world.now()),
      reportLimits(world, client, limits, actor),
    ];
  });
}

export function isSame(before: OwnLimits, after: OwnLimits): boolean {
  return formatOwnLimits(before) === formatOwnLimits(after);
}

export function reportLimits(world: World, client: Client, limits: OwnLimits, actor: Actor): Sql {
  const changed = OWN_LIMIT_NAMES.filter((name) => client.limits[name] !== limits[name]);
  const said = changed.map((name) => `${name} ${limits[name] ?? 'as all others'}`).join(', ');
  return report(world, actor.source, 'application.limit_changed', aboutAdministered(client, actor, said));
}
