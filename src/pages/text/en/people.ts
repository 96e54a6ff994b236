/** Words of the pages on which an administrator edits or deletes an account. */
import { type Html, html } from '../../html.ts';
import { formats } from './formats.ts';

export const personEdit = {
  link: 'Edit account',
  title: (nickname: string) => `Edit ${nickname}`,
  heading: (nickname: Html) => html`Edit ${nickname}`,
  lead: 'The person sees in their security events that an administrator changed this.',
  nickname: 'Nickname',
  nicknameHint: 'The person signs in with it. Tell them if you change it.',
  email: 'Email address',
  emailHint: 'A new address is not verified.',
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
  administratorLost: 'It is an administrator. You stay one.',
  reason: 'Reason',
  reasonHint: 'Kept with the event, for administrators. The person is not told.',
  submit: 'Delete account',
  back: 'Keep account',
};
