/** English words of the frames and of the parts that every page is made of. */
import { type Child, type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const frame = {
  skip: 'Skip to the content',
  places: 'Places',
  applications: html`Applications`,
  authorized: html`Authorized<span class="wide-only"> applications</span>`,
  account: html`Account`,
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
  faults: formats.counts({ one: 'One thing needs a change', other: '# things need a change' }),
  cannotBeUndone: 'This cannot be undone.',
  typeToConfirm: (name: Html) => html`Type ${name} to confirm`,
  never: 'never',
  none: 'none',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unnamedProgram: 'unnamed program',
};

export const moments = {
  numeral: formats.numeral,
  date: formats.date,
  dateTime: formats.dateTime,
  justNow: 'just now',
  ago: (length: string) => `${length} ago`,
  ahead: (length: string) => `in ${length}`,
  /** As the length of something that lasts: "works for 10 minutes". */
  units: {
    year: formats.counts({ one: '# year', other: '# years' }),
    month: formats.counts({ one: '# month', other: '# months' }),
    day: formats.counts({ one: '# day', other: '# days' }),
    hour: formats.counts({ one: '# hour', other: '# hours' }),
    minute: formats.counts({ one: '# minute', other: '# minutes' }),
    second: formats.counts({ one: '# second', other: '# seconds' }),
  },
};

/** What the request before this one achieved; the keys stand in addresses. */
export const done = {
  signed_out: 'You are signed out.',
  profile_saved: 'Your profile is saved.',
  email_changed: 'Your e-mail address is changed.',
  password_changed: 'Your password is changed. Every other session of yours has ended.',
  session_ended: 'That session has ended.',
  sessions_ended: 'Every other session has ended.',
  account_deleted: 'Your account is deleted, with every access that came from it.',
  application_created: 'The application is registered.',
  application_saved: 'The application is saved.',
  application_deleted: 'The application is deleted, and every access it had has ended.',
  secret_removed: 'The secret is removed. Whoever still uses it is locked out.',
  access_removed: 'Access is removed. The application can no longer act for you.',
  all_access_removed: 'Access is removed for every application.',
};

/** The shipped scopes, as long as the operator has not described them otherwise. */
export const scopes = {
  profile: 'Read your profile: nickname, name, picture and website',
  email: 'Read your e-mail address',
  openid: 'Confirm who you are when you sign in',
  offline_access: 'Keep its access while you are away',
  applications: 'See and change the applications you registered as a developer',
};
