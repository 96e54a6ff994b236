/** The error that is no defect: what was asked for cannot be done now, and the same request may succeed later. */

/** `unavailable`: the database is out of reach, full or contended. `overloaded`: too much is waiting already. */
type NotNowReason = 'unavailable' | 'overloaded';

/** Long enough for a queue to move on, short enough for a person to wait. */
export const RETRY_AFTER_SECONDS = 1;

export class NotNow extends Error {
  override readonly name = 'NotNow';
  readonly why: NotNowReason;
  readonly retryAfterSeconds: number;

  constructor(why: NotNowReason, message: string, retryAfterSeconds: number = RETRY_AFTER_SECONDS) {
    super(message);
    this.why = why;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
