/** English words of the error page: what happened, who has to act, what to do. */
import type { UntrustedReason } from '../../../protocol/authorize/request.ts';
import { type Html, html } from '../../html.ts';

export const errors = {
  number: (status: number) => `Error ${status}`,
  goHome: 'Go to the first page',
  trace: 'Trace',
  forDeveloper: 'For the developer',
  seeDiagnosis: 'See what was wrong',
  openFormAgain: 'Open the form again',
  /** Where it is not known whether a form was saved. */
  maybeSaved: 'What you sent may not have been saved: check before you send it again.',
  authorization: {
    title: 'This request cannot be trusted',
    what: 'An application sent you here with a request that does not fit its registration. To keep you safe you are not sent back, and nothing was given away.',
    next: 'It is the turn of the application’s developer. Close this page, or go back to the application and tell its developer.',
  },
  refused: {
    title: 'The application asked wrongly',
    what: 'Its request cannot be fulfilled, and it has no address at which it could be told. Nothing was given away.',
    next: 'It is the turn of the application’s developer. Go back to the application and tell its developer what stands below.',
  },
  denied: {
    title: 'You did not give access',
    what: 'The application received nothing.',
    next: 'It is your turn: close this page, or go back to the application.',
  },
  request: {
    title: 'The request could not be fulfilled',
    next: 'It is your turn: go back and try again. Nothing was changed.',
  },
  conflict: {
    title: 'That cannot be done now',
    next: 'It is your turn: go back to the application. Nothing was changed.',
  },
  openApplication: 'Open application',
  form: {
    title: 'This form has expired',
    what: 'The form was open for too long, you signed in or out in between, or it was not sent from this site. Nothing was changed.',
    next: 'It is your turn: open the form again and send it once more.',
  },
  rights: {
    title: 'This is not yours to open',
    what: 'You are signed in, but your account may not do this.',
    next: 'It is your turn: if you have another account that may, sign in with it.',
  },
  missing: {
    title: 'There is nothing here',
    what: 'The address may be mistyped, or what was here has been deleted, or it belongs to another account.',
    next: 'It is your turn: check the address, or start from the first page.',
  },
  method: {
    title: 'This address does not work that way',
    what: (method: string) => `It does not answer ${method} requests.`,
    next: 'It is your turn: use the links and buttons of the pages, or start from the first page. Nothing was changed.',
  },
  tooLarge: {
    title: 'That was too much to send',
    what: (kibibytes: number) => `The limit is ${kibibytes} KiB, and nothing was saved.`,
    next: 'It is your turn: go back, shorten what you entered, and send it again.',
  },
  tooLong: {
    title: 'This address is too long',
    what: 'It is longer than any address of this service, so it was not read. Nothing was changed.',
    next: 'If an application sent you here, it is the turn of its developer: go back and tell them. Otherwise it is yours: shorten what you entered.',
  },
  suspended: {
    title: 'This application is suspended',
    what: (name: Html) =>
      html`An administrator of this service has suspended ${name}. You cannot give it access now, and what you allowed it before is refused.`,
    reason: 'Reason',
    next: 'It is the turn of the application’s developer. Nothing of yours is lost: once the suspension is lifted, access you gave before works again.',
  },
  limited: {
    title: 'Too many attempts',
    what: 'To protect accounts, further attempts are held back for a while.',
    next: (distance: string, dateTime: string) => `It is your turn again ${distance}, at ${dateTime}. Nothing is lost.`,
  },
  broken: {
    title: 'Something broke on our side',
    what: 'It is not your fault.',
    next: 'It is our turn. Try once more; if it happens again, tell the operator of this service the trace below.',
  },
  unavailable: {
    title: 'Back in a moment',
    what: 'The service is starting, stopping, or cannot reach its database.',
    next: (wait: string) => `It is our turn. Try again in ${wait}.`,
    aMinute: 'a minute',
  },
};

/** Why a request could not be fulfilled. */
export const requestFaults = {
  form_unreadable: 'The form could not be read.',
  address_malformed: 'Its headers or its address are malformed.',
  cursor_unreadable: 'This page of the list cannot be found: its address was changed, or what it began at is gone.',
  own_account: 'You cannot disable your own account, so that an administrator is always left.',
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
  request_malformed: 'The request could not be read: a parameter is badly encoded.',
  client_id_missing: 'The parameter client_id is missing.',
  client_id_doubled: 'The parameter client_id was sent more than once.',
  client_unknown: 'No application has this client_id.',
  redirect_uri_missing: 'The parameter redirect_uri is missing.',
  redirect_uri_doubled: 'The parameter redirect_uri was sent more than once.',
  redirect_uri_unregistered: 'The redirect_uri is not one of those registered for this application.',
};
