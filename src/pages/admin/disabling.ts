/** The page before an account is disabled: what ends, what stays, and the typed nickname. */
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { named } from '../parts/name.ts';
import { adminFrame } from './admin-frame.ts';
import { type TypedNickname, typedNicknameForm } from './typed-nickname.ts';

export interface Disabling extends TypedNickname {
  readonly sessionCount: number;
  readonly authorizedCount: number;
  readonly ownedCount: number;
}

export function disablingPage(context: PageContext, page: Disabling): Html {
  const words = context.text.disabling;
  return adminFrame(context, 'people', {
    title: words.title(page.nickname),
    heading: html`<h1>${words.heading(named(page.nickname))}</h1>`,
    lead: words.lead,
    body: typedNicknameForm(context, page, {
      path: '/disable',
      warning: words.canBeEnabled,
      losses: [
        words.sessionsLost(page.sessionCount),
        words.accessLost(page.authorizedCount),
        words.ownedStay(page.ownedCount),
      ],
      words,
    }),
  });
}
