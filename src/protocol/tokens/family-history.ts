/** What became of a family of tokens, told as a timeline: the answer to "why was I signed out?". */
import { type EventKind, NOWHERE, type Source } from '../event.ts';

/** Why a family was revoked, as its row says it. */
export type FamilyRevocation =
  | 'code_replayed'
  | 'family_revoked_by_owner'
  | 'leaked'
  | 'refresh_token_reused'
  | 'revoked_by_client'
  | 'revoked_by_operator';

/** Why a consent ended, as its row says it; `ended` is the end that the user chose. */
export type ConsentEnd =
  | 'removed'
  | 'removed_with_all'
  | 'revoked_by_owner'
  | 'revoked_by_operator'
  | 'account_disabled'
  | 'account_deleted'
  | 'ended';

/**
 * `suspended`: as long as the application is. `unused`: expired for want of use. `permissions_removed`: all of them, one by
 * one. `unknown`: too long ago.
 */
export type FamilyEnd = FamilyRevocation | ConsentEnd | 'suspended' | 'unused' | 'permissions_removed' | 'unknown';

/** Everything that may have ended a family. Times are epoch seconds; null means it has not happened. */
export interface FamilyState {
  readonly startedAt: number;
  readonly scope: string;
  readonly endsAt: number | null;
  readonly revokedAt: number | null;
  readonly revokedBecause: FamilyRevocation | null;
  readonly consentEndsAt: number | null;
  readonly consentRevokedAt: number | null;
  /** Null for consents that ended before the reason was kept. */
  readonly consentRevokedBecause: ConsentEnd | null;
  readonly clientSuspendedAt: number | null;
  /** When the last of its tokens goes stale; null when none is left. */
  readonly expiresAt: number | null;
}

interface Ended {
  /** Null where it is not known any more. */
  readonly at: number | null;
  readonly because: FamilyEnd;
}

/** Null while the family is live. Of several ends the first one counts: the others met what was dead already. */
function endOfFamily(state: FamilyState, now: number): Ended | null {
  const candidates: readonly (readonly [number | null, FamilyEnd])[] = [
    [state.revokedAt, state.revokedBecause ?? 'unknown'],
    [state.consentRevokedAt, state.consentRevokedBecause ?? 'removed'],
    [state.endsAt, 'ended'],
    [state.consentEndsAt, 'ended'],
    [state.expiresAt, 'unused'],
    [state.clientSuspendedAt, 'suspended'],
  ];
  let first: Ended | null = null;
  for (const [at, because] of candidates) {
    if (at === null || at > now) continue;
    if (first === null || first.at === null || at < first.at) first = { at, because };
  }
  if (first !== null) return first;
  if (state.scope === '') return { at: null, because: 'permissions_removed' };
  return state.expiresAt === null ? { at: null, because: 'unused' } : null;
}

/** An event about a family, or (`familyId` null) about the consent it came from. */
export interface FamilyEvent {
  readonly kind: EventKind;
  readonly at: number;
  readonly familyId: number | null;
  readonly source: Source;
  readonly detail: string | null;
}

const ENDING: { readonly [Kind in EventKind]?: FamilyEnd } = {
  'token.reuse_detected': 'refresh_token_reused',
  'code.replayed': 'code_replayed',
  'token.revoked': 'revoked_by_client',
  'token.leaked': 'leaked',
  'application.family_revoked': 'family_revoked_by_owner',
  'consent.revoked': 'removed',
};

/** For a family whose row is gone: the events are kept longer, and the first that ends it says why. Newest first. */
function endByEvents(events: readonly FamilyEvent[]): Ended {
  const ending = events.findLast(({ kind }) => ENDING[kind] !== undefined);
  if (!ending) return { at: null, because: 'unknown' };
  return { at: ending.at, because: isOperators(ending) ? 'revoked_by_operator' : (ENDING[ending.kind] ?? 'unknown') };
}

/** An owner on the pages needs no mention in the event; an administrator who acts in the owner's place has one. */
function isOperators({ kind, detail }: FamilyEvent): boolean {
  if (kind === 'application.family_revoked') return detail !== null;
  return kind === 'token.revoked' && detail === 'revoked_by_operator';
}

/** What a line of the timeline says. */
export type FamilyStep =
  | 'issued'
  | 'rotated'
  | 'retried'
  | 'refused'
  | 'used'
  | 'reuse_detected'
  | 'code_replayed'
  | 'ended';

export interface FamilyEntry {
  readonly step: FamilyStep;
  /** Why it ended; null for the other steps. */
  readonly because: FamilyEnd | null;
  /** The reason of a refusal, in the words of protocol/refusal.ts. */
  readonly reason: string | null;
  readonly at: number;
  readonly source: Source;
}

export interface History {
  readonly startedAt: number | null;
  readonly end: Ended | null;
  readonly lastUse: { readonly at: number; readonly source: Source } | null;
  /** Newest first. */
  readonly entries: readonly FamilyEntry[];
}

const STEPS: { readonly [Kind in EventKind]?: FamilyStep } = {
  'code.exchanged': 'issued',
  'token.refreshed': 'rotated',
  'token.retried': 'retried',
  'token.refused': 'refused',
  'token.reuse_detected': 'reuse_detected',
  'code.replayed': 'code_replayed',
};

interface Known {
  /** Null once the row is gone. */
  readonly state: FamilyState | null;
  readonly lastUse: History['lastUse'];
  /** Newest first; those of the consent as far as they are known. */
  readonly events: readonly FamilyEvent[];
}

/** Puts together what the rows and the events say. What ended it stands there once, with the reason. */
export function tellHistory({ state, lastUse, events }: Known, now: number): History {
  const end = state ? endOfFamily(state, now) : endByEvents(events);
  const entries = events.flatMap((event): FamilyEntry[] => {
    const step = STEPS[event.kind];
    if (step === undefined) return [];
    return [
      { step, because: null, reason: step === 'refused' ? event.detail : null, at: event.at, source: event.source },
    ];
  });
  if (lastUse) entries.push({ step: 'used', because: null, reason: null, ...lastUse });
  if (end && end.at !== null)
    entries.push({ step: 'ended', because: end.because, reason: null, at: end.at, source: sourceOfEnd(end, events) });
  const startedAt = state?.startedAt ?? events.findLast(({ kind }) => kind === 'code.exchanged')?.at ?? null;
  // What happened in the same second stays in the order of the events, and what ended it comes last of all.
  return { startedAt, end, lastUse, entries: entries.toSorted((a, b) => b.at - a.at || rank(b) - rank(a)) };
}

function rank({ step }: FamilyEntry): number {
  if (step === 'ended') return 2;
  return step === 'used' ? 1 : 0;
}

/** From where it was ended, if an event of that second knows. */
function sourceOfEnd(end: Ended, events: readonly FamilyEvent[]): Source {
  return events.find(({ kind, at }) => ENDING[kind] !== undefined && at === end.at)?.source ?? NOWHERE;
}
