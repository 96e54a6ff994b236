/** The page on which an administrator creates an account. */
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { choice, field } from '../parts/field.ts';
import { type Faults, faultSummary, postForm } from '../parts/form.ts';
import { adminFrame } from './admin-frame.ts';
import { NEW_PERSON_PATH } from './people.ts';

interface NewPersonForm {
  readonly nickname: string;
  readonly email: string;
  readonly name: string;
  readonly isEmailVerified: boolean;
  readonly faults: Faults<'nickname' | 'email' | 'name'>;
}

export function newPersonPage(context: PageContext, page: NewPersonForm): Html {
  const { text } = context;
  const words = { ...text.personEdit, ...text.personCreation };
  const { nickname, email, name, faults } = page;
  return adminFrame(context, 'people', {
    title: words.title,
    lead: words.lead,
    body: html`${faultSummary(text, [
      ['nickname', faults.nickname],
      ['email', faults.email],
      ['name', faults.name],
    ])}
${postForm(context, {
  action: NEW_PERSON_PATH,
  class: 'stack narrow',
  body: html`${field(text, { id: 'nickname', name: 'nickname', label: words.nickname, value: nickname, autocomplete: 'off', required: true, fault: faults.nickname, hint: words.nicknameHint })}
${field(text, { id: 'email', name: 'email', label: words.email, type: 'email', value: email, inputMode: 'email', autocomplete: 'off', required: true, fault: faults.email, hint: words.emailHint })}
${field(text, { id: 'name', name: 'name', label: words.name, optional: true, value: name, autocomplete: 'off', fault: faults.name })}
${choice({ type: 'checkbox', id: 'email_verified', name: 'email_verified', value: 'yes', checked: page.isEmailVerified, title: words.vouch, text: words.vouchExplained })}
<div class="actions">${button({ weight: 'primary', label: words.submit })}${buttonLink('/admin/people', 'secondary', words.back)}</div>`,
})}`,
  });
}
