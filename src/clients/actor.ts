/** Who changes an application, from where, and how the event about it is told. */
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

/** The event belongs to the owner's part of the log; when somebody else acted, it says who. */
export function aboutClient(
  client: { readonly id: number; readonly ownerId: number },
  actor: Actor,
  what: string | null = null,
): About {
  const by = actor.id === null ? 'by the operator' : `by administrator ${actor.id}`;
  const said = [...(what === null ? [] : [what]), ...(actor.id === client.ownerId ? [] : [by])];
  return { accountId: client.ownerId, clientId: client.id, detail: said.length === 0 ? null : said.join('; ') };
}
