/** The fields in which an application describes itself to people: name, description, and where its pages are. */

import { type Html, html } from '../html.ts';
import { field, textArea } from '../parts/field.ts';
import type { Text } from '../text/en.ts';
import type { ApplicationForm } from './form.ts';

/** Where links are not asked for, they stand there all the same once something was said about them. */
export function describing(text: Text, form: ApplicationForm, asksLinks: boolean): Html {
  const words = text.applicationForm;
  const { values, faults } = form;
  const wasGiven = [values.policyUrl, values.termsUrl].some((address) => address !== undefined && address !== '');
  return html`${field(text, { id: 'name', name: 'name', label: words.name, value: values.name, autocomplete: 'off', required: true, fault: faults.name, hint: words.nameHint })}
${textArea(text, { id: 'description', name: 'description', label: words.description, optional: true, value: values.description, fault: faults.description, hint: words.descriptionHint })}
${field(text, { id: 'homepage_url', name: 'homepage_url', label: words.homepage, optional: true, value: values.homepageUrl, inputMode: 'url', autocomplete: 'off', fault: faults.homepage_url })}
${(asksLinks || wasGiven) && links(text, form)}`;
}

function links(text: Text, { values, faults }: ApplicationForm): Html {
  const words = text.applicationForm;
  return html`${field(text, { id: 'policy_url', name: 'policy_url', label: words.policy, optional: true, value: values.policyUrl ?? '', inputMode: 'url', autocomplete: 'off', fault: faults.policy_url, hint: words.policyHint })}
${field(text, { id: 'terms_url', name: 'terms_url', label: words.terms, optional: true, value: values.termsUrl ?? '', inputMode: 'url', autocomplete: 'off', fault: faults.terms_url, hint: words.termsHint })}`;
}
