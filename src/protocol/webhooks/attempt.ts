/** What an attempt to deliver means: done, tried again and when, given up; and whether its address is switched off. */
import { nextAttemptAt, type RetryLimits } from '../retry.ts';

const GIVEN_UP_AFTER_SECONDS = 3 * 86_400;
/** However long an address asks us to wait. */
const LONGEST_WAIT_SECONDS = 3600;

/** Five seconds, ten, twenty, … four hours: about thirty attempts in three days. */
const RETRY: RetryLimits = {
  attempts: 1000,
  longestAgeSeconds: GIVEN_UP_AFTER_SECONDS,
  firstPauseSeconds: 5,
  longestPauseSeconds: 14_400,
};

/** Why an address gets nothing more until somebody switches it on again. */
type OffReason =
  /** It answered 410. */
  | 'gone'
  /** Every attempt of three days failed. */
  | 'failing'
  | 'owner'
  /** The application has another owner, who may not know the address. */
  | 'transferred';

interface Attempt {
  /** Undefined where there was no answer. */
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  /** With this one. */
  readonly attempts: number;
  /** From when its three days count. */
  readonly triesSince: number;
  /** Since when nothing was delivered to the address; null where the last attempt was good. */
  readonly failingSince: number | null;
  readonly now: number;
  readonly chance: number;
}

export type Verdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'postponed'; readonly dueAt: number; readonly switchOff?: OffReason }
  | { readonly kind: 'given up' };

export function judgeAttempt(attempt: Attempt): Verdict {
  const { status, attempts, triesSince: createdAt, now, chance, failingSince } = attempt;
  if (status !== undefined && status >= 200 && status < 300) return { kind: 'delivered' };
  // What waits is kept, for whoever switches the address on again.
  if (status === 410) return { kind: 'postponed', dueAt: now, switchOff: 'gone' };
  const next = nextAttemptAt({ attempts, createdAt, now, chance }, RETRY);
  const isDead =
    failingSince !== null &&
    (now - failingSince >= GIVEN_UP_AFTER_SECONDS || (next === undefined && failingSince <= createdAt + RETRY_SLACK));
  if (isDead) return { kind: 'postponed', dueAt: now, switchOff: 'failing' };
  if (next === undefined) return { kind: 'given up' };
  return { kind: 'postponed', dueAt: Math.max(next, now + waitOf(attempt.retryAfter, now)) };
}

/** So much of the reason stands in a list; a delivery shows all that is kept. */
const REASON_CHARACTERS = 120;

interface Tried {
  readonly outcome: string | null;
  /** Of the last attempt: why nothing could be sent, or the beginning of what was answered; null before the first one. */
  readonly answer: string | null;
}

/** Why the last attempt failed, in one line for lists; null where none did. */
export function failureOf({ outcome, answer }: Tried): string | null {
  if (outcome === 'delivered' || answer === null) return null;
  const line = answer.replace(/\s+/g, ' ').trim();
  if (line.length <= REASON_CHARACTERS) return line === '' ? null : line;
  return `${line
    .slice(0, REASON_CHARACTERS)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}

/** A delivery that failed from its first attempt on; that one is made within a minute, unless another was in its way. */
const RETRY_SLACK = 3600;

/** RFC 9110 §5.6.7: the three forms of a date, of which the last names no zone and means GMT. */
const DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/** RFC 9110 §10.2.3: seconds or a date, by our clock. What is neither, or is past, is left to our own pauses. */
function waitOf(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  const seconds = /^\d{1,15}$/.test(text) ? Number(text) : secondsUntil(text, now);
  return Math.min(Math.max(seconds, 0), LONGEST_WAIT_SECONDS);
}

function secondsUntil(date: string, now: number): number {
  if (!DATES.some((form) => form.test(date))) return 0;
  const at = Date.parse(date.endsWith('GMT') ? date : `${date} GMT`);
  return Number.isNaN(at) ? 0 : at / 1000 - now;
}
