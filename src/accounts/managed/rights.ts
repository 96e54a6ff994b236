/** What people may do beyond their own account, as administrators and applications with the right give and take it. */
import { endDeveloper, makeDeveloper } from '../../storage/tables/people/search.ts';
import { makeSeenAdministrator, takeSeenAdministration } from '../../storage/tables/people/seen.ts';
import type { World } from '../../world.ts';
import { type Administrator, act, type Outcome, told } from '../administration.ts';
import { versionOf } from '../managed.ts';

interface Person {
  readonly id: number;
  /** Whether the act is meant for this version of the account; left out where any will do. */
  readonly isFor?: (version: string) => boolean;
}

export function makePersonAdministrator(
  world: World,
  by: Administrator,
  { id, isFor = () => true }: Person,
): Promise<Outcome> {
  return act(world, by, id, (person) => {
    if (!isFor(versionOf(person))) return 'stale';
    if (person.adminAt !== null) return 'already';
    if (person.disabledAt !== null) return 'disabled';
    return [makeSeenAdministrator(person, world.now()), told(world, by, 'account.made_administrator', id)];
  });
}

/** Not of oneself, so that an administrator is always left. */
export function endAdministration(
  world: World,
  by: Administrator,
  { id, isFor = () => true }: Person,
): Promise<Outcome> {
  return act(world, by, id, (person) => {
    if (person.id === by.id) return 'self';
    if (!isFor(versionOf(person))) return 'stale';
    if (person.adminAt === null) return 'already';
    return [takeSeenAdministration(person), told(world, by, 'account.administration_ended', id)];
  });
}

/** Whether the person may register applications where not everybody may; applications that exist stay. */
export function setDeveloper(
  world: World,
  by: Administrator,
  { id, isGiven }: { readonly id: number; readonly isGiven: boolean },
): Promise<Outcome> {
  return act(world, by, id, (person) => {
    if ((person.developerAt !== null) === isGiven) return 'already';
    return isGiven
      ? [makeDeveloper(id, world.now()), told(world, by, 'account.made_developer', id)]
      : [endDeveloper(id), told(world, by, 'account.developer_ended', id)];
  });
}
