/** The page before an application is deleted: who loses what, and the typed name. */

import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { confirmation } from '../parts/confirmation.ts';
import type { Faults } from '../parts/form.ts';
import { named } from '../parts/name.ts';
import { applicationPath } from './frame.ts';

interface ApplicationDeletion {
  readonly clientId: string;
  readonly name: string;
  /** People whose access ends. */
  readonly userCount: number;
  readonly typed: string;
  readonly faults: Faults<'confirm_name'>;
}

export function applicationDeletionPage(context: PageContext, page: ApplicationDeletion): Html {
  const path = applicationPath(page.clientId);
  const words = context.text.applicationDeletion;
  return workspaceFrame(context, {
    title: words.title(page.name),
    heading: html`<h1>${words.heading(named(page.name))}</h1>`,
    navItem: 'applications',
    lead: words.lead,
    body: confirmation(context, {
      action: `${path}/delete`,
      losses: [words.usersLost(page.userCount), words.tokensLost, words.nameLost],
      name: page.name,
      fieldName: 'confirm_name',
      typed: page.typed,
      fault: page.faults.confirm_name,
      label: words.submit,
      backPath: `${path}/settings`,
      backLabel: words.back,
    }),
  });
}
