/** English words of the frames and parts of every page. */
import { type Child, type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const frame = {
  /** The notices after an action, where its number or its name is known. */
  peopleDisabled: formats.counts({
    none: 'No account was changed.',
    one: '# account is disabled.',
    other: '# accounts are disabled.',
  }),
  peopleSignedOut: formats.counts({
    none: 'Nobody was signed out.',
    one: '# person is signed out.',
    other: '# people are signed out.',
  }),
  accessRemovedFrom: (app: Html) => html`Access of ${app} is removed. It can no longer act for you.`,
  skip: 'Skip to content',
  /** Beside a link to a public page, on other sites. */
  description: (service: string) => `See which apps have access to your ${service} account, or build one of your own.`,
  /** Before the title of a page whose form was refused. */
  refused: 'Error: ',
  footer: 'More about this service',
  navigation: 'Places',
  developer: 'Developer',
  applications: html`Applications`,
  authorized: html`Apps with access`,
  account: html`Account`,
  administration: html`Administration`,
  docs: html`Docs`,
  search: 'Search',
  searchEverything: 'Search this service',
  signIn: 'Sign in',
  signOut: 'Sign out',
};

export const parts = {
  optional: 'optional',
  show: 'Show',
  hide: 'Hide',
  /** Follows `show`, for screen readers. */
  passwordIn: (label: Child) => html`password in “${label}”`,
  copy: 'Copy',
  copied: 'Copied',
  selected: 'Selected',
  selectedAloud: 'Selected. Copy it with the keyboard.',
  actions: 'Actions',
  pages: 'Pages',
  newer: 'Newer',
  older: 'Older',
  cancel: 'Cancel',
  faults: formats.counts({ one: 'Fix # problem', other: 'Fix # problems' }),
  /** What somebody else, or the same person in another tab, changed while a form was open. */
  overtaken: {
    title: 'Nothing was saved: this was changed elsewhere while you had the form open',
    now: (field: Html, value: Child) => html`${field} is now: ${value}`,
    empty: 'empty',
    isTicked: (isTicked: boolean): string => (isTicked ? 'ticked' : 'not ticked'),
    whatToDo:
      'The form still holds what you entered. Save it again to overwrite this, or enter what is there now to keep it.',
  },
  cannotBeUndone: 'This cannot be undone.',
  typeToConfirm: (name: Html) => html`Type ${name} to confirm`,
  never: 'never',
  none: 'none',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unnamedProgram: 'unnamed program',
  pictureFile: 'Picture file',
  pictureHint: 'PNG, square or nearly so, from 32 to 512 pixels a side, at most 256 KiB.',
  /** Where script runs, which crops the picture and makes it small. */
  anyPictureHint: 'Any photo or picture. A large one is cropped to a square and made smaller here before it is sent.',
  /** Shown and said aloud once a picture is chosen. */
  pictureReady: 'This is how it will look. It is saved once you upload it.',
};

export const moments = {
  numeral: formats.numeral,
  upTo: formats.upTo,
  date: formats.date,
  dateTime: formats.dateTime,
  sizes: {
    bytes: (count: string) => `${count} bytes`,
    kilobytes: (count: string) => `${count} kB`,
    megabytes: (count: string) => `${count} MB`,
    gigabytes: (count: string) => `${count} GB`,
  },
  justNow: 'just now',
  ago: (length: string) => `${length} ago`,
  ahead: (length: string) => `in ${length}`,
  /** As a duration: "works for 10 minutes". */
  units: {
    year: formats.counts({ one: '# year', other: '# years' }),
    month: formats.counts({ one: '# month', other: '# months' }),
    day: formats.counts({ one: '# day', other: '# days' }),
    hour: formats.counts({ one: '# hour', other: '# hours' }),
    minute: formats.counts({ one: '# minute', other: '# minutes' }),
    second: formats.counts({ one: '# second', other: '# seconds' }),
  },
};

/** What the previous request did; the keys are part of addresses. */
export const done = {
  end_changed: 'The new end date is saved.',
  signed_out: 'You are signed out.',
  not_saved: 'You were signed out, so what you sent was not saved. Sign in and send it again.',
  profile_saved: 'Your profile is saved.',
  look_saved: 'Language and theme are saved.',
  picture_saved: 'Your picture is saved.',
  picture_removed: 'Your picture is removed.',
  email_changed: 'Your email address is changed.',
  password_changed: 'Your password is changed. Every other session of yours has ended. Apps keep their access.',
  password_changed_access_ended:
    'Your password is changed. Every other session of yours has ended, and so has the access of every app.',
  session_ended: 'That session has ended.',
  sessions_ended: 'Every other session has ended.',
  account_deleted: 'Your account is deleted, with every access that came from it.',
  application_created: 'The application is registered.',
  redirect_uri_added: 'The redirect URI is added. Try the request again.',
  application_saved: 'The application is saved.',
  application_saved_secrets_deleted:
    'The application is saved. Its secrets are deleted: whoever still uses one is locked out.',
  application_saved_uris_removed: 'The application is saved. Its redirect URIs are removed.',
  application_deleted: 'The application is deleted, and every access it had has ended.',
  secret_removed: 'The secret is removed. Whoever still uses it is locked out.',
  secret_shown:
    'This was done before: the form was sent twice. The secret was shown once, in the first answer. If you do not have it, rotate the secret below.',
  permissions_saved: 'The permissions are saved. Users are asked in these terms from now on.',
  logo_saved: 'The logo is saved.',
  logo_removed: 'The logo is removed.',
  transfer_offered: 'The application is offered.',
  transfer_withdrawn: 'The offer is withdrawn.',
  transfer_accepted:
    'The application is yours. Its former owner may still know its secrets: rotate them, and check where users come back to.',
  transfer_declined: 'The offer is declined.',
  family_revoked: 'The token family is revoked. None of its tokens works any more.',
  tokens_revoked: 'Every token is revoked. Users will be asked again.',
  access_removed: 'Access is removed. The app can no longer act for you.',
  data_ready: 'Your password is confirmed. Your data can be downloaded now.',
  export_ready: 'Your password is confirmed. The list can be downloaded now.',
  person_disabled: 'The account is disabled, and every access that came from it has ended.',
  person_enabled: 'The account is enabled.',
  person_signed_out: 'Every session of the account has ended.',
  person_picture_removed: 'The picture is removed.',
  person_link_shown:
    'This was done before: the form was sent twice. The sign-in link was shown once, in the first answer. If you do not have it, make another one below.',
  person_unlocked: 'Failed sign-ins are cleared.',
  person_administrator: 'This person is an administrator now.',
  person_no_administrator: 'This person is no longer an administrator.',
  person_deleted: 'The account is deleted, with everything that came from it.',
  person_changed: 'The account is saved.',
  people_disabled: 'The selected accounts are disabled.',
  people_signed_out: 'The selected people are signed out.',
  nobody_selected: 'Nobody was selected. Tick the people first.',
  application_suspended: 'The application is suspended. Its tokens are refused from now on.',
  application_waits: 'The application is registered and waiting for approval. You can use it yourself right away.',
  approval_asked: 'The application is waiting for approval again.',
  application_approved: 'The application is approved. Everybody can use it now.',
  application_declined: 'The application is not approved. Its owner reads the reason.',
  person_developer: 'This person may register applications now.',
  person_no_developer: 'This person may no longer register applications.',
  mark_verified_set: 'The application is marked as verified.',
  mark_first_party_set: 'The application is marked as the service’s own. Nobody is asked for consent to it.',
  changed_meanwhile: 'The application has changed in the meantime. Look again before you decide.',
  mark_verified_removed: 'The application is no longer marked as verified.',
  mark_first_party_removed: 'The application is no longer marked as the service’s own.',
  administration_given: 'The application may manage the whole service now.',
  administration_taken: 'The application may no longer manage the whole service.',
  suspension_lifted: 'The suspension is lifted. What has not expired works again.',
  resource_saved: 'The API is saved.',
  resource_deleted: 'The API is deleted, and every token for it has ended.',
  resource_secret_shown:
    'This was done before: the form was sent twice. The secret was shown once, in the first answer. If you do not have it, rotate the secret below.',
  webhook_secret_shown:
    'This was done before: the form was sent twice. The secret was shown once, in the first answer. If you do not have it, rotate the secret below.',
  webhook_rotated_often:
    'The secret was rotated four times within a day. Wait until the oldest of the former secrets has ended.',
  webhook_saved: 'The webhook is saved.',
  webhook_deleted: 'The webhook is deleted. Nothing more is sent to its address.',
  webhook_on: 'The webhook is on. Waiting deliveries are being sent.',
  webhook_off: 'The webhook is off. Nothing is sent until it is switched on again.',
  webhook_tested: 'A test event is on its way. It is the first in the list of deliveries.',
  delivery_again: 'It will be sent again in a second or two.',
  delivery_too_soon: 'It was sent less than a minute ago, or is on its way. Wait a minute.',
  limit_saved: 'The limits are set. They apply from the next request on.',
  nothing_to_do: 'Nothing to change.',
  all_access_removed: 'Access is removed for every app.',
  permission_removed: 'The permission is removed. The app keeps the others.',
};

/** The shipped scopes, used while the operator has not described them differently. */
export const scopes = {
  profile: 'See your profile: nickname, name, picture and website',
  email: 'See your email address',
  openid: 'Confirm who you are when you sign in',
  offline_access: 'Stay connected when you are not using it',
  applications: 'See and change the applications you registered as a developer',
};
