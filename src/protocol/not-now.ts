/** The error that is no defect: what was asked for cannot be done now, and the same request may succeed later. */

/** `unavailable`: the database is out of reach, full or contended. `overloaded`: too much is waiting already. */
type NotNowReason = 'unavailable' | 'overloaded';

/** What was full or out of reach, as figures call it. */
export const SHORTAGES = ['slots', 'passwords', 'lists', 'writes', 'jobs', 'contention', 'database'] as const;
export type Shortage = (typeof SHORTAGES)[number];

/** Long enough for a queue to move on, short enough for a person to wait. */
export const RETRY_AFTER_SECONDS = 1;

interface Details {
  readonly shortage?: Shortage;
  readonly retryAfterSeconds?: number;
}

export class NotNow extends Error {
  override readonly name = 'NotNow';
  readonly why: NotNowReason;
  readonly shortage: Shortage;
  readonly retryAfterSeconds: number;

  constructor(why: NotNowReason, message: string, { shortage = 'database', retryAfterSeconds }: Details = {}) {
    super(message);
    this.why = why;
    this.shortage = shortage;
    this.retryAfterSeconds = retryAfterSeconds ?? RETRY_AFTER_SECONDS;
  }
}
