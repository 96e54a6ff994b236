/** Turns a thing that happened into the row that says so, for the batch that makes it happen. */
import type { EventKind, Source } from '../protocol/event.ts';
import type { Sql } from '../storage/sql.ts';
import { record } from '../storage/tables/events/events.ts';
import type { World } from '../world.ts';

export interface About {
  readonly accountId?: number | null;
  readonly clientId?: number | null;
  readonly familyId?: number | null;
  /** Which of several reasons, or what changed. Never a secret, a code, a token or a query string. */
  readonly detail?: string | null;
}

export function report(world: World, source: Source, kind: EventKind, about: About = {}): Sql {
  world.metrics.countEvent(kind);
  return record({
    id: world.nextId(),
    at: world.now(),
    kind,
    source,
    accountId: about.accountId ?? null,
    clientId: about.clientId ?? null,
    familyId: about.familyId ?? null,
    detail: detailOf(about.detail ?? null, world.operator),
  });
}

/** What a command does is told with by whom, and with the name of who ran it, as the system knows it. */
function detailOf(detail: string | null, operator: string | undefined): string | null {
  if (operator === undefined) return detail;
  if (detail === null) return `by the operator (${operator})`;
  return `${SAYS_BY_WHOM.test(detail) ? detail : `${detail}; by the operator`} (${operator})`;
}

/** Where a reason follows, the actor comes first. A command may also be the first to do what the configuration says. */
const SAYS_BY_WHOM = /^by the operator: |(?:^|[,;] )by the (?:operator|configuration)$/;
