/** The security events the service records: one name each, and who may see it. */

export const EVENT_KINDS = [
  'account.created',
  'account.signed_in',
  'account.sign_in_failed',
  'account.confirmation_failed',
  'account.signed_out',
  'account.profile_changed',
  'account.picture_changed',
  'account.picture_removed',
  'account.email_changed',
  'account.email_verified',
  'account.email_unverified',
  'account.password_changed',
  'account.session_ended',
  'account.signed_out_everywhere',
  'account.data_downloaded',
  'account.disabled',
  'account.enabled',
  'account.unlocked',
  'account.sign_in_link_made',
  'account.made_administrator',
  'account.administration_ended',
  'account.made_developer',
  'account.developer_ended',
  'account.deleted',
  'application.created',
  'application.changed',
  'application.deleted',
  'application.secret_added',
  'application.secret_removed',
  'application.secret_rotated',
  'application.secret_leaked',
  'application.secret_exposed',
  'application.logo_changed',
  'application.tokens_revoked',
  'application.family_revoked',
  'application.transfer_offered',
  'application.transfer_withdrawn',
  'application.transfer_declined',
  'application.transfer_accepted',
  'application.transferred',
  'application.suspended',
  'application.suspension_lifted',
  'application.administration_given',
  'application.administration_taken',
  'application.limit_changed',
  'application.approval_requested',
  'application.approved',
  'application.declined',
  'application.verified',
  'application.verification_ended',
  'application.made_first_party',
  'application.first_party_ended',
  'application.authentication_failed',
  'resource.created',
  'resource.changed',
  'resource.deleted',
  'resource.secret_rotated',
  'resource.secret_leaked',
  'resource.authentication_failed',
  'consent.given',
  'consent.denied',
  'consent.revoked',
  'consent.narrowed',
  'consent.end_changed',
  'code.issued',
  'code.exchanged',
  'code.refused',
  'code.replayed',
  'code.leaked',
  'token.issued',
  'token.refreshed',
  'token.retried',
  'token.refused',
  'token.reuse_detected',
  'token.revoked',
  'token.leaked',
  'playground.access_expired',
  'playground.leeway_ended',
  'administration.person_viewed',
  'administration.events_read',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.switched_off',
  'webhook.switched_on',
  'administration.exported',
  'administration.backed_up',
  'administration.restored',
  'administration.moved',
  'import.finished',
  'import.undone',
  'limit.reached',
  'setup.link_printed',
  'setup.completed',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** The word before the dot: what webhooks are told and retention is set by. */
export type EventGroup = EventKind extends `${infer Group}.${string}` ? Group : never;

export const EVENT_GROUPS: readonly EventGroup[] = [...new Set(EVENT_KINDS.map(groupOf))];

/** A kind, or all of a group; none where there is no such word. */
export function kindsOf(word: string): readonly EventKind[] {
  return EVENT_KINDS.filter((kind) => kind === word || groupOf(kind) === word);
}

function groupOf(kind: EventKind): EventGroup {
  // Every kind has a dot, as its type says.
  return kind.slice(0, kind.indexOf('.')) as EventGroup;
}

/** As many are taken of the header (SPEC D7). */
export const USER_AGENT_CHARACTERS = 255;

/** From where a request came, as far as it may be kept: never a header beyond these. */
export interface Source {
  readonly address: string | null;
  /** The first 255 characters of User-Agent (SPEC D7), without secrets. */
  readonly userAgent: string | null;
  /** Which trace it belongs to, well-formed (traceparent.ts); absent where it came with none, and for what no request did. */
  readonly traceparent?: string;
}

/** What no request of anybody's did: commands, the service itself, and whoever must not be named. */
export const NOWHERE: Source = Object.freeze({ address: null, userAgent: null });
