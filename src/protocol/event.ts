/** The security events the service records: one name each, and who may see it. */

export const EVENT_KINDS = [
  'account.created',
  'account.signed_in',
  'account.sign_in_failed',
  'account.signed_out',
  'account.profile_changed',
  'account.email_changed',
  'account.password_changed',
  'account.session_ended',
  'account.disabled',
  'account.enabled',
  'account.deleted',
  'application.created',
  'application.changed',
  'application.deleted',
  'application.secret_added',
  'application.secret_removed',
  'application.authentication_failed',
  'consent.given',
  'consent.denied',
  'consent.revoked',
  'code.issued',
  'code.exchanged',
  'code.refused',
  'code.replayed',
  'token.issued',
  'token.refreshed',
  'token.retried',
  'token.refused',
  'token.reuse_detected',
  'token.revoked',
  'limit.reached',
  'setup.link_printed',
  'setup.completed',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** From where a request came, as far as it may be kept: never a header beyond these two. */
export interface Source {
  readonly address: string | null;
  /** The first 255 characters of User-Agent (SPEC D7). */
  readonly userAgent: string | null;
}
