/** Says which of the things that keep a token alive has ended, and when. */

import type { TokenState } from '../tokens/liveness.ts';
import type { Fact } from './facts.ts';

export const ENDINGS = ['account', 'application', 'suspension', 'consent', 'term', 'family', 'limit', 'pair'] as const;

/**
 * `term`: the end that the user chose when consenting. `family`: all that came from one code. `limit`: its absolute
 * end. `pair`: this pair alone, by a newer answer.
 */
export type Ending = (typeof ENDINGS)[number];

type State = Pick<
  TokenState,
  'accountEndedAt' | 'clientDeletedAt' | 'clientSuspendedAt' | 'consentRevokedAt' | 'consentEndsAt'
> &
  Partial<Pick<TokenState, 'familyRevokedAt' | 'familyEndsAt' | 'pairRevokedAt'>>;

/** The widest ending first, for it explains the others. Empty where all of it is live. */
export function factsOfEnding(state: State, now: number): readonly Fact[] {
  const past = (end: number | null | undefined) => (end != null && end <= now ? end : null);
  const ended: readonly (readonly [Ending, number | null | undefined])[] = [
    ['account', state.accountEndedAt],
    ['application', state.clientDeletedAt],
    ['suspension', state.clientSuspendedAt],
    ['consent', state.consentRevokedAt],
    ['term', past(state.consentEndsAt)],
    ['family', state.familyRevokedAt],
    ['limit', past(state.familyEndsAt)],
    ['pair', state.pairRevokedAt],
  ];
  const [what, at] = ended.find(([, at]) => at != null) ?? [];
  return what === undefined
    ? []
    : [
        ['ended', what],
        ['ended_at', String(at)],
      ];
}

/** What had happened by then, of a state that was read later. */
export function endingsUntil(state: TokenState, then: number) {
  const until = (at: number | null) => (at !== null && at > then ? null : at);
  return {
    accountEndedAt: until(state.accountEndedAt),
    clientDeletedAt: until(state.clientDeletedAt),
    clientSuspendedAt: until(state.clientSuspendedAt),
    consentRevokedAt: until(state.consentRevokedAt),
    familyRevokedAt: until(state.familyRevokedAt),
    pairRevokedAt: until(state.pairRevokedAt),
    supersededAt: until(state.supersededAt),
  };
}
