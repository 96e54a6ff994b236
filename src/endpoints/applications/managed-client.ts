/** What every door of one application begins with: who is there, and is the application theirs to see? */
import type { Actor } from '../../clients/actor.ts';
import { type Client, findManagedClient } from '../../clients/find.ts';
import { problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, requireAccount } from '../../http/browser/visitor.ts';
import type { Reply, Request } from '../../http/request.ts';
import { applicationPath } from '../../pages/applications/frame.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { World } from '../../world.ts';

export interface ManagedClient {
  readonly visitor: AccountVisitor;
  readonly client: Client;
  readonly actor: Actor;
  /** The address of the application's own page. */
  readonly path: string;
}

/** Somebody else's application and one that does not exist get the same page. */
export async function requireManaged(request: Request, world: World): Promise<Result<ManagedClient, Reply>> {
  const known = await requireAccount(request, world);
  if (!known.ok) return known;
  const visitor = known.value;
  const client = await findManagedClient(request.parameters.id ?? '', visitor.account, world);
  if (!client) return refuse(problemReply(visitor, { status: 404 }));
  return accept({ visitor, client, actor: actorOf(visitor), path: applicationPath(client.publicId) });
}

export function actorOf({ account, request }: AccountVisitor): Actor {
  return { id: account.id, isAdmin: account.isAdmin, source: request.source };
}
