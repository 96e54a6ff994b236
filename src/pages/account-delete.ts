/** The page before an account is deleted: what is lost, the typed nickname and the password. */
import { deskFrame, type Shell } from './frame.ts';
import type { Html } from './html.ts';
import { confirmation } from './parts/confirmation.ts';
import { field } from './parts/field.ts';
import type { Faults } from './parts/form.ts';
import { agreed, counted } from './parts/moment.ts';

export interface AccountDeletion {
  readonly ownedApplicationCount: number;
  /** People who lose access because the applications they use belong to this account. */
  readonly affectedUserCount: number;
  readonly authorizedCount: number;
  readonly sessionCount: number;
  readonly typed: string;
  readonly faults: Faults<'confirm_nickname' | 'password'>;
}

export function accountDeletionPage(shell: Shell, page: AccountDeletion): Html {
  const losses = [
    'Your profile, e-mail address and password are deleted, and the nickname becomes free.',
    page.authorizedCount > 0 && `${counted(page.authorizedCount, 'application')} can no longer act for you.`,
    page.ownedApplicationCount > 0 &&
      `${agreed(page.ownedApplicationCount, 'application', ['of yours stops', 'of yours stop'])} working at once, for ${counted(page.affectedUserCount, 'user')}.`,
    page.sessionCount > 1 && `You are signed out here and in ${counted(page.sessionCount - 1, 'other session')}.`,
  ];
  return deskFrame(shell, {
    title: 'Delete account',
    place: 'account',
    lead: 'Read what will be lost, then confirm with your nickname and your password.',
    body: confirmation(shell, {
      action: '/account/delete',
      losses: losses.filter((loss) => loss !== false),
      name: shell.account?.nickname ?? '',
      fieldName: 'confirm_nickname',
      typed: page.typed,
      fault: page.faults.confirm_nickname,
      more: field({
        id: 'password',
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'current-password',
        required: true,
        fault: page.faults.password,
      }),
      label: 'Delete account',
      backPath: '/account',
      backLabel: 'Keep account',
    }),
  });
}
