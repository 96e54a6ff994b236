/** Fields with label, hint and fault, and choices: clickable rows with a checkbox or radio button. */
import { isCalendarTime } from '../../protocol/calendar.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { attributes, type Child, firstFocus, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { faultWords } from '../text/texts.ts';
import { problemIcon } from './icon.ts';

interface Field {
  readonly id: string;
  readonly name: string;
  readonly label: Child;
  readonly type?: 'text' | 'email' | 'password' | 'date';
  readonly value?: string;
  readonly hint?: Child;
  readonly fault?: FieldFault | null | undefined;
  readonly autocomplete?: string;
  readonly required?: boolean;
  /** Shown after the label where most fields of the form are required. */
  readonly optional?: boolean;
  readonly inputMode?: 'url' | 'email';
  /** For addresses, identifiers and other values that are compared character by character. */
  readonly monospace?: boolean;
  readonly autofocus?: boolean;
  /** The id of the group, where something is wrong with its fields together. */
  readonly faultyGroup?: string | undefined;
}

export function field(text: Text, field: Field): Html {
  return html`<div class="field${field.fault && ' has-fault'}">
<label for="${field.id}">${field.label}${field.optional === true && html` <span class="optional">${text.parts.optional}</span>`}</label>
${field.type === 'password' ? passwordInput(text, field) : input(field)}
${faultLine(text, field.id, field.fault)}
${field.hint && html`<p class="hint" id="${field.id}-hint">${field.hint}</p>`}
</div>`;
}

export function textArea(text: Text, field: Field): Html {
  return html`<div class="field${field.fault && ' has-fault'}">
<label for="${field.id}">${field.label}${field.optional === true && html` <span class="optional">${text.parts.optional}</span>`}</label>
<textarea${attributes({ id: field.id, name: field.name, rows: 3, required: field.required })}${field.fault && firstFocus}${describedBy(field)}>
${field.value}</textarea>
${faultLine(text, field.id, field.fault)}
${field.hint && html`<p class="hint" id="${field.id}-hint">${field.hint}</p>`}
</div>`;
}

export function input(field: Field): Html {
  return html`<input${attributes({
    id: field.id,
    name: field.name,
    type: field.type ?? 'text',
    class: field.monospace === true ? 'mono' : null,
    value: shownValue(field),
    required: field.required,
    autocomplete: field.autocomplete,
    inputmode: field.inputMode,
    autocapitalize: isPlainText(field) ? 'none' : null,
    spellcheck: isPlainText(field) ? 'false' : null,
  })}${(field.autofocus === true || isFaulty(field)) && firstFocus}${describedBy(field)}>`;
}

/** A field for a day holds a day or nothing: browsers show no other text in it. */
function shownValue({ type, value }: Field): string | undefined {
  const isDay = value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarTime(value);
  return type === 'date' && !isDay ? '' : value;
}

export function faultLine(text: Text, id: string, fault: FieldFault | null | undefined): Html | null {
  if (!fault) return null;
  return html`<p class="fault" id="${id}-fault">${problemIcon}<span>${faultWords(text, fault)}</span></p>`;
}

/** For what a page with faults begins with, where it is no control: the summary, or a group of choices. */
export const focused: Html = html` tabindex="-1"${firstFocus}`;

/** The button is shown only where scripts run; the field works without it. */
function passwordInput({ parts }: Text, field: Field): Html {
  return html`<div class="reveal">${input(field)}<button class="button quiet needs-script" type="button" data-reveal="${field.id}" aria-pressed="false" aria-controls="${field.id}">${parts.show}<span class="unseen"> ${parts.passwordIn(field.label)}</span></button></div>`;
}

function describedBy(field: Field): Html {
  const { id, fault, faultyGroup, hint } = field;
  const parts = [fault && `${id}-fault`, faultyGroup !== undefined && `${faultyGroup}-fault`, hint && `${id}-hint`];
  const ids = parts.filter(Boolean).join(' ');
  return attributes({ 'aria-describedby': ids === '' ? null : ids, 'aria-invalid': isFaulty(field) ? 'true' : null });
}

function isFaulty({ fault, faultyGroup }: Field): boolean {
  return Boolean(fault) || faultyGroup !== undefined;
}

/** Devices may correct and capitalise the names of people and applications, but no other input. */
function isPlainText(field: Field): boolean {
  return field.monospace === true || field.inputMode !== undefined || field.autocomplete === 'username';
}

interface ChoiceRow {
  readonly type: 'checkbox' | 'radio';
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly title: Child;
  readonly text?: Child;
  /** Something is wrong with what was chosen in its group, which is described by the fault: once, not with each of its boxes. */
  readonly isFaulty?: boolean;
}

export function choice(choice: ChoiceRow): Html {
  return html`<label class="choice" for="${choice.id}">
<input${attributes({ type: choice.type, id: choice.id, name: choice.name, value: choice.value, checked: choice.checked, 'aria-invalid': choice.isFaulty === true ? 'true' : null })}>
<span class="choice-words"><span class="choice-title">${choice.title}</span>
${choice.text && html`<span class="choice-text">${choice.text}</span>`}</span>
</label>`;
}

interface ChoiceGroup {
  readonly id: string;
  readonly legend: string;
  readonly hint?: Child;
  readonly fault?: FieldFault | undefined;
  readonly choices: readonly Html[];
}

export function choiceGroup(text: Text, group: ChoiceGroup): Html {
  const ids = [group.fault && `${group.id}-fault`, group.hint && `${group.id}-hint`].filter(Boolean).join(' ');
  return html`<fieldset class="group${group.fault && ' has-fault'}" id="${group.id}"${attributes({ 'aria-describedby': ids === '' ? null : ids })}${group.fault && focused}>
<legend>${group.legend}</legend>
${group.hint && html`<p class="hint" id="${group.id}-hint">${group.hint}</p>`}
${faultLine(text, group.id, group.fault)}
<div class="choices">${group.choices}</div>
</fieldset>`;
}
