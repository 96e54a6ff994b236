/** English words of the error page: what happened, who has to act, what to do. */
import type { UntrustedReason } from '../../../protocol/authorize/request.ts';
import { type Html, html } from '../../html.ts';

export const errors = {
  number: (status: number) => `Error ${status}`,
  goHome: 'Go to the home page',
  trace: 'Request ID',
  /** What the address of an error ends with: the same for the same mistake. */
  link: 'Error link',
  operator: (contact: Html | null) => html`The operator: ${contact}`,
  forDeveloper: 'For the developer',
  seeDiagnosis: 'Open the whole diagnosis',
  openFormAgain: 'Open the form again',
  /** Where it is not known whether a form was saved. */
  maybeSaved: 'What you sent may not have been saved: check before you send it again.',
  authorization: {
    title: 'This request cannot be trusted',
    what: (application: Html | null) =>
      html`${application ?? 'An app'} sent you here with a request that does not match its registration. To keep you safe you were not sent back, and nothing was shared.`,
    next: 'Only the app’s developer can fix this. You can close this page.',
    toOwner: 'You see this because it is your application. Users are told that only its developer can fix it.',
  },
  refused: {
    title: 'The app sent a wrong request',
    what: (application: Html) =>
      html`${application} sent you here with a request that cannot be fulfilled, and there is no way to tell the app. Nothing was shared.`,
    next: 'Only the app’s developer can fix this. Send them what it says below.',
  },
  silent: {
    title: 'Do you know this app?',
    what: (name: Html) =>
      html`${name} asked this service for an answer without showing you anything. It gets one right away only if you are signed in and have allowed it before.`,
    next: 'Go on if you know this app, or close this page. It learns that it got no access, and nothing about you.',
    goOn: 'Go on to the app',
  },
  request: {
    title: 'The request could not be fulfilled',
    next: 'Nothing was changed. Go back and try again.',
  },
  conflict: {
    title: 'That cannot be done now',
    next: 'Nothing was changed.',
  },
  /** An application that the reader gave to another account. */
  given: {
    title: 'This application has a new owner',
    what: (owner: Html | null, application: Html, when: Html) =>
      owner === null
        ? html`The offer of ${application} was accepted on ${when}.`
        : html`${owner} accepted the offer of ${application} on ${when}.`,
    next: 'Only its new owner can change it now.',
  },
  backTo: {
    credentials: 'Back to credentials',
    applications: 'Back to your applications',
    resource: 'Back to the API',
    person: 'Back to the account',
  },
  form: {
    title: 'This form has expired',
    what: 'The form was open for too long, you signed in or out in between, or it was not sent from this site. Nothing was changed.',
    next: 'Open the form again and send it once more.',
  },
  cookies: {
    title: 'Your browser sent no cookie',
    what: 'This site knows its forms by a cookie, and this one came without. Either your browser keeps no cookies of this site, or it was closed after you opened the form. Nothing was changed.',
    next: 'Allow cookies for this site, then open the form again and send it once more.',
  },
  rights: {
    title: 'You do not have access to this page',
    what: 'You are signed in, but your account may not do this.',
    next: 'If another account of yours may, sign in with that one.',
  },
  missing: {
    title: 'Page not found',
    what: 'The address may be mistyped, the page may have been deleted, or it belongs to another account.',
    next: 'Check the address, or go to the home page.',
  },
  method: {
    title: 'This address does not work that way',
    what: (method: string) => `It does not answer ${method} requests.`,
    next: 'Nothing was changed. Use the links and buttons on the pages.',
  },
  tooLarge: {
    title: 'That was too much to send',
    what: (kibibytes: number) => `The limit is ${kibibytes} KiB, and nothing was saved.`,
    next: 'Go back, shorten what you entered, and send it again.',
  },
  tooLong: {
    title: 'This address is too long',
    what: 'It is longer than any address of this service, so it was not read. Nothing was changed.',
    next: 'If an app sent you here, tell its developer. Otherwise shorten what you entered.',
  },
  encoded: {
    title: 'This was sent in a form that is not read here',
    what: 'Something between your browser and this service compressed it. Nothing was saved.',
    next: 'Try again without a proxy or an extension that changes what you send.',
  },
  suspended: {
    title: 'This app is suspended',
    what: (name: Html) => html`An administrator of this service has suspended ${name}. You cannot give it access.`,
    reason: 'Reason',
    next: 'Come back once an administrator has lifted the suspension. If the app is yours, ask an administrator about it.',
    /** For somebody who gave it access before. */
    held: {
      what: (name: Html) =>
        html`An administrator of this service has suspended ${name}. You cannot give it access now, and the access you gave before is on hold.`,
      next: 'Once an administrator has lifted the suspension, the access you gave before works again. You can also remove it under “Apps with access”.',
    },
  },
  unapproved: {
    title: 'This app is waiting for approval',
    what: (name: Html) =>
      html`An administrator of this service has to approve ${name} before people can give it access. Until then only its developer can give it access. Nothing was shared.`,
    next: 'Come back once it is approved. If the app is yours, sign in with the account that it belongs to.',
  },
  declined: {
    title: 'This app is not approved',
    what: (name: Html) =>
      html`An administrator of this service did not approve ${name}, so only its developer can give it access. Nothing was shared.`,
    next: 'You can close this page. If the app is yours, sign in with the account that it belongs to.',
  },
  /** The same two for somebody who gave it access before it was changed. */
  changesUnapproved: {
    title: 'This app is being checked',
    what: (name: Html) =>
      html`${name} was changed and an administrator is checking it. The access you gave still works, but you cannot sign in with it again until it is approved. Nothing new was shared.`,
    next: 'Come back once it is approved. You can also remove its access under “Apps with access”.',
  },
  changesDeclined: {
    title: 'The changes to this app are not approved',
    what: (name: Html) =>
      html`${name} was changed and an administrator did not approve that. The access you gave still works, but you cannot sign in with it again. Nothing new was shared.`,
    next: 'You can close this page. You can also remove its access under “Apps with access”.',
  },
  registration: {
    title: 'You cannot register applications',
    what: 'Not everyone can register applications here, and your account cannot.',
    next: 'Ask the operator of this service to let you do so.',
  },
  signUp: {
    title: 'You cannot sign up here',
    what: 'Only an administrator can create accounts here.',
    next: 'Ask the operator of this service for one, or sign in if you have one.',
  },
  limited: {
    title: 'Too many attempts',
    what: 'To protect accounts, attempts are limited.',
    next: (distance: string, at: Html) => html`Try again ${distance} (${at}).`,
  },
  broken: {
    title: 'Something broke on our side',
    what: 'It is not your fault.',
    next: 'Try once more. If it happens again, tell the operator of this service the request ID below.',
  },
  unavailable: {
    title: 'Back in a moment',
    what: 'The service is starting, stopping, or cannot reach its database.',
    next: (wait: string) => `Try again in ${wait}.`,
    aMinute: 'a minute',
  },
};

