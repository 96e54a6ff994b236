/** What a history is: every call a worker made, as it was before and after, in the order of one monotonic clock. */

export type Kind = 'sign-in' | 'authorize' | 'exchange' | 'refresh' | 'whoami' | 'revoke';

/**
 * `ok`: a full answer that grants. `refused`: a full answer that denies. `unknown`: a connection that broke, an answer
 * that did not come in time, or 5xx: it may have happened or not. `unsent`: nobody listened, so nothing happened.
 */
export type OutcomeKind = 'ok' | 'refused' | 'unknown' | 'unsent';

export interface Issued {
  readonly session?: string;
  readonly code?: string;
  readonly access?: string;
  readonly refresh?: string;
}

/** All strings that are secrets are kept as digests, the same as in the database. Times are milliseconds. */
export interface Invocation {
  readonly id: string;
  readonly kind: Kind;
  /** The session, code or token that was presented; empty for a sign-in. */
  readonly presented: string;
  /** Whose right it is: the account and the application that must be behind what was presented. */
  readonly account: number;
  readonly client: string;
  /** Which process was asked, and which of its lives. */
  readonly instance: string;
  readonly invokedAt: number;
}

export interface Completion {
  readonly outcome: OutcomeKind;
  /** The error code of a refusal; the status or the cause of what is unknown. */
  readonly detail: string;
  /** When the answer, or the end of the connection, was seen. */
  readonly completedAt: number;
  /** False where the server may still be at work on it, as after a timeout. */
  readonly isSettled: boolean;
  readonly issued: Issued;
  /** Whom whoami named, or null. */
  readonly seenAccount: number | null;
}

export type Operation = Invocation & Completion;

/** One line of a worker's file. */
export type Line = { readonly call: Invocation } | { readonly answer: Completion & { readonly id: string } };

/** The latest moment at which the operation can have taken effect. */
export function endOf(operation: Operation): number {
  return operation.isSettled ? operation.completedAt : Number.POSITIVE_INFINITY;
}

/** A call without an answer is one whose outcome nobody knows. */
export function readLines(lines: readonly Line[]): readonly Operation[] {
  const answers = new Map(lines.flatMap((line) => ('answer' in line ? [[line.answer.id, line.answer] as const] : [])));
  return lines.flatMap((line) => {
    if (!('call' in line)) return [];
    return [{ ...line.call, ...(answers.get(line.call.id) ?? unanswered(line.call)) }];
  });
}

function unanswered({ invokedAt }: Invocation): Completion {
  const detail = 'no answer was recorded';
  return { outcome: 'unknown', detail, completedAt: invokedAt, isSettled: false, issued: {}, seenAccount: null };
}
