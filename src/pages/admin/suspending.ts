/** The page before an application is suspended: what stops, what stays, and the public reason. */
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { textArea } from '../parts/field.ts';
import { type Faults, faultSummary, postForm } from '../parts/form.ts';
import { named } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { adminFrame, administeredPath } from './admin-frame.ts';

interface Suspending {
  readonly clientId: string;
  readonly name: string;
  readonly userCount: number;
  readonly typed: string;
  readonly faults: Faults<'reason'>;
}

export function suspendingPage(context: PageContext, page: Suspending): Html {
  const { text } = context;
  const words = text.suspending;
  const path = administeredPath(page.clientId);
  return adminFrame(context, 'applications', {
    title: words.title(page.name),
    heading: html`<h1>${words.heading(named(page.name))}</h1>`,
    lead: words.lead,
    body: html`${faultSummary(text, [['reason', page.faults.reason]])}
${postForm(context, {
  action: `${path}/suspend`,
  class: 'stack narrow',
  body: html`${notice(
    'warning',
    html`<ul><li>${words.usersLost(page.userCount)}</li><li>${words.tokensRefused}</li><li>${words.comesBack}</li></ul>`,
  )}
${textArea(text, {
  id: 'reason',
  name: 'reason',
  label: words.reason,
  hint: words.reasonHint,
  value: page.typed,
  required: true,
  fault: page.faults.reason,
})}
<div class="actions">${button({ weight: 'danger', label: words.submit })}${buttonLink(path, 'secondary', words.back)}</div>`,
})}`,
  });
}
