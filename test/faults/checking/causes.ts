/**
 * What can have ended a token by a moment, and what certainly has (SPEC D5).
 *
 * The server's own clock counts whole seconds, and an operation takes effect at an unknown point between its call and
 * its end. So "possible" is judged generously and "certain" strictly: neither raises a false alarm.
 */
import type { Family, Pair } from './family-tree.ts';
import { endOf, type Operation } from './history.ts';

export interface Rules {
  readonly leewaySeconds: number;
  readonly codeSeconds: number;
  /** How long access tokens live, where a run is long enough to see them end. */
  readonly accessSeconds?: number;
}

/** Two clocks of one machine, read at different places. */
const CLOCK_SLACK_MS = 50;
const SECOND_MS = 1000;

const happened = ({ outcome }: Operation) => outcome === 'ok';
const mayHaveHappened = ({ outcome }: Operation) => outcome === 'ok' || outcome === 'unknown';

/** The earliest moment at which the pair can have been used; infinity if never. */
export function earliestUse(pair: Pair): number {
  const uses = [...pair.uses, ...pair.refreshes].filter(mayHaveHappened);
  return Math.min(...uses.map(({ invokedAt }) => invokedAt));
}

/** By when it was certainly used; infinity if that never became certain. */
export function certainUse(pair: Pair): number {
  const uses = [...pair.uses, ...pair.refreshes].filter(happened);
  return Math.min(...uses.map(({ completedAt }) => completedAt));
}

/** A successor's first use ends the parent's access token. */
export function maySuperseded(pair: Pair): number {
  return Math.min(...pair.children.map(earliestUse));
}

export function certainlySuperseded(pair: Pair): number {
  return Math.min(...pair.children.map(certainUse));
}

/** Whether something can have ended the whole family by this moment. */
export function mayBeEnded(family: Family, by: number, rules: Rules): boolean {
  return possibleEnds(family, by, rules).size > 0;
}

export type FamilyEnd = 'revoked_by_client' | 'code_replayed' | 'refresh_token_reused';

/** What can have ended the family by this moment, in the words in which the database keeps it. */
export function possibleEnds(family: Family, by: number, rules: Rules): ReadonlySet<FamilyEnd> {
  const ends = new Set<FamilyEnd>();
  if (family.revokes.some((revoke) => mayHaveHappened(revoke) && revoke.invokedAt <= by)) ends.add('revoked_by_client');
  if (replays(family).some((replay) => replay.invokedAt <= by)) ends.add('code_replayed');
  const isTheft = (pair: Pair) => pair.refreshes.some((refresh) => mayBeTheft(pair, refresh, by, rules));
  if (family.pairs.some(isTheft)) ends.add('refresh_token_reused');
  return ends;
}

/** Whether the family was certainly ended before this moment. */
export function isCertainlyEnded(family: Family, before: number, rules: Rules): boolean {
  return (
    family.revokes.some((revoke) => happened(revoke) && revoke.completedAt <= before) ||
    replays(family).some((replay) => replay.outcome === 'refused' && replay.completedAt <= before) ||
    family.pairs.some((pair) =>
      pair.refreshes.some((refresh) => refresh.completedAt <= before && isCertainTheft(pair, refresh, rules)),
    )
  );
}

/** SPEC D4: a second valid exchange ends what came of the first. */
function replays({ exchanges }: Family): readonly Operation[] {
  const first = exchanges.find(happened) ?? exchanges.find(mayHaveHappened);
  if (!first) return [];
  return exchanges.filter((other) => other !== first && other.outcome !== 'ok' && endOf(other) >= first.invokedAt);
}

/** A refresh token presented after its time. */
export function mayBeTheft(pair: Pair, refresh: Operation, by: number, { leewaySeconds }: Rules): boolean {
  if (refresh.outcome === 'ok' || refresh.invokedAt > by) return false;
  const latest = Math.min(by, endOf(refresh));
  // Both moments are cut to whole seconds, so the leeway can look a second shorter than it was.
  return maySuperseded(pair) <= latest - Math.max(0, leewaySeconds - 1) * SECOND_MS;
}

function isCertainTheft(pair: Pair, refresh: Operation, rules: Rules): boolean {
  if (refresh.outcome !== 'refused') return false;
  return isPastLeeway(pair, refresh.invokedAt, rules) && !mayBeDisplaced(pair, refresh.completedAt, rules);
}

/** Whether a refresh that begins at this moment certainly comes after the token's time. */
export function isPastLeeway(pair: Pair, at: number, { leewaySeconds }: Rules): boolean {
  const slack = leewaySeconds === 0 ? 0 : CLOCK_SLACK_MS;
  return certainlySuperseded(pair) <= at - leewaySeconds * SECOND_MS - slack;
}

/** A new sibling revokes unused siblings older than the leeway: whether that can have befallen this pair. */
export function mayBeDisplaced(pair: Pair, by: number, { leewaySeconds }: Rules): boolean {
  const used = certainUse(pair);
  return retries(pair).some((retry) => {
    const age = Math.min(by, endOf(retry)) - pair.source.invokedAt;
    return retry.invokedAt <= by && age > leewaySeconds * SECOND_MS - CLOCK_SLACK_MS && used > retry.invokedAt;
  });
}

export function isCertainlyDisplaced(pair: Pair, before: number, { leewaySeconds }: Rules): boolean {
  const used = earliestUse(pair);
  return retries(pair).some((retry) => {
    const age = retry.invokedAt - pair.source.completedAt;
    const isOld = age > (leewaySeconds + 1) * SECOND_MS + CLOCK_SLACK_MS;
    return happened(retry) && retry.completedAt <= before && isOld && used > retry.completedAt;
  });
}

/** Other refreshes with the token that this pair came from. */
function retries(pair: Pair): readonly Operation[] {
  return (pair.parent?.refreshes ?? []).filter((other) => other !== pair.source && mayHaveHappened(other));
}
