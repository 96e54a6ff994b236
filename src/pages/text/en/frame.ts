/** English words of the frames and parts of every page. */
import { type Child, type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const frame = {
  /** The notices after an action, where its number or its name is known. */
  peopleDisabled: formats.counts({
    none: 'No account was changed.',
    one: '# account disabled.',
    other: '# accounts disabled.',
  }),
  peopleSignedOut: formats.counts({
    none: 'Nobody was signed out.',
    one: '# person signed out.',
    other: '# people signed out.',
  }),
  accessRemovedFrom: (app: Html) => html`${app} no longer has access. It can’t act for you any more.`,
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
  anyPictureHint: 'PNG, JPEG or WebP. A large one is cropped to a square and made smaller here before it is sent.',
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
  end_changed: 'End date saved.',
  signed_out: 'You are signed out.',
  not_saved: 'You were signed out, so what you sent was not saved. Sign in and send it again.',
  form_kept:
    'Nothing has been saved yet: you signed in or confirmed your password after this form was opened. What you entered is still here. Check it, then send it.',
  profile_saved: 'Profile saved.',
  look_saved: 'Language and theme saved.',
  picture_saved: 'Picture saved.',
  picture_removed: 'Picture removed.',
  email_changed: 'Email address changed.',
  password_changed: 'Password changed. You’re signed out everywhere else. Apps keep their access.',
  password_changed_access_ended: 'Password changed. You’re signed out everywhere else, and no app has access any more.',
  session_ended: 'Session ended.',
  sessions_ended: 'All other sessions ended.',
  account_deleted: 'Account deleted. No app has access to it any more.',
  application_created: 'Application registered.',
  redirect_uri_added: 'Redirect URI added. Try the request again.',
  application_saved: 'Application saved.',
  application_saved_secrets_deleted: 'Application saved, its secrets deleted: whoever still uses one is locked out.',
  application_saved_uris_removed: 'Application saved, its redirect URIs removed.',
  application_deleted: 'Application deleted. All its access has ended.',
  secret_removed: 'Secret removed. Whoever still uses it is locked out.',
  secret_shown:
    'This was done before: the form was sent twice. The secret was shown once, in the first answer. If you do not have it, rotate the secret below.',
  permissions_saved: 'Permissions saved. From now on users are asked in these words.',
  logo_saved: 'Logo saved.',
  logo_removed: 'Logo removed.',
  transfer_offered: 'Application offered.',
  transfer_withdrawn: 'Offer withdrawn.',
  transfer_was_declined: 'The other account has declined this offer already.',
  transfer_accepted:
    'The application is yours now. Its former owner may still know its secrets: rotate them, and check where users come back to.',
  transfer_declined: 'Offer declined.',
  family_revoked: 'Token family revoked. None of its tokens works any more.',
  tokens_revoked: 'All tokens revoked. Users will be asked again.',
  access_removed: 'Access removed. The app can no longer act for you.',
  data_ready: 'Password confirmed. You can download your data now.',
  export_ready: 'Password confirmed. You can download the list now.',
  person_disabled: 'Account disabled. Every access that came from it has ended.',
  person_enabled: 'Account enabled.',
  person_signed_out: 'Signed out everywhere.',
  person_picture_removed: 'Picture removed.',
  person_link_shown:
    'This was done before: the form was sent twice. The sign-in link was shown once, in the first answer. If you do not have it, make another one below.',
  person_unlocked: 'Failed sign-ins cleared.',
  person_administrator: 'This person is now an administrator.',
  person_no_administrator: 'This person is no longer an administrator.',
  person_deleted: 'Account deleted, with everything that came from it.',
  person_changed: 'Account saved.',
  people_disabled: 'Selected accounts disabled.',
  people_signed_out: 'Selected people signed out.',
  nobody_selected: 'Nobody was selected. Tick the people first.',
  application_suspended: 'Application suspended. Its tokens are refused from now on.',
  application_waits: 'Application registered. It’s waiting for approval; you can use it yourself right away.',
  approval_asked: 'The application is waiting for approval again.',
  application_approved: 'Application approved. Everybody can use it now.',
  application_declined: 'Application declined. Its owner can read the reason.',
  person_email_verified: 'Email address marked as verified.',
  person_email_unverified: 'Email address marked as not verified.',
  person_developer: 'This person can now register applications.',
  person_no_developer: 'This person can no longer register applications.',
  mark_verified_set: 'Application marked as verified.',
  mark_first_party_set: 'Application marked as the service’s own. Nobody is asked for consent to it.',
  changed_meanwhile: 'The application was changed in the meantime. Look again before you decide.',
  mark_verified_removed: 'The application is no longer marked as verified.',
  mark_first_party_removed: 'The application is no longer marked as the service’s own.',
  administration_given: 'The application can now manage the whole service.',
  administration_taken: 'The application can no longer manage the whole service.',
  suspension_lifted: 'Suspension lifted. What hasn’t expired works again.',
  resource_saved: 'API saved.',
  resource_deleted: 'API deleted. Every token for it has ended.',
  resource_secret_shown:
    'This was done before: the form was sent twice. The secret was shown once, in the first answer. If you do not have it, rotate the secret below.',
  webhook_secret_shown:
    'This was done before: the form was sent twice. The secret was shown once, in the first answer. If you do not have it, rotate the secret below.',
  webhook_rotated_often:
    'The secret was rotated four times within a day. Wait until the oldest of the former secrets has ended.',
  webhook_saved: 'Webhook saved.',
  webhook_deleted: 'Webhook deleted. Nothing more is sent to its address.',
  webhook_on: 'Webhook switched on. Waiting deliveries are being sent.',
  webhook_off: 'Webhook switched off. Nothing is sent until you switch it on again.',
  webhook_tested: 'Test event sent. It’s the first in the list of deliveries.',
  delivery_again: 'It will be sent again in a second or two.',
  delivery_too_soon: 'It was sent less than a minute ago, or is on its way. Wait a minute.',
  limit_saved: 'Limits saved. They apply from the next request on.',
  nothing_to_do: 'Nothing to change.',
  all_access_removed: 'Access removed for every app.',
  permission_removed: 'Permission removed. The app keeps the others.',
};

/** The shipped scopes, used while the operator has not described them differently. */
export const scopes = {
  profile: 'See your profile: nickname, name, picture, website, language and last activity',
  email: 'See your email address',
  openid: 'Confirm who you are when you sign in',
  offline_access: 'Stay connected when you are not using it',
  applications: 'See and change the applications you registered as a developer',
};
