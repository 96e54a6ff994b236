/** The page before an account is disabled: what ends, what stays, and the typed nickname. */
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { confirmation } from '../parts/confirmation.ts';
import { textArea } from '../parts/field.ts';
import type { Faults } from '../parts/form.ts';
import { named } from '../parts/name.ts';
import { adminFrame, personPath } from './admin-frame.ts';

export interface Disabling {
  readonly id: number;
  readonly nickname: string;
  readonly sessionCount: number;
  readonly authorizedCount: number;
  readonly ownedCount: number;
  readonly typed: string;
  readonly reason: string;
  readonly faults: Faults<'confirm_nickname' | 'reason'>;
}

export function disablingPage(context: PageContext, page: Disabling): Html {
  const words = context.text.disabling;
  return adminFrame(context, 'people', {
    title: words.title(page.nickname),
    heading: html`<h1>${words.heading(named(page.nickname))}</h1>`,
    lead: words.lead,
    body: confirmation(context, {
      action: `${personPath(page.id)}/disable`,
      warning: words.canBeEnabled,
      losses: [
        words.sessionsLost(page.sessionCount),
        words.accessLost(page.authorizedCount),
        words.ownedStay(page.ownedCount),
      ],
      name: page.nickname,
      fieldName: 'confirm_nickname',
      typed: page.typed,
      fault: page.faults.confirm_nickname,
      more: textArea(context.text, {
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
    }),
  });
}
