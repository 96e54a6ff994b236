/** English words for everything that cannot go on: what happened, whose turn it is, what to do. */
import type { UntrustedReason } from '../../../protocol/authorization-request.ts';

export const errors = {
  number: (status: number) => `Error ${status}`,
  goHome: 'Go to the first page',
  trace: 'Trace',
  forDeveloper: 'For the developer',
  editApplication: 'Edit application',
  openFormAgain: 'Open the form again',
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
    next: 'Close this page, or go back to the application.',
  },
  request: {
    title: 'The request could not be fulfilled',
    next: 'Nothing was changed. Go back and try again.',
  },
  conflict: {
    title: 'That cannot be done now',
    next: 'Nothing was changed. Go back to the application.',
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
    next: 'If you have another account that may, sign in with it.',
  },
  missing: {
    title: 'There is nothing here',
    what: 'The address may be mistyped, or what was here has been deleted, or it belongs to another account.',
    next: 'Check the address, or start from the first page.',
  },
  method: {
    title: 'This address does not work that way',
    what: (method: string) => `It does not answer ${method} requests.`,
    next: 'Nothing was changed. Use the links and buttons of the pages, or start from the first page.',
  },
  tooLarge: {
    title: 'That was too much to send',
    what: (kibibytes: number) => `The limit is ${kibibytes} KiB, and nothing was saved.`,
    next: 'Go back, shorten what you entered, and send it again.',
  },
  limited: {
    title: 'Too many attempts',
    what: 'To protect accounts, further attempts are held back for a while.',
    next: (distance: string, dateTime: string) => `Try again ${distance}, at ${dateTime}. Nothing is lost.`,
  },
  broken: {
    title: 'Something broke on our side',
    what: 'It is not your fault, and what you sent was not saved.',
    next: 'It is our turn. Try once more; if it happens again, tell the operator of this service the trace below.',
  },
  unavailable: {
    title: 'Back in a moment',
    what: 'The service is starting, stopping, or cannot reach its database.',
    next: (wait: string) => `It is our turn. Try again in ${wait}; nothing you sent was saved.`,
    aMinute: 'a minute',
  },
};

/** Why a request could not be fulfilled. */
export const requestFaults = {
  form_unreadable: 'The form could not be read.',
  address_malformed: 'Its headers or its address are malformed.',
  address_too_long: 'Its address is too long.',
  decision_missing: 'The parameter decision must be approve or deny.',
  permission_not_asked: 'A permission was sent that the application did not ask for.',
  lasts_unknown: 'The parameter lasts must be day, month or until_removed.',
  secret_of_public: 'A public application has no secret.',
  transfer_gone: 'This offer was withdrawn, has ended, or was answered already.',
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
