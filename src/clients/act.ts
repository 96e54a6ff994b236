/** How an application is changed: by whom, and only if it is still as it was read, with the same owner. */
import type { About } from '../events/report.ts';
import { NOWHERE, type Source } from '../protocol/event.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { type ClientChange, changeSeen, remainsManaging } from '../storage/tables/clients/clients.ts';
import { findAccount } from '../storage/tables/people/accounts.ts';
import { remainsAdministrator } from '../storage/tables/people/search.ts';
import type { World } from '../world.ts';
import { type Client, findClient } from './find.ts';

export interface Actor {
  /** The account that acts; null for the operator at the command line. */
  readonly id: number | null;
  readonly isAdmin: boolean;
  readonly source: Source;
  /** Through the management API: the application whose token was sent. */
  readonly application?: ActingApplication;
}

interface ActingApplication {
  readonly id: number;
  readonly publicId: string;
  /** True where it acts by its own right, which an administrator gave it: the account is then that of its owner. */
  readonly managesAll: boolean;
}

/** The command line has no address of its own. */
export const OPERATOR: Actor = { id: null, isAdmin: true, source: NOWHERE };

/** The event is listed with the owner's account; when another account acted, it says which. */
export function aboutClient(
  client: { readonly id: number; readonly ownerId: number },
  actor: Actor,
  what: string | null = null,
): About {
  const by = actorWords(actor, client.ownerId);
  const said = [...(what === null ? [] : [what]), ...(by === null ? [] : [by])];
  return { accountId: client.ownerId, clientId: client.id, detail: said.length === 0 ? null : said.join('; ') };
}

/** Null for an owner on the pages, who needs no mention. */
export function actorWords({ id, application }: Actor, ownerId: number | null): string | null {
  if (application !== undefined) return `by application ${application.publicId}`;
  if (id === null) return 'by the operator';
  return id === ownerId ? null : `by administrator ${id}`;
}

/** What an act came to: an answer at once, or writes and the answer for when they are done. */
export type Judged<T> = { readonly answer: T } | Writes<T>;

interface Writes<T> {
  /** What becomes of the application's own row. Only its version changes where this is left out. */
  readonly change?: ClientChange;
  /** What is written beside it. */
  readonly batch: readonly Sql[];
  /** Is told how many rows each statement of the batch touched. */
  readonly done: (touched: readonly number[]) => T;
}

interface Which {
  readonly publicId: string;
  readonly actor: Actor;
}

type Judge<T> = (client: Client) => Judged<T> | Promise<Judged<T>>;

/**
 * Every act of an owner or an administrator goes through here: the application is read and judged anew for each attempt,
 * and the batch holds the guard that it has not changed since, nor changed hands. Answers undefined where there is no
 * such application, or none that this actor may manage.
 */
export function actOnClient<T>(world: World, { publicId, actor }: Which, judge: Judge<T>): Promise<T | undefined> {
  return attempt(async () => {
    const client = await findClient(publicId, world);
    if (!client) return undefined;
    if (!isOwnedBy(actor, client) && !(await isAdministrator(world, actor))) return undefined;
    return await actOnSeen(world, client, judge, rightsOf(actor, client));
  });
}

/**
 * A token that somebody allowed to manage their applications is not the owner of one that manages the whole service: with a
 * secret of that one, whoever holds the token would have everything.
 */
function isOwnedBy({ id, application }: Actor, client: Client): boolean {
  if (client.ownerId !== id || application?.managesAll === true) return false;
  return application === undefined || client.adminAt === null;
}

/** The same for somebody who does not manage the application: `judge` has to find out whether the actor may do it. */
export function actOnOffered<T>(world: World, publicId: string, judge: Judge<T>): Promise<T | undefined> {
  return attempt(async () => {
    const client = await findClient(publicId, world);
    return client && (await actOnSeen(world, client, judge));
  });
}

/**
 * Guards: the actor may still do this at the commit. An application that acts on itself is guarded by its version, which
 * changes with its rights; a batch touches no row twice.
 */
export function rightsOf(
  { id, application }: Actor,
  client: { readonly id: number | null; readonly ownerId: number | null },
): readonly Sql[] {
  const managesAll = application?.managesAll === true;
  return [
    ...(id === null || (client.ownerId === id && !managesAll) ? [] : [remainsAdministrator(id)]),
    ...(managesAll && application.id !== client.id ? [remainsManaging(application.id)] : []),
  ];
}

async function actOnSeen<T>(
  world: World,
  client: Client,
  judge: Judge<T>,
  rights: readonly Sql[] = [],
): Promise<T | typeof stale> {
  const judged = await judge(client);
  if ('answer' in judged) return judged.answer;
  const guards = [...rights, changeSeen(client, judged.change ?? { kind: 'touched' }, world.now())];
  const touched = await world.database.write([...guards, ...judged.batch]);
  return touched === null ? stale : judged.done(touched.slice(guards.length));
}

/** Asked of the account as it is now, not of the session. The operator at the command line has no account. */
export async function isAdministrator(world: World, { id, isAdmin, application }: Actor): Promise<boolean> {
  if (id === null || !isAdmin) return isAdmin;
  if (application?.managesAll === true) {
    const client = await findClient(application.publicId, world);
    if (!client || client.adminAt === null || client.suspendedAt !== null || client.ownerId !== id) return false;
  }
  const account = await findAccount(world.database, { id });
  return account !== undefined && account.adminAt !== null && account.disabledAt === null && account.deletedAt === null;
}
