/** When work that failed is tried again, and when it is given up. */

export interface RetryLimits {
  /** So often it is tried at most. */
  readonly attempts: number;
  /** After so long it is not tried again; the first attempt is always made. */
  readonly longestAgeSeconds: number;
  /** The first pause; each further one is twice as long as the one before. */
  readonly firstPauseSeconds: number;
  readonly longestPauseSeconds: number;
}

interface Failed {
  /** How often it was tried. */
  readonly attempts: number;
  readonly createdAt: number;
  readonly now: number;
  /** At least 0, less than 1: spreads what failed together. */
  readonly chance: number;
}

/** So much of a pause is left to chance. */
const JITTER = 0.25;

/** The moment of the next attempt; undefined when there is none. */
export function nextAttemptAt({ attempts, createdAt, now, chance }: Failed, limits: RetryLimits): number | undefined {
  if (attempts >= limits.attempts) return undefined;
  const doubled = limits.firstPauseSeconds * 2 ** Math.max(0, attempts - 1);
  const pause = Math.min(doubled, limits.longestPauseSeconds);
  const at = now + Math.max(1, Math.round(pause * (1 - JITTER * chance)));
  return at - createdAt > limits.longestAgeSeconds ? undefined : at;
}
