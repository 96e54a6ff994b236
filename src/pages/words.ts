/** Every security event in plain language, for the person whose account it is. */
import type { EventKind, Source } from '../protocol/event.ts';
import { type Html, html } from './html.ts';
import { named } from './parts/name.ts';
import type { Entry, Tone } from './parts/timeline.ts';

export interface EventRecord {
  readonly kind: EventKind;
  readonly at: number;
  /** The application it was about, if one; a deleted one may still be named. */
  readonly applicationName: string | null;
  readonly source: Source;
}

export function eventEntry(event: EventRecord): Entry {
  const app = event.applicationName === null ? html`an application` : named(event.applicationName);
  return {
    tone: toneOf(event.kind),
    what: eventWords(event.kind, app),
    advice: adviceFor(event.kind),
    at: event.at,
    source: event.source,
  };
}

/** One sentence without jargon: an application, permissions, access. */
export function eventWords(kind: EventKind, app: Html): Html {
  switch (kind) {
    case 'account.created':
      return html`Your account was created`;
    case 'account.signed_in':
      return html`You signed in`;
    case 'account.sign_in_failed':
      return html`Somebody tried to sign in to your account with a wrong password`;
    case 'account.signed_out':
      return html`You signed out`;
    case 'account.profile_changed':
      return html`Your profile was changed`;
    case 'account.email_changed':
      return html`Your e-mail address was changed`;
    case 'account.password_changed':
      return html`Your password was changed`;
    case 'account.session_ended':
      return html`One of your sessions was ended`;
    case 'account.disabled':
      return html`Your account was disabled by an administrator`;
    case 'account.enabled':
      return html`Your account was enabled by an administrator`;
    case 'account.deleted':
      return html`Your account was deleted`;
    case 'setup.link_printed':
      return html`A link to create the first administrator was printed`;
    case 'setup.completed':
      return html`The first administrator was created`;
    case 'limit.reached':
      return html`Too many attempts were made, and further ones were held back for a while`;
    default:
      return applicationWords(kind, app);
  }
}

type ApplicationKind = Extract<
  EventKind,
  `application.${string}` | `consent.${string}` | `code.${string}` | `token.${string}`
>;

function applicationWords(kind: ApplicationKind, app: Html): Html {
  switch (kind) {
    case 'application.created':
      return html`You registered ${app}`;
    case 'application.changed':
      return html`The settings of ${app} were changed`;
    case 'application.deleted':
      return html`${app} was deleted, and every access it had ended`;
    case 'application.secret_added':
      return html`A secret was added to ${app}`;
    case 'application.secret_removed':
      return html`A secret of ${app} was removed`;
    case 'application.authentication_failed':
      return html`Somebody used a wrong secret for ${app}`;
    case 'consent.given':
      return html`You gave ${app} access to your account`;
    case 'consent.denied':
      return html`You refused ${app} access to your account`;
    case 'consent.revoked':
      return html`Access of ${app} to your account was removed`;
    case 'code.issued':
      return html`${app} was handed a one-time code for your account`;
    case 'code.exchanged':
      return html`${app} used its one-time code and received access`;
    case 'code.refused':
      return html`${app} presented a one-time code that did not fit, and received nothing`;
    case 'code.replayed':
      return html`A one-time code of ${app} was used twice, so the access that came from it was ended`;
    case 'token.issued':
      return html`${app} received access to your account`;
    case 'token.refreshed':
      return html`${app} renewed its access`;
    case 'token.retried':
      return html`${app} asked again to renew its access after an answer was lost`;
    case 'token.refused':
      return html`${app} could not renew its access`;
    case 'token.reuse_detected':
      return html`A used-up key of ${app} was presented again, so its access to your account was ended`;
    case 'token.revoked':
      return html`${app} gave its access back`;
  }
}

export function toneOf(kind: EventKind): Tone {
  switch (kind) {
    case 'code.replayed':
    case 'token.reuse_detected':
    case 'account.disabled':
      return 'alarm';
    case 'account.sign_in_failed':
    case 'application.authentication_failed':
    case 'account.password_changed':
    case 'account.email_changed':
    case 'limit.reached':
    case 'code.refused':
    case 'token.refused':
      return 'attention';
    default:
      return 'calm';
  }
}

function adviceFor(kind: EventKind): string | null {
  switch (kind) {
    case 'code.replayed':
    case 'token.reuse_detected':
      return 'A copy of it may be in the wrong hands. Authorize the application again only if you trust it.';
    case 'account.sign_in_failed':
      return 'If this was not you, nothing was opened. Choose a longer password if it happens often.';
    case 'account.password_changed':
    case 'account.email_changed':
      return 'If this was not you, change your password now and end all other sessions.';
    default:
      return null;
  }
}
