/** The page before an administrator deletes an account: what is lost, the typed nickname, and why. */
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { confirmation } from '../parts/confirmation.ts';
import { textArea } from '../parts/field.ts';
import { type Faults, faultSummary } from '../parts/form.ts';
import { named } from '../parts/name.ts';
import { adminFrame, personPath } from './admin-frame.ts';

export interface PersonDeletion {
  readonly id: number;
  readonly nickname: string;
  readonly isAdmin: boolean;
  readonly sessionCount: number;
  readonly authorizedCount: number;
  readonly ownedCount: number;
  /** People who lose access because the applications they use belong to this account. */
  readonly affectedUserCount: number;
  readonly typed: string;
  readonly reason: string;
  readonly faults: Faults<'confirm_nickname' | 'reason'>;
}

export function personDeletionPage(context: PageContext, page: PersonDeletion): Html {
  const { text } = context;
  const words = text.personDeletion;
  const stop = words.ownedStop(page.ownedCount);
  return adminFrame(context, 'people', {
    title: words.title(page.nickname),
    heading: html`<h1>${words.heading(named(page.nickname))}</h1>`,
    lead: words.lead,
    body: html`${faultSummary(text, [
      ['confirm_nickname', page.faults.confirm_nickname],
      ['reason', page.faults.reason],
    ])}
${confirmation(context, {
  action: `${personPath(page.id)}/delete`,
  losses: [
    words.profileLost,
    words.sessionsLost(page.sessionCount),
    words.accessLost(page.authorizedCount),
    page.ownedCount === 0 ? stop : words.ownedLost(stop, text.accountDeletion.forUsers(page.affectedUserCount)),
    ...(page.isAdmin ? [words.administratorLost] : []),
  ],
  name: page.nickname,
  fieldName: 'confirm_nickname',
  typed: page.typed,
  fault: page.faults.confirm_nickname,
  more: textArea(text, {
    id: 'reason',
    name: 'reason',
    label: words.reason,
    hint: words.reasonHint,
    value: page.reason,
    optional: true,
    fault: page.faults.reason,
  }),
  label: words.submit,
  backPath: personPath(page.id),
  backLabel: words.back,
})}`,
  });
}