/** Why a request could not be fulfilled. */
export const requestFaults = {
  form_unreadable: 'The form could not be read.',
  address_malformed: 'Its headers or its address are malformed.',
  cursor_unreadable: 'This page of the list cannot be found: its address was changed, or what it began at is gone.',
  format_unknown: 'This export format does not exist. Choose CSV or JSON lines on the page.',
  person_disabled: 'This account is disabled. Enable it first.',
  address_changed: 'The email address of this account was changed meanwhile.',
  own_account: 'You can’t do this to your own account, so that an administrator is always left.',
  kind_unknown: 'There is no kind of event by this name.',
  decision_missing: 'The parameter decision must be approve or deny.',
  permission_not_asked: 'A permission was sent that the application did not ask for.',
  lasts_unknown: 'The parameter lasts must be day, month or until_removed.',
  secret_of_public: 'A public application has no secret.',
  applications_full:
    'An account has at most 50 applications. Delete one that is no longer needed, then accept this one.',
  transfer_gone: 'This offer was withdrawn, has ended, or was answered already.',
  resource_configured: 'The setting LATCHKEY_RESOURCES describes this API. Change it there.',
  resource_secrets_full:
    'This API has two secrets that work. Wait until the older one ends, or rotate without an overlap, which ends both.',
  secrets_full: 'An application has at most two secrets. Remove one before you add another.',
  secret_last: 'This is the only secret. Add another one first; then this one can be removed at once.',
};

/** For the developer, on the page for a request that cannot be trusted. */
export const untrusted: { readonly [Reason in UntrustedReason]: string } = {
  request_malformed:
    'The request could not be read: a parameter is badly encoded, or contains a line break or another control character.',
  client_id_missing: 'The parameter client_id is missing.',
  client_id_doubled: 'The parameter client_id was sent more than once.',
  client_unknown: 'No application has this client_id.',
  redirect_uri_missing: 'The parameter redirect_uri is missing.',
  redirect_uri_doubled: 'The parameter redirect_uri was sent more than once.',
  redirect_uri_unregistered: 'The redirect_uri is not one of those registered for this application.',
};
