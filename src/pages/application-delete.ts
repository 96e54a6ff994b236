/** The page before an application is deleted: who loses what, and the typed name. */
import { applicationPath } from './applications.ts';
import { deskFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { confirmation } from './parts/confirmation.ts';
import type { Faults } from './parts/form.ts';
import { agreed } from './parts/moment.ts';
import { named } from './parts/name.ts';

export interface ApplicationDeletion {
  readonly clientId: string;
  readonly name: string;
  /** People whose access ends. */
  readonly userCount: number;
  readonly typed: string;
  readonly faults: Faults<'confirm_name'>;
}

export function applicationDeletionPage(shell: Shell, page: ApplicationDeletion): Html {
  const path = applicationPath(page.clientId);
  return deskFrame(shell, {
    title: `Delete ${page.name}`,
    heading: html`<h1>Delete ${named(page.name)}</h1>`,
    place: 'applications',
    lead: 'Read what will be lost, then confirm with the name of the application.',
    body: confirmation(shell, {
      action: `${path}/delete`,
      losses: [
        page.userCount === 0
          ? 'No user has given it access.'
          : `${agreed(page.userCount, 'user', ['loses', 'lose'])} access at once.`,
        'Every token and code it holds stops working.',
        'Its client_id and its secrets are gone and cannot be registered again.',
      ],
      name: page.name,
      fieldName: 'confirm_name',
      typed: page.typed,
      fault: page.faults.confirm_name,
      label: 'Delete application',
      backPath: path,
      backLabel: 'Keep application',
    }),
  });
}
