/** The form to register an application and to change one: values are kept, each fault stands beside its field. */
import { applicationPath } from './applications.ts';
import { deskFrame, type Shell } from './frame.ts';
import { type Child, type Html, html } from './html.ts';
import { button, buttonLink } from './parts/button.ts';
import { choice, choiceGroup } from './parts/choice.ts';
import { field, textArea } from './parts/field.ts';
import { type Faults, faultSummary, postForm } from './parts/form.ts';
import { named } from './parts/name.ts';
import { redirectUriRows } from './redirect-uri-rows.ts';

export interface ApplicationValues {
  readonly name: string;
  readonly description: string;
  readonly homepageUrl: string;
  readonly logoUrl: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly isConfidential: boolean;
  readonly sendsIssuer: boolean;
}

export interface ApplicationForm {
  readonly values: ApplicationValues;
  readonly faults: Faults<
    'name' | 'description' | 'homepage_url' | 'logo_url' | 'redirect_uri' | 'scope' | 'confidential'
  >;
  /** A fault for each of `values.redirectUris`, in the same order; null where the row is fine. */
  readonly redirectUriFaults: readonly (string | null)[];
  /** The operator's catalogue. */
  readonly scopes: readonly { readonly name: string; readonly description: string; readonly isDefault: boolean }[];
}

/** What a new form starts with. */
export function blankApplication(defaultScopes: readonly string[]): ApplicationValues {
  return {
    name: '',
    description: '',
    homepageUrl: '',
    logoUrl: '',
    redirectUris: [],
    scopes: defaultScopes,
    isConfidential: true,
    sendsIssuer: true,
  };
}

export function newApplicationPage(shell: Shell, form: ApplicationForm): Html {
  return deskFrame(shell, {
    title: 'Register application',
    place: 'applications',
    lead: 'Users see the name and the description when you ask them for access. Use only what may be public.',
    body: applicationForm(shell, form, {
      action: '/oauth/applications',
      label: 'Register application',
      backPath: '/oauth/applications',
    }),
  });
}

export function editApplicationPage(
  shell: Shell,
  form: ApplicationForm & { readonly clientId: string; readonly name: string },
): Html {
  const path = applicationPath(form.clientId);
  return deskFrame(shell, {
    title: `Edit ${form.name}`,
    heading: html`<h1>Edit ${named(form.name)}</h1>`,
    place: 'applications',
    lead: 'Access that users have given stays as it is.',
    body: applicationForm(shell, form, { action: path, label: 'Save application', backPath: path }),
  });
}

interface Ends {
  readonly action: string;
  readonly label: string;
  readonly backPath: string;
}

function applicationForm(shell: Shell, form: ApplicationForm, ends: Ends): Html {
  return html`${summary(form)}
${postForm(shell, {
  action: ends.action,
  class: 'stack narrow',
  body: html`${describing(form)}
${redirectUriRows({ uris: form.values.redirectUris, faults: form.redirectUriFaults, fault: form.faults.redirect_uri })}
${typeChoice(form)}
${scopeChoices(form)}
${issuerChoice(form.values.sendsIssuer)}
<div class="actions">${button({ weight: 'primary', label: ends.label })}${buttonLink(ends.backPath, 'secondary', 'Cancel')}</div>`,
})}`;
}

function summary(form: ApplicationForm): Html | null {
  const { faults } = form;
  return faultSummary([
    ['name', faults.name],
    ['description', faults.description],
    ['homepage_url', faults.homepage_url],
    ['logo_url', faults.logo_url],
    ['redirect_uri', faults.redirect_uri],
    ...form.redirectUriFaults.map((fault, index) => [`redirect_uri_${index + 1}`, fault] as const),
    ['confidential', faults.confidential],
    ['scope', faults.scope],
  ]);
}

function describing(form: ApplicationForm): Child {
  const { values, faults } = form;
  return html`${field({ id: 'name', name: 'name', label: 'Application name', value: values.name, autocomplete: 'off', required: true, fault: faults.name, hint: 'Something users will recognise and trust.' })}
${textArea({ id: 'description', name: 'description', label: 'Description', optional: true, value: values.description, fault: faults.description, hint: 'One or two sentences, shown when users are asked.' })}
${field({ id: 'homepage_url', name: 'homepage_url', label: 'Homepage', optional: true, value: values.homepageUrl, inputMode: 'url', autocomplete: 'off', fault: faults.homepage_url })}
${field({ id: 'logo_url', name: 'logo_url', label: 'Logo address', optional: true, value: values.logoUrl, inputMode: 'url', autocomplete: 'off', fault: faults.logo_url, hint: 'Kept with the application. These pages show a drawn picture and load nothing from elsewhere.' })}`;
}

function typeChoice(form: ApplicationForm): Html {
  return choiceGroup({
    id: 'confidential',
    legend: 'Type',
    fault: form.faults.confidential,
    choices: [
      choice({
        type: 'radio',
        id: 'confidential_yes',
        name: 'confidential',
        value: 'yes',
        checked: form.values.isConfidential,
        title: 'Confidential',
        text: 'Runs on a server of yours and can keep a secret. Authenticates with client_secret.',
      }),
      choice({
        type: 'radio',
        id: 'confidential_no',
        name: 'confidential',
        value: 'no',
        checked: !form.values.isConfidential,
        title: 'Public',
        text: 'Runs on the user’s device or in the browser and cannot keep a secret. Must use PKCE (S256); users are asked every time.',
      }),
    ],
  });
}

function scopeChoices(form: ApplicationForm): Html {
  return choiceGroup({
    id: 'scope',
    legend: 'Scopes it may ask for',
    hint: 'Ask for little: users refuse what they do not understand.',
    fault: form.faults.scope,
    choices: form.scopes.map((scope, index) =>
      choice({
        type: 'checkbox',
        id: `scope_${index + 1}`,
        name: 'scope',
        value: scope.name,
        checked: form.values.scopes.includes(scope.name),
        title: html`<code>${scope.name}</code>${scope.isDefault && html` <span class="chip">default</span>`}`,
        text: scope.description,
      }),
    ),
  });
}

function issuerChoice(sendsIssuer: boolean): Html {
  return choiceGroup({
    id: 'issuer',
    legend: 'Callback',
    choices: [
      choice({
        type: 'checkbox',
        id: 'send_iss',
        name: 'send_iss',
        value: 'yes',
        checked: sendsIssuer,
        title: html`Send <code>iss</code> in the callback`,
        text: html`Tells your application which service answered, which stops mix-up attacks (RFC 9207). Leave it on. Turn it off only if your client library stops with an error about an unexpected <code>iss</code> and cannot be told the issuer.`,
      }),
    ],
  });
}
