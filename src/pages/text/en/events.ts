/** English words for every security event: in plain language for people, in the protocol's terms for developers. */
import type { EventKind } from '../../../protocol/event.ts';
import { type Html, html } from '../../html.ts';

/** One sentence without jargon; `app` is the application's name, null where it is not known. */
export type EventTexts = { readonly [Kind in EventKind]: (app: Html | null) => Html };

const within = (app: Html | null) => app ?? html`an application`;
const first = (app: Html | null) => app ?? html`An application`;

export const events: EventTexts = {
  'account.created': () => html`Your account was created`,
  'account.signed_in': () => html`You signed in`,
  'account.sign_in_failed': () => html`Somebody tried to sign in to your account with a wrong password`,
  'account.signed_out': () => html`You signed out`,
  'account.profile_changed': () => html`Your profile was changed`,
  'account.email_changed': () => html`Your e-mail address was changed`,
  'account.password_changed': () => html`Your password was changed`,
  'account.session_ended': () => html`One of your sessions was ended`,
  'account.disabled': () => html`Your account was disabled by an administrator`,
  'account.enabled': () => html`Your account was enabled by an administrator`,
  'account.deleted': () => html`Your account was deleted`,
  'application.created': (app) => html`You registered ${within(app)}`,
  'application.changed': (app) => html`The settings of ${within(app)} were changed`,
  'application.deleted': (app) => html`${first(app)} was deleted, and every access it had ended`,
  'application.secret_added': (app) => html`A secret was added to ${within(app)}`,
  'application.secret_removed': (app) => html`A secret of ${within(app)} was removed`,
  'application.authentication_failed': (app) => html`Somebody used a wrong secret for ${within(app)}`,
  'consent.given': (app) => html`You gave ${within(app)} access to your account`,
  'consent.denied': (app) => html`You refused ${within(app)} access to your account`,
  'consent.revoked': (app) => html`Access of ${within(app)} to your account was removed`,
  'code.issued': (app) => html`${first(app)} was handed a one-time code for your account`,
  'code.exchanged': (app) => html`${first(app)} used its one-time code and received access`,
  'code.refused': (app) => html`${first(app)} presented a one-time code that did not fit, and received nothing`,
  'code.replayed': (app) =>
    html`A one-time code of ${within(app)} was used twice, so the access that came from it was ended`,
  'token.issued': (app) => html`${first(app)} received access to your account`,
  'token.refreshed': (app) => html`${first(app)} renewed its access`,
  'token.retried': (app) => html`${first(app)} asked again to renew its access after an answer was lost`,
  'token.refused': (app) => html`${first(app)} could not renew its access`,
  'token.reuse_detected': (app) =>
    html`A used-up key of ${within(app)} was presented again, so its access to your account was ended`,
  'token.revoked': (app) => html`${first(app)} gave its access back`,
  'limit.reached': () => html`Too many attempts were made, and further ones were held back for a while`,
  'setup.link_printed': () => html`A link to create the first administrator was printed`,
  'setup.completed': () => html`The first administrator was created`,
};

export const advice = {
  stolen: 'A copy of it may be in the wrong hands. Authorize the application again only if you trust it.',
  guessed: 'If this was not you, nothing was opened. Choose a longer password if it happens often.',
  changed: 'If this was not you, change your password now and end all other sessions.',
};

export type DeveloperEventTexts = { readonly [Kind in EventKind]: string };

export const developerEvents: DeveloperEventTexts = {
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
