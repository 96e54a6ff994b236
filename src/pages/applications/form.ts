/** The form to register an application and to change one: values are kept, each fault stands beside its field. */
import { CLIENT_KINDS, type ClientKind } from '../../protocol/clients/kind.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { type PageContext, workspaceFrame } from '../frame.ts';
import { attributes, type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { choice, choiceGroup, field, textArea } from '../parts/field.ts';
import { type Faults, faultSummary, mergedForm, problemNotice, type Shown } from '../parts/form.ts';
import { named } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import type { Text } from '../text/en.ts';
import { faultWords, scopeWords } from '../text/texts.ts';
import { applicationPath } from './frame.ts';
import { redirectUriRows, restorable } from './redirects.ts';
import { type ApplicationValues, shownFields, TRIAL_REDIRECT_URI } from './values.ts';

export interface ApplicationForm {
  readonly values: ApplicationValues;
  /** `general` concerns no single field, such as too many applications. */
  readonly faults: Faults<
    'general' | 'name' | 'description' | 'homepage_url' | 'policy_url' | 'terms_url' | 'redirect_uri' | 'scope'
  >;
  /** A fault for each of `values.redirectUris`, in the same order; null where the row is fine. */
  readonly redirectUriFaults: readonly (FieldFault | null)[];
  /** The operator's catalogue. */
  readonly scopes: readonly { readonly name: string; readonly description: string; readonly isDefault: boolean }[];
  /** Scopes that are ticked because a link asked for it, and not registered yet. */
  readonly picked?: readonly string[];
  /** Whether what is sent has to be approved: `change` where only some changes have to be. */
  readonly approval?: 'new' | 'change' | null;
}

export function newApplicationPage(context: PageContext, form: ApplicationForm): Html {
  const words = context.text.applicationForm;
  return workspaceFrame(context, {
    title: words.newTitle,
    navItem: 'applications',
    lead: words.newLead,
    body: applicationForm(context, form, {
      action: '/oauth/applications',
      label: words.newSubmit,
      backPath: '/oauth/applications',
      typeHint: words.typeHint,
      isNew: true,
    }),
  });
}

export function editApplicationPage(
  context: PageContext,
  form: ApplicationForm & { readonly clientId: string; readonly name: string; readonly shown: Shown },
): Html {
  const path = applicationPath(form.clientId);
  const words = context.text.applicationForm;
  return workspaceFrame(context, {
    title: words.editTitle(form.name),
    heading: html`<h1>${words.editHeading(named(form.name))}</h1>`,
    navItem: 'applications',
    lead: words.editLead,
    body: applicationForm(context, form, {
      action: path,
      label: words.editSubmit,
      backPath: path,
      typeHint: words.typeChange,
      isNew: false,
      shown: form.shown,
    }),
  });
}

interface Ends {
  readonly action: string;
  readonly label: string;
  readonly backPath: string;
  readonly typeHint: string;
  /** A new one needs a type, a name and a redirect URI; the rest is folded, and policy and terms are not asked for. */
  readonly isNew: boolean;
  readonly shown?: Shown;
}

function applicationForm(context: PageContext, form: ApplicationForm, ends: Ends): Html {
  const { text } = context;
  return html`${form.approval && notice('info', text.approval.form[form.approval])}${form.faults.general && problemNotice(faultWords(text, form.faults.general))}${summary(text, form)}
${mergedForm(context, {
  action: ends.action,
  class: 'stack narrow by-kind',
  shown: ends.shown,
  fields: shownFields(text),
  body: html`${firstButton(ends.label)}
${ends.isNew && tryOut(text)}
${typeChoice(text, form.values.kind, ends.typeHint)}
${nameField(text, form, ends.isNew)}
<div class="not-machine">${redirectUriRows(text, { isNew: ends.isNew, action: ends.action, uris: form.values.redirectUris, faults: form.redirectUriFaults, fault: form.faults.redirect_uri })}</div>
${ends.isNew ? folded(text, form) : moreFields(text, form, ends.isNew)}
<div class="actions">${button({ weight: 'primary', label: ends.label })}${buttonLink(ends.backPath, 'secondary', text.parts.cancel)}</div>`,
})}`;
}

/** One click for whoever only wants to see it work: everything is filled in, and can be changed later. */
function tryOut({ applicationForm: { trial } }: Text): Html {
  return html`<div class="panel try-out"><div><h2>${trial.title}</h2><p>${trial.text(html`<code dir="ltr">${TRIAL_REDIRECT_URI}</code>`)}</p></div>
${button({ weight: 'secondary', label: trial.submit, name: 'trial', value: 'yes' })}</div>`;
}

/** Open where something in it needs a look. */
function folded(text: Text, form: ApplicationForm): Html {
  const { faults, values } = form;
  const isTouched = values.description !== '' || values.homepageUrl !== '' || !values.sendsIssuer;
  const isFaulty = [faults.description, faults.homepage_url, faults.policy_url, faults.terms_url, faults.scope].some(
    (fault) => fault !== undefined,
  );
  return html`<details class="more-options"${attributes({ open: isTouched || isFaulty })}><summary>${text.applicationForm.moreOptions}</summary>
<div class="stack">${moreFields(text, form, true)}</div></details>`;
}

function moreFields(text: Text, form: ApplicationForm, isNew: boolean): Html {
  return html`${describing(text, form, !isNew)}
${pickedNotice(text, form)}${scopeChoices(text, form)}
<div class="not-machine">${issuerChoice(text, form.values.sendsIssuer)}</div>`;
}

/** The return key presses the first button of a form, which must not be the one that only checks. */
function firstButton(label: string): Html {
  return html`<button class="unseen" type="submit" tabindex="-1" aria-hidden="true">${label}</button>`;
}

function summary(text: Text, form: ApplicationForm): Html | null {
  const { faults } = form;
  return faultSummary(text, [
    ['name', faults.name],
    ['redirect_uri', faults.redirect_uri],
    ...form.redirectUriFaults.map((fault, index) => [`redirect_uri_${index + 1}`, fault] as const),
    ['description', faults.description],
    ['homepage_url', faults.homepage_url],
    ['policy_url', faults.policy_url],
    ['terms_url', faults.terms_url],
    ['scope', faults.scope],
  ]);
}

/** Chosen first, because it decides what follows; the stylesheet hides what the kind does not need. */
function typeChoice(text: Text, kind: ClientKind, hint: string): Html {
  return choiceGroup(text, {
    id: 'type',
    legend: text.applicationForm.type,
    hint,
    choices: CLIENT_KINDS.map((each) =>
      choice({
        type: 'radio',
        id: `type_${each}`,
        name: 'type',
        value: each,
        checked: each === kind,
        title: text.kinds[each].title,
        text: text.kinds[each].text,
      }),
    ),
  });
}

function nameField(text: Text, { values, faults }: ApplicationForm, isNew: boolean): Html {
  const words = text.applicationForm;
  return field(text, {
    id: 'name',
    name: 'name',
    label: words.name,
    value: values.name,
    ...restorable(isNew),
    required: true,
    fault: faults.name,
    hint: words.nameHint,
  });
}

/**
 * The fields in which an application describes itself to people. Links that the form does not ask for are shown all the
 * same once something was entered.
 */
function describing(text: Text, form: ApplicationForm, asksLinks: boolean): Html {
  const words = text.applicationForm;
  const { values, faults } = form;
  const wasGiven = [values.policyUrl, values.termsUrl].some((address) => address !== undefined && address !== '');
  return html`${textArea(text, { id: 'description', name: 'description', label: words.description, optional: true, value: values.description, fault: faults.description, hint: words.descriptionHint })}
${field(text, { id: 'homepage_url', name: 'homepage_url', label: words.homepage, optional: true, value: values.homepageUrl, inputMode: 'url', ...restorable(!asksLinks), fault: faults.homepage_url })}
${(asksLinks || wasGiven) && links(text, form)}`;
}

function links(text: Text, { values, faults }: ApplicationForm): Html {
  const words = text.applicationForm;
  return html`${field(text, { id: 'policy_url', name: 'policy_url', label: words.policy, optional: true, value: values.policyUrl ?? '', inputMode: 'url', autocomplete: 'off', fault: faults.policy_url, hint: words.policyHint })}
${field(text, { id: 'terms_url', name: 'terms_url', label: words.terms, optional: true, value: values.termsUrl ?? '', inputMode: 'url', autocomplete: 'off', fault: faults.terms_url, hint: words.termsHint })}`;
}

function pickedNotice({ applicationForm: words }: Text, { picked = [] }: ApplicationForm): Html | null {
  if (picked.length === 0) return null;
  const names = html`${picked.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}`;
  return notice('warning', words.picked(names), html` id="picked"`);
}

function scopeChoices(text: Text, form: ApplicationForm): Html {
  const words = text.applicationForm;
  return choiceGroup(text, {
    id: 'scope',
    legend: words.scopes,
    hint: words.scopesHint,
    fault: form.faults.scope,
    choices: form.scopes.map((scope, index) =>
      choice({
        type: 'checkbox',
        id: `scope_${index + 1}`,
        name: 'scope',
        value: scope.name,
        checked: form.values.scopes.includes(scope.name),
        title: html`<code>${scope.name}</code>${scope.isDefault && html` <span class="chip">${words.isDefault}</span>`}`,
        text: scopeWords(text, scope),
        isFaulty: form.faults.scope !== undefined,
      }),
    ),
  });
}

function issuerChoice(text: Text, sendsIssuer: boolean): Html {
  const words = text.applicationForm;
  return choiceGroup(text, {
    id: 'issuer',
    legend: words.callback,
    choices: [
      choice({
        type: 'checkbox',
        id: 'send_iss',
        name: 'send_iss',
        value: 'yes',
        checked: sendsIssuer,
        title: words.issuer,
        text: words.issuerText,
      }),
    ],
  });
}
