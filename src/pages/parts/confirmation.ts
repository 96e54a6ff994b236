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
  context: { readonly formToken: () => string; readonly text: Text },
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

interface Question {
  /** Unique on the page. */
  readonly id: string;
  /** The button that asks. */
  readonly label: Child;
  /** For screen readers, where several such buttons stand on one page. */
  readonly about?: string;
  /** The verb with its object, as a question. */
  readonly title: Child;
  /** What ends. */
  readonly lost: Child;
  readonly action: string;
  readonly hidden?: readonly (readonly [name: string, value: string])[];
  /** The button that does it. */
  readonly submit: string;
}

/**
 * One more question before an act that ends something: a dialog over the page, so that nothing on it moves. It is a
 * popover, which browsers open and close without script; the focus is on the way back.
 */
export function askFirst(context: { readonly formToken: () => string; readonly text: Text }, question: Question): Html {
  const { parts } = context.text;
  const { id, about } = question;
  return html`<button class="button secondary" type="button" popovertarget="${id}">${question.label}${about !== undefined && html`<span class="unseen"> ${about}</span>`}</button>
<div class="dialog" id="${id}" popover role="dialog" aria-labelledby="${id}-title"><h2 id="${id}-title">${question.title}</h2>
<p>${question.lost}</p>
${postForm(context, {
  action: question.action,
  ...(question.hidden && { hidden: question.hidden }),
  body: html`<div class="actions">${button({ weight: 'danger', label: question.submit })}<button class="button secondary" type="button" popovertarget="${id}" popovertargetaction="hide" autofocus>${parts.cancel}</button></div>`,
})}</div>`;
}
