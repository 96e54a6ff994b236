/** The page that shows a new sign-in link to the administrator who made it, once. */
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { copyField } from '../parts/copy.ts';
import { warningIcon } from '../parts/icon.ts';
import { period } from '../parts/moment.ts';
import { named } from '../parts/name.ts';
import { adminFrame, personPath } from './admin-frame.ts';

interface ShownLink {
  readonly person: { readonly id: number; readonly nickname: string };
  readonly address: string;
  readonly seconds: number;
  /** The account was created with it. */
  readonly isNew: boolean;
}

export function shownLinkPage(context: PageContext, { person, address, seconds, isNew }: ShownLink): Html {
  const { text } = context;
  const words = text.signInLink;
  return adminFrame(context, 'people', {
    title: isNew ? words.newTitle(person.nickname) : words.shownTitle(person.nickname),
    heading: html`<h1>${(isNew ? words.newHeading : words.shownHeading)(named(person.nickname))}</h1>`,
    lead: (isNew ? words.newLead : words.shownLead)(period(text, seconds)),
    body: html`<div class="once narrow">
<p class="once-title">${warningIcon}<strong>${words.once}</strong></p>
${copyField(text, { id: 'sign_in_link', label: words.link, value: address, what: words.link })}
<p>${words.care}</p>
</div>
<div class="actions">${buttonLink(personPath(person.id), 'primary', words.backToPerson)}</div>`,
  });
}
