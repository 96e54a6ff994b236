/** The form of a webhook: where events are sent, and which ones. */
import type { EventGroup } from '../../protocol/event.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { choice, choiceGroup, field } from '../parts/field.ts';
import { type Faults, faultSummary, postForm, type Shown } from '../parts/form.ts';
import type { Text } from '../text/en.ts';
import { type WebhookHome, webhookFrame, webhooksPath } from './frame.ts';

export interface WebhookForm {
  readonly values: { readonly url: string; readonly groups: readonly string[] };
  readonly faults: Faults<'url' | 'groups'>;
  readonly offered: readonly EventGroup[];
}

/** Of one that is there already. */
export interface ChangedWebhookForm extends WebhookForm {
  readonly shown: Shown;
}

export function newWebhookPage(context: PageContext, home: WebhookHome, form: WebhookForm): Html {
  const { text } = context;
  const path = webhooksPath(home);
  return webhookFrame(context, home, {
    title: text.webhookForm.newTitle,
    body: html`${webhookFaultSummary(text, form)}
${postForm(context, {
  action: path,
  class: 'stack narrow',
  body: html`${webhookFields(text, form)}
<div class="actions">${button({ weight: 'primary', label: text.webhookForm.add })}${buttonLink(path, 'secondary', text.parts.cancel)}</div>`,
})}`,
  });
}

export function webhookFaultSummary(text: Text, { faults }: WebhookForm): Html | null {
  return faultSummary(text, [
    ['url', faults.url],
    ['groups', faults.groups],
  ]);
}

export function webhookFields(text: Text, { values, faults, offered }: WebhookForm): Html {
  const words = text.webhookForm;
  return html`${field(text, { id: 'url', name: 'url', label: words.url, hint: words.urlHint, value: values.url, fault: faults.url, autocomplete: 'off', inputMode: 'url', required: true, monospace: true })}
${choiceGroup(text, {
  id: 'groups',
  legend: words.groups,
  hint: words.groupsHint,
  fault: faults.groups,
  choices: offered.map((group) =>
    choice({
      type: 'checkbox',
      id: `group_${group}`,
      name: 'group',
      value: group,
      checked: values.groups.includes(group),
      title: html`<code>${group}</code>`,
      text: words.groupTexts[group],
      isFaulty: faults.groups !== undefined,
    }),
  ),
})}`;
}
