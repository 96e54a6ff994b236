/** The events of an application as its developer needs to read them: with the protocol's own terms. */
import type { EventKind } from '../protocol/event.ts';
import type { Entry } from './parts/timeline.ts';
import { type EventRecord, toneOf } from './words.ts';

const WORDS: Readonly<Record<EventKind, string>> = {
  'account.created': 'Account created',
  'account.signed_in': 'Signed in',
  'account.sign_in_failed': 'Sign-in failed',
  'account.signed_out': 'Signed out',
  'account.profile_changed': 'Profile changed',
  'account.email_changed': 'E-mail address changed',
  'account.password_changed': 'Password changed',
  'account.session_ended': 'Session ended',
  'account.disabled': 'Account disabled',
  'account.enabled': 'Account enabled',
  'account.deleted': 'Account deleted',
  'application.created': 'Application registered',
  'application.changed': 'Settings changed',
  'application.deleted': 'Application deleted',
  'application.secret_added': 'Secret added',
  'application.secret_removed': 'Secret removed',
  'application.authentication_failed': 'Client authentication failed (invalid_client)',
  'consent.given': 'A user authorized the application',
  'consent.denied': 'A user cancelled (access_denied)',
  'consent.revoked': 'A user removed access; the tokens are dead',
  'code.issued': 'Authorization code issued',
  'code.exchanged': 'Authorization code exchanged for tokens',
  'code.refused': 'Authorization code refused (invalid_grant)',
  'code.replayed': 'Authorization code used twice (invalid_grant); its tokens were revoked',
  'token.issued': 'Access token issued',
  'token.refreshed': 'Tokens refreshed',
  'token.retried': 'Refresh repeated with the same refresh token; allowed, since the new pair was not used yet',
  'token.refused': 'Refresh refused (invalid_grant)',
  'token.reuse_detected':
    'Superseded refresh token used again (invalid_grant); every token of that authorization was revoked',
  'token.revoked': 'Token revoked by the application',
  'limit.reached': 'Rate limit reached (429)',
  'setup.link_printed': 'Set-up link printed',
  'setup.completed': 'Set-up completed',
};

export function developerEntry(event: EventRecord): Entry {
  return { tone: toneOf(event.kind), what: WORDS[event.kind], advice: null, at: event.at, source: event.source };
}
