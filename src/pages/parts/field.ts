/** A field: label above, input, hint below, and its fault beside it with an icon and words. */
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { attributes, type Child, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { faultWords } from '../text/texts.ts';
import { problemIcon } from './icon.ts';

export interface Field {
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
  /** For addresses, identifiers and anything else to be compared letter by letter. */
  readonly monospace?: boolean;
  readonly autofocus?: boolean;
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
<textarea${attributes({ id: field.id, name: field.name, rows: 3, required: field.required })}${describedBy(field)}>
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
    value: field.value,
    required: field.required,
    autocomplete: field.autocomplete,
    inputmode: field.inputMode,
    autofocus: field.autofocus,
    autocapitalize: isPlainText(field) ? 'none' : null,
    spellcheck: isPlainText(field) ? 'false' : null,
  })}${describedBy(field)}>`;
}

export function faultLine(text: Text, id: string, fault: FieldFault | null | undefined): Html | null {
  if (!fault) return null;
  return html`<p class="fault" id="${id}-fault">${problemIcon}<span>${faultWords(text, fault)}</span></p>`;
}

/** The button appears only where scripts run; the field works without it. */
function passwordInput({ parts }: Text, field: Field): Html {
  return html`<div class="reveal">${input(field)}<button class="button quiet needs-script" type="button" data-reveal="${field.id}" aria-pressed="false" aria-controls="${field.id}">${parts.show}<span class="unseen"> ${parts.passwordIn(field.label)}</span></button></div>`;
}

function describedBy(field: Field): Html {
  const ids = [field.fault && `${field.id}-fault`, field.hint && `${field.id}-hint`].filter(Boolean).join(' ');
  return attributes({ 'aria-describedby': ids === '' ? null : ids, 'aria-invalid': field.fault ? 'true' : null });
}

/** Names of people and applications may be corrected and capitalised by the device; nothing else may. */
function isPlainText(field: Field): boolean {
  return field.monospace === true || field.inputMode !== undefined || field.autocomplete === 'username';
}
