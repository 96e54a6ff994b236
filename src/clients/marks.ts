/** What administrators say of an application: verified, or the service's own. Both are rows that every request reads. */
import { report } from '../events/report.ts';
import type { Mark } from '../protocol/clients/application-search.ts';
import type { Result } from '../protocol/result.ts';
import type { Sql } from '../storage/sql.ts';
import { markClient } from '../storage/tables/clients/search.ts';
import type { World } from '../world.ts';
import type { Actor } from './act.ts';
import type { Client } from './find.ts';
import { aboutAdministered, actAsAdministrator, type SuspensionRefusal } from './suspension.ts';

const EVENTS = {
  verified: ['application.verified', 'application.verification_ended'],
  first_party: ['application.made_first_party', 'application.first_party_ended'],
} as const;

interface Marking {
  readonly publicId: string;
  readonly mark: Mark;
  /** Whether the mark is set or removed. */
  readonly isSet: boolean;
  /** The version that the administrator has seen (`updatedAt`). */
  readonly seen: number;
}

export function setMark(
  world: World,
  { publicId, mark, isSet, seen }: Marking,
  actor: Actor,
): Promise<Result<Client, SuspensionRefusal>> {
  return actAsAdministrator(world, publicId, actor, (client) => {
    const has = mark === 'verified' ? client.isVerified : client.isFirstParty;
    if (has === isSet) return 'already';
    if (isSet && client.updatedAt !== seen) return 'changed';
    const told = reportMark(world, client, { mark, isSet }, actor);
    return [markClient(client, mark, isSet ? world.now() : null), told];
  });
}

export function reportMark(
  world: World,
  client: Pick<Client, 'id' | 'ownerId'>,
  { mark, isSet }: Pick<Marking, 'mark' | 'isSet'>,
  actor: Actor,
): Sql {
  const [begins, ends] = EVENTS[mark];
  return report(world, actor.source, isSet ? begins : ends, aboutAdministered(client, actor));
}
