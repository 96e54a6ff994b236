/** English words of the account: profile, sessions, events, deletion, and the public profile. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const account = {
  title: 'Account',
  leads: {
    profile: 'What others see of you, and what apps may be told.',
    email: 'You can sign in with it, as with your nickname. Apps see it only with your permission.',
    password:
      'Changing it ends every other session of yours. Apps keep the access you gave them, unless you end it too.',
    data: 'Take a copy along, or leave for good.',
  },
  tabs: {
    profile: 'Profile',
    email: 'Email',
    password: 'Password',
    sessions: 'Sessions',
    events: 'Security events',
    look: 'Language and theme',
    data: 'Your data',
  },
  aboutYou: 'About you',
  publicProfile: 'See your public profile',
  nickname: 'Nickname',
  name: 'Name',
  website: 'Website',
  websiteHint: 'Starts with https:// or http://.',
  locale: 'Language',
  localeHint: 'Used on these pages and shared with apps.',
  picture: 'Picture',
  pictureExplained:
    'Shown beside your nickname and in apps that may see your profile. Without one, we draw a pattern for you.',
  pictureSubmit: 'Upload picture',
  pictureRemove: 'Remove picture',
  pictureAddress: 'Picture address',
  pictureAddressHint: 'Apps are given this picture; these pages do not load it. Uploading a picture takes its place.',
  saveProfile: 'Save profile',
  emailAddress: 'Email address',
  currentEmail: 'Current address',
  verified: 'verified',
  notVerified: 'not verified',
  newEmail: 'New email address',
  changeEmail: 'Change email address',
  endAccess: 'Also end the access of all apps',
  endAccessExplained:
    'Choose this if somebody else may have known your password: an app they allowed would go on without it. Apps you use will ask you again.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  changePassword: 'Change password',
  ownData: 'A copy of your data',
  ownDataExplained:
    'A JSON file with your profile and picture, sessions, the access you gave, the applications you own, and your security events. Your password is asked for if you have not entered it in the last few minutes.',
  downloadData: 'Download your data',
  deletion: 'Delete account',
  deletionExplained:
    'Ends every access you gave and deletes the applications you own. There is a page to confirm it before anything happens.',
};

export const accountDeletion = {
  title: 'Delete account',
  lead: 'Read what will be lost, then confirm with your nickname and your password.',
  profileLost: 'Your profile, email address and password are deleted, and the nickname becomes free.',
  authorizedLost: formats.counts({
    one: '# app can no longer act for you.',
    other: '# apps can no longer act for you.',
  }),
  ownedStop: formats.counts({
    one: '# of your applications stops working at once',
    other: '# of your applications stop working at once',
  }),
  forUsers: formats.boundedCounts({ none: 'no users', one: '# user', other: '# users' }),
  ownedLost: (stop: string, users: string) => `${stop} (${users}).`,
  sessionsLost: formats.counts({
    one: 'You are signed out here and in # other session.',
    other: 'You are signed out here and in # other sessions.',
  }),
  kept: 'The log of security events is kept for a limited time, with a number in place of your name.',
  lastAdministrator: 'You are the only administrator of this service, and somebody has to look after it.',
  lastAdministratorNext: (command: Html) =>
    html`This account can be deleted once there is another administrator. Whoever runs the service makes one: ${command}`,
  password: 'Password',
  submit: 'Delete account',
  back: 'Keep account',
};

export const sessions = {
  title: 'Sessions',
  lead: 'Every browser that is signed in to your account. End those you do not recognize, then change your password. Location is not stored; you see the IP address.',
  caption: 'Your sessions',
  lastUsedFrom: 'Device and address',
  startedAt: 'Signed in',
  seenAt: 'Last seen',
  unknownBrowser: 'Unknown browser',
  unknownAddress: 'unknown',
  current: 'this one',
  now: 'now',
  end: 'End session',
  /** Follows `end`, for screen readers. */
  of: (browser: string) => `of ${browser}`,
  endOthers: 'End all other sessions',
  endOthersAsk: 'End all other sessions?',
  endOthersLost: 'Every other browser is signed out at once. This one stays signed in.',
};

export const eventList = {
  title: 'Security events',
  lead: 'What happened to your account and to the access you gave, newest first.',
  emptyTitle: 'Nothing has happened yet',
  emptyText: 'Sign-ins, changes to your account, and everything applications do with their access will be listed here.',
  emptyFiltered: 'No matches.',
  alarms: 'Needs a look',
  about: 'Show',
  subjects: { alarms: 'needs a look', sign_ins: 'sign-ins', account: 'changes to the account', apps: 'apps' },
  count: formats.counts({ one: '# event', other: '# events' }),
};

export const look = {
  title: 'Language and theme',
  lead: 'This browser remembers your choice.',
  leadAccount: 'This browser remembers the theme; the language is part of your profile and shared with apps.',
  language: 'Language',
  browserDecides: 'Same as my browser',
  languages: { en: 'English', ru: 'Русский' },
  theme: 'Theme',
  themes: { auto: 'Same as my system', light: 'Light', dark: 'Dark' },
  save: 'Save choices',
};

export const publicProfile = {
  website: 'Website',
  since: 'Here since',
  /** For the owner alone. */
  edit: 'Edit your profile',
};

/** Of somebody else, for administrators. */
export const personPicture = {
  title: 'Picture',
  uploaded: 'Uploaded by the person; everybody who meets the account sees it.',
  elsewhere: (address: Html) => html`Apps are given an address elsewhere: ${address}`,
  label: 'Remove picture',
  ask: (nickname: Html) => html`Remove the picture of ${nickname}?`,
  lost: 'The drawn pattern takes its place. The person sees it in the security events and can upload another one.',
};
