/** The page before an administrator deletes an account: what is lost, the typed nickname, and why. */
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { named } from '../parts/name.ts';
import { adminFrame } from './admin-frame.ts';
import { type TypedNickname, typedNicknameForm } from './typed-nickname.ts';

export interface PersonDeletion extends TypedNickname {
  readonly isAdmin: boolean;
  readonly sessionCount: number;
  readonly authorizedCount: number;
  readonly ownedCount: number;
  /** People who lose access because the applications they use belong to this account. */
  readonly affectedUserCount: number;
}

export function personDeletionPage(context: PageContext, page: PersonDeletion): Html {
  const { text } = context;
  const words = text.personDeletion;
  const stop = words.ownedStop(page.ownedCount);
  return adminFrame(context, 'people', {
    title: words.title(page.nickname),
    heading: html`<h1>${words.heading(named(page.nickname))}</h1>`,
    lead: words.lead,
    body: typedNicknameForm(context, page, {
      path: '/delete',
      losses: [
        words.profileLost,
        words.sessionsLost(page.sessionCount),
        words.accessLost(page.authorizedCount),
        page.ownedCount === 0 ? stop : words.ownedLost(stop, text.accountDeletion.forUsers(page.affectedUserCount)),
        ...(page.isAdmin ? [words.administratorLost] : []),
      ],
      words,
    }),
  });
}
