/** Who changes an application and from where, as the event records it. */
import type { About } from '../events/report.ts';
import type { Source } from '../protocol/event.ts';

export interface Actor {
  /** The account that acts; null for the operator at the command line. */
  readonly id: number | null;
  readonly isAdmin: boolean;
  readonly source: Source;
}

/** The command line has no address of its own. */
export const OPERATOR: Actor = { id: null, isAdmin: true, source: { address: null, userAgent: null } };

/** The event is listed with the owner's account; when another account acted, it says which. */
export function aboutClient(
  client: { readonly id: number; readonly ownerId: number },
  actor: Actor,
  what: string | null = null,
): About {
  const by = actor.id === null ? 'by the operator' : `by administrator ${actor.id}`;
  const said = [...(what === null ? [] : [what]), ...(actor.id === client.ownerId ? [] : [by])];
  return { accountId: client.ownerId, clientId: client.id, detail: said.length === 0 ? null : said.join('; ') };
}
