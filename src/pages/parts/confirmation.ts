/** Confirmation of an irreversible action: what will be lost, the name to type, one danger button, a way back. */
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { type Child, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { button, buttonLink } from './button.ts';
import { field } from './field.ts';
import { postForm } from './form.ts';
import { notice } from './notice.ts';

interface Confirmation {
  readonly action: string;
  /** The first sentence; by default that it cannot be undone. */
  readonly warning?: string;
  /** What ends, one line each. */
  readonly losses: readonly Child[];
  /** The name that has to be typed. */
  readonly name: string;
  readonly fieldName: string;
  readonly typed: string;
  readonly fault: FieldFault | undefined;
  /** More fields after the name, such as the password. */
  readonly more?: Child;
  readonly label: string;
  readonly backPath: string;
  readonly backLabel: string;
}

export function confirmation(
  context: { readonly formToken: string; readonly text: Text },
  confirm: Confirmation,
): Html {
  const { text } = context;
  return postForm(context, {
    action: confirm.action,
    class: 'stack narrow',
    body: html`${notice(
      'warning',
      html`<p><strong>${confirm.warning ?? text.parts.cannotBeUndone}</strong></p><ul>${confirm.losses.map((loss) => html`<li>${loss}</li>`)}</ul>`,
    )}
${field(text, {
  id: confirm.fieldName,
  name: confirm.fieldName,
  label: html`<span class="typed-name">${text.parts.typeToConfirm(html`<code dir="auto">${confirm.name}</code>`)}</span>`,
  value: confirm.typed,
  fault: confirm.fault,
  autocomplete: 'off',
  required: true,
  monospace: true,
})}
${confirm.more}
<div class="actions">${button({ weight: 'danger', label: confirm.label })}${buttonLink(confirm.backPath, 'secondary', confirm.backLabel)}</div>`,
  });
}

/** A question that opens in place, for actions that can be reversed; works without script. */
export function askInPlace(summary: Child, body: Child): Html {
  return html`<details class="ask"><summary class="button secondary">${summary}</summary><div class="ask-body">${body}</div></details>`;
}
