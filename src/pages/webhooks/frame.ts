/** Where the pages of webhooks stand: among the tabs of one application, or in the administration. */
import { adminFrame } from '../admin/admin-frame.ts';
import { type ApplicationSubject, applicationFrame, applicationPath } from '../applications/frame.ts';
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';

/** Null for the webhooks of administrators, which are told of all events. */
export type WebhookHome = ApplicationSubject | null;

export function webhooksPath(home: { readonly clientId: string } | null): string {
  return home === null ? '/admin/webhooks' : `${applicationPath(home.clientId)}/webhooks`;
}

interface Content {
  readonly title: string;
  readonly lead?: Child;
  /** Buttons beside the title. */
  readonly actions?: Child;
  readonly body: Child;
}

/** The frame of an application has its own heading, so the title stands below it. */
export function webhookFrame(context: PageContext, home: WebhookHome, content: Content): Html {
  const { title, lead, actions, body } = content;
  if (home === null)
    return adminFrame(context, 'webhooks', { title, body, ...(lead ? { lead } : {}), ...(actions ? { actions } : {}) });
  return applicationFrame(context, home, {
    tab: 'webhooks',
    body: html`<div class="section-top"><h2>${title}</h2>${actions && html`<div class="actions">${actions}</div>`}</div>
${lead && html`<p>${lead}</p>`}
${body}`,
  });
}
