/** The page on which an administrator changes the names and the address of an account. */
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { field } from '../parts/field.ts';
import { type Faults, faultSummary, mergedForm, type Shown } from '../parts/form.ts';
import { named } from '../parts/name.ts';
import { adminFrame, personPath } from './admin-frame.ts';

export interface PersonEdit {
  readonly id: number;
  /** As it is now, for the heading. */
  readonly current: string;
  readonly nickname: string;
  readonly email: string;
  readonly name: string;
  readonly website: string;
  readonly shown: Shown;
  readonly faults: Faults<'nickname' | 'email' | 'name' | 'website'>;
}

export function personEditPage(context: PageContext, page: PersonEdit): Html {
  const { text } = context;
  const words = text.personEdit;
  const { faults } = page;
  return adminFrame(context, 'people', {
    title: words.title(page.current),
    heading: html`<h1>${words.heading(named(page.current))}</h1>`,
    lead: words.lead,
    body: html`${faultSummary(text, [
      ['nickname', faults.nickname],
      ['email', faults.email],
      ['name', faults.name],
      ['website', faults.website],
    ])}
${mergedForm(context, {
  action: `${personPath(page.id)}/edit`,
  class: 'stack narrow',
  shown: page.shown,
  fields: {
    nickname: { id: 'nickname', label: words.nickname },
    email: { id: 'email', label: words.email },
    name: { id: 'name', label: words.name },
    website: { id: 'website', label: words.website },
  },
  body: html`${field(text, { id: 'nickname', name: 'nickname', label: words.nickname, value: page.nickname, autocomplete: 'off', required: true, fault: faults.nickname, hint: words.nicknameHint })}
${field(text, { id: 'email', name: 'email', label: words.email, type: 'email', value: page.email, inputMode: 'email', autocomplete: 'off', required: true, fault: faults.email, hint: words.emailHint })}
${field(text, { id: 'name', name: 'name', label: words.name, optional: true, value: page.name, autocomplete: 'off', fault: faults.name })}
${field(text, { id: 'website', name: 'website', label: words.website, optional: true, value: page.website, inputMode: 'url', autocomplete: 'off', fault: faults.website })}
<div class="actions">${button({ weight: 'primary', label: words.submit })}${buttonLink(personPath(page.id), 'secondary', words.back)}</div>`,
})}`,
  });
}
