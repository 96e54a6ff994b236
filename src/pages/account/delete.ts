/** The page before an account is deleted: what is lost, the typed nickname and the password. */
import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { confirmation } from '../parts/confirmation.ts';
import { field } from '../parts/field.ts';
import { type Faults, faultSummary } from '../parts/form.ts';
import { notice } from '../parts/notice.ts';

export interface AccountDeletion {
  readonly ownedApplicationCount: number;
  /** People who lose access because the applications they use belong to this account. */
  readonly affectedUserCount: number;
  readonly authorizedCount: number;
  readonly sessionCount: number;
  /** If so it cannot be deleted, and the page says what has to happen first. */
  readonly isLastAdministrator: boolean;
  readonly typed: string;
  readonly faults: Faults<'confirm_nickname' | 'password'>;
}

export function accountDeletionPage(context: PageContext, page: AccountDeletion): Html {
  const { text } = context;
  const words = text.accountDeletion;
  const losses = [
    words.profileLost,
    page.authorizedCount > 0 && words.authorizedLost(page.authorizedCount),
    page.ownedApplicationCount > 0 &&
      words.ownedLost(words.ownedStop(page.ownedApplicationCount), words.forUsers(page.affectedUserCount)),
    page.sessionCount > 1 && words.sessionsLost(page.sessionCount - 1),
  ];
  if (page.isLastAdministrator) return keptPage(context);
  return workspaceFrame(context, {
    title: words.title,
    navItem: 'account',
    lead: words.lead,
    body: html`${faultSummary(text, [
      ['confirm_nickname', page.faults.confirm_nickname],
      ['password', page.faults.password],
    ])}${confirmation(context, {
      action: '/account/delete',
      losses: [...losses.filter((loss) => loss !== false), words.kept],
      name: context.account?.nickname ?? '',
      fieldName: 'confirm_nickname',
      typed: page.typed,
      fault: page.faults.confirm_nickname,
      more: field(text, {
        id: 'password',
        name: 'password',
        label: words.password,
        type: 'password',
        autocomplete: 'current-password',
        required: true,
        fault: page.faults.password,
      }),
      label: words.submit,
      backPath: '/account/privacy',
      backLabel: words.back,
    })}`,
  });
}

function keptPage(context: PageContext): Html {
  const words = context.text.accountDeletion;
  const command = html`<code dir="ltr">bin/latchkey users make-admin NICKNAME</code>`;
  return workspaceFrame(context, {
    title: words.title,
    navItem: 'account',
    lead: words.lastAdministrator,
    body: html`<div class="stack narrow">${notice('warning', words.lastAdministratorNext(command))}
<div class="actions">${buttonLink('/account/privacy', 'secondary', words.back)}</div></div>`,
  });
}
