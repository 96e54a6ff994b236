/** The application that a page is about: whose it is to manage, and what the frame of its pages shows of it. */
import type { Actor } from '../../clients/act.ts';
import { type Client, findManagedClient } from '../../clients/find.ts';
import { findGiven, type Given } from '../../clients/transfer.ts';
import { countUsers } from '../../clients/user-count.ts';
import { problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, requireAccount, type Visitor } from '../../http/browser/visitor.ts';
import type { Reply } from '../../http/route.ts';
import { type ApplicationSubject, applicationPath } from '../../pages/applications/frame.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { World } from '../../world.ts';

export interface ManagedClient {
  readonly visitor: AccountVisitor;
  readonly client: Client;
  readonly actor: Actor;
  /** The address of the application's own page. */
  readonly path: string;
}

export interface OwnedClient extends ManagedClient {
  readonly isOwned: true;
}

/** Somebody else's application and one that does not exist get the same page; who gave it away is told to whom. */
export async function requireManaged(visitor: Visitor): Promise<Result<ManagedClient, Reply>> {
  const known = requireAccount(visitor);
  if (!known.ok) return known;
  const { account, request, world } = known.value;
  const client = await findManagedClient(request.parameters.id ?? '', account, world);
  if (!client) return refuse(await notManagedReply(known.value));
  return accept({
    visitor: known.value,
    client,
    actor: actorOf(known.value),
    path: applicationPath(client.publicId),
  });
}

/** An administrator manages every application, but acts in the place of no other owner. */
export async function requireOwned(visitor: Visitor): Promise<Result<OwnedClient, Reply>> {
  const managed = await requireManaged(visitor);
  if (!managed.ok) return managed;
  return isOwner(managed.value)
    ? accept({ ...managed.value, isOwned: true })
    : refuse(problemReply(visitor, { status: 404 }));
}

export async function notManagedReply(visitor: AccountVisitor): Promise<Reply> {
  const { account, request, world } = visitor;
  const given = await findGiven(world, account.id, request.parameters.id ?? '');
  return given ? givenReply(visitor, given) : problemReply(visitor, { status: 404 });
}

/** The page is gone for the former owner; what was sent to it is in conflict with what happened meanwhile. */
export function givenReply(visitor: AccountVisitor, { name, at, to }: Omit<Given, 'publicId'>): Reply {
  const status = visitor.request.method === 'POST' ? 409 : 404;
  return problemReply(visitor, { status, about: 'given', name, at, to: to?.nickname ?? null });
}

export function isOwner({ visitor, client }: ManagedClient): boolean {
  return client.ownerId === visitor.account.id;
}

export function actorOf({ account, request }: AccountVisitor): Actor {
  return { id: account.id, isAdmin: account.isAdmin, source: request.source };
}

export function subjectOf(client: Client, userCount: number): ApplicationSubject {
  const { publicId: clientId, name, description, kind, logoPath, createdAt, updatedAt, suspendedBecause } = client;
  const { waitingSince, waitingFor, declinedBecause } = client;
  const waiting = waitingSince === null ? null : { isNew: waitingFor === 'new', declinedBecause };
  return { clientId, name, description, kind, logoPath, userCount, createdAt, updatedAt, suspendedBecause, waiting };
}

/** The same where nothing else needs to know how many people use it. */
export async function countedSubject(world: World, client: Client): Promise<ApplicationSubject> {
  return subjectOf(client, await countUsers(client.id, world));
}
