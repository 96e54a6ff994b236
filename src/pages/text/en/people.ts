/** Words of the pages on which an administrator creates, edits or deletes an account, and of links that sign somebody in. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const personCreation = {
  title: 'Create account',
  lead: 'The next page shows a sign-in link, once. You hand it over, and the person chooses a password with it.',
  nicknameHint: 'The person signs in with it, and everybody can see it.',
  emailHint: 'Signs the person in, too. Nothing is sent to it.',
  vouch: 'The email address is verified',
  vouchExplained: 'You know that it belongs to this person. Apps are told that it is verified.',
  submit: 'Create account',
  back: 'Cancel',
};

export const personEdit = {
  link: 'Edit account',
  title: (nickname: string) => `Edit ${nickname}`,
  heading: (nickname: Html) => html`Edit ${nickname}`,
  lead: 'The person sees in their security events that an administrator changed this.',
  nickname: 'Nickname',
  nicknameHint: 'The person signs in with it. Tell them if you change it.',
  email: 'Email address',
  emailHint: 'A new address is not verified. You can mark it on the page of the account.',
  name: 'Name',
  website: 'Website',
  submit: 'Save changes',
  back: 'Cancel',
};

export const personDeletion = {
  link: 'Delete account',
  explained:
    'Deletes the account for good, with the applications that it owns. To lock somebody out for now, disable it.',
  title: (nickname: string) => `Delete ${nickname}`,
  heading: (nickname: Html) => html`Delete ${nickname}`,
  lead: 'Read what will be lost, then confirm with the nickname.',
  profileLost: 'The profile, email address and password are deleted, and the nickname becomes free.',
  sessionsLost: formats.counts({
    none: 'Nobody is signed in to it now.',
    one: '# session ends at once.',
    other: '# sessions end at once.',
  }),
  accessLost: formats.counts({
    none: 'No apps have access to it.',
    one: '# application loses its access.',
    other: '# applications lose their access.',
  }),
  ownedStop: formats.counts({
    none: 'It owns no application.',
    one: '# application that it owns stops working at once',
    other: '# applications that it owns stop working at once',
  }),
  ownedLost: (stop: string, users: string) => `${stop} (${users}).`,
  administratorLost: 'This person is an administrator. You stay one.',
  reason: 'Reason',
  reasonHint: 'Kept with the event, for administrators. The person is not told.',
  submit: 'Delete account',
  back: 'Keep account',
};

export const signInLink = {
  shownTitle: (nickname: string) => `Sign-in link for ${nickname}`,
  shownHeading: (nickname: Html) => html`Sign-in link for ${nickname}`,
  newTitle: (nickname: string) => `Account created for ${nickname}`,
  newHeading: (nickname: Html) => html`Account created for ${nickname}`,
  newLead: (length: string) => `Hand over this link. It works once, for ${length} from now, and asks for a password.`,
  shownLead: (length: string) => `Works once, for ${length} from now. Making another one ends this one.`,
  once: 'You will not see it again',
  link: 'Sign-in link',
  care: 'Whoever opens it is signed in as this person. Hand it over in a way that nobody else reads, and be sure who asks for it.',
  backToPerson: 'Done',
  title: (service: string) => `Sign in to ${service}`,
  heading: (nickname: Html) => html`Welcome back, ${nickname}`,
  text: 'An administrator made this link for you. It works once.',
  newPassword: 'New password',
  newPasswordHint: (least: number) =>
    `At least ${least} characters. Leave it empty to keep your password. A new one signs you out everywhere else.`,
  submit: 'Sign in',
  /** For an account that has no password yet. */
  first: {
    heading: (nickname: Html) => html`Welcome, ${nickname}`,
    text: 'An administrator made this link for you. It works once. Choose the password that you will sign in with from now on.',
    newPassword: 'Password',
    newPasswordHint: formats.counts({
      one: 'At least # character. A few unrelated words are strong and easy to keep.',
      other: 'At least # characters. A few unrelated words are strong and easy to keep.',
    }),
    submit: 'Set password and sign in',
  },
  deadTitle: 'This link no longer works',
  deadText: 'It was used, its time is over, or a newer one took its place. Ask an administrator for a new one.',
  deadSignIn: 'Sign in with a password',
};
