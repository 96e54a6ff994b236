/** The form of an API that tokens are for: to register one, and to change what may be changed later. */
import { adminFrame } from '../admin/admin-frame.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { choice, choiceGroup, field } from '../parts/field.ts';
import { type Faults, faultSummary, postForm, type Shown } from '../parts/form.ts';
import type { Text } from '../text/en.ts';
import { scopeWords } from '../text/texts.ts';
import { RESOURCES_PATH } from './list.ts';

export interface ResourceForm {
  readonly values: {
    readonly identifier: string;
    readonly name: string;
    readonly scopes: readonly string[];
    /** As it was typed; empty for as long as other tokens. */
    readonly seconds: string;
    readonly isPlain: boolean;
  };
  readonly faults: Faults<'identifier' | 'name' | 'scopes' | 'seconds'>;
  /** The catalogue of the service. */
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
}

/** Of one that is there already. */
export interface ChangedResourceForm extends ResourceForm {
  readonly shown: Shown;
}

export function newResourcePage(context: PageContext, form: ResourceForm): Html {
  const { text } = context;
  const words = text.resourceForm;
  return adminFrame(context, 'resources', {
    title: words.newTitle,
    lead: words.newLead,
    body: html`${resourceFaults(text, form, true)}
${postForm(context, {
  action: RESOURCES_PATH,
  class: 'stack narrow',
  body: html`${field(text, {
    id: 'identifier',
    name: 'identifier',
    label: words.identifier,
    hint: words.identifierHint,
    value: form.values.identifier,
    fault: form.faults.identifier,
    autocomplete: 'off',
    inputMode: 'url',
    required: true,
    monospace: true,
  })}
${resourceFields(text, form)}
<div class="actions">${button({ weight: 'primary', label: words.newSubmit })}${buttonLink(RESOURCES_PATH, 'secondary', text.parts.cancel)}</div>`,
})}`,
  });
}

/** The identifier stands in the form of a new one alone. */
export function resourceFaults(text: Text, { faults }: ResourceForm, isNew: boolean): Html | null {
  return faultSummary(text, [
    ['identifier', isNew ? faults.identifier : null],
    ['name', faults.name],
    ['scopes', faults.scopes],
    ['seconds', faults.seconds],
  ]);
}

/** What can be changed later too: tokens carry the identifier, so that stays. */
export function resourceFields(text: Text, form: ResourceForm): Html {
  const words = text.resourceForm;
  const { values, faults } = form;
  return html`${field(text, { id: 'name', name: 'name', label: words.name, hint: words.nameHint, value: values.name, fault: faults.name, autocomplete: 'off', required: true })}
${choiceGroup(text, {
  id: 'scopes',
  legend: words.scopes,
  hint: words.scopesHint,
  fault: faults.scopes,
  choices: form.scopes.map((scope, index) =>
    choice({
      type: 'checkbox',
      id: `scope_${index + 1}`,
      name: 'scope',
      value: scope.name,
      checked: values.scopes.includes(scope.name),
      title: html`<code>${scope.name}</code>`,
      text: scopeWords(text, scope),
      isFaulty: faults.scopes !== undefined,
    }),
  ),
})}
${field(text, { id: 'seconds', name: 'seconds', label: words.seconds, hint: words.secondsHint, value: values.seconds, fault: faults.seconds, autocomplete: 'off', optional: true, monospace: true })}
${choiceGroup(text, {
  id: 'plain_group',
  legend: words.plainLegend,
  choices: [
    choice({
      type: 'checkbox',
      id: 'plain',
      name: 'plain',
      value: 'yes',
      checked: values.isPlain,
      title: words.plain,
      text: words.plainText,
    }),
  ],
})}`;
}
