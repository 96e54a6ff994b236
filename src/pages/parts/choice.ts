/** A choice row: checkbox or radio with a title and a sentence, clickable over its whole area. */
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { attributes, type Child, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { faultLine } from './field.ts';

export interface Choice {
  readonly type: 'checkbox' | 'radio';
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly title: Child;
  readonly text?: Child;
}

export function choice(choice: Choice): Html {
  return html`<label class="choice" for="${choice.id}">
<input${attributes({ type: choice.type, id: choice.id, name: choice.name, value: choice.value, checked: choice.checked })}>
<span class="choice-words"><span class="choice-title">${choice.title}</span>
${choice.text && html`<span class="choice-text">${choice.text}</span>`}</span>
</label>`;
}

export interface ChoiceGroup {
  readonly id: string;
  readonly legend: string;
  readonly hint?: Child;
  readonly fault?: FieldFault | undefined;
  readonly choices: readonly Html[];
}

export function choiceGroup(text: Text, group: ChoiceGroup): Html {
  const ids = [group.fault && `${group.id}-fault`, group.hint && `${group.id}-hint`].filter(Boolean).join(' ');
  return html`<fieldset class="group" id="${group.id}"${attributes({ 'aria-describedby': ids === '' ? null : ids })}>
<legend>${group.legend}</legend>
${group.hint && html`<p class="hint" id="${group.id}-hint">${group.hint}</p>`}
${faultLine(text, group.id, group.fault)}
<div class="choices">${group.choices}</div>
</fieldset>`;
}
