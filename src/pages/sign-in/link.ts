/** The pages behind a sign-in link: the way in, with a new password if one is wanted; and a link that no longer works. */
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { decisionFrame, type PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { field } from '../parts/field.ts';
import { postForm } from '../parts/form.ts';
import { contactLink, named } from '../parts/name.ts';

interface LinkPage {
  /** The secret of the link, from the address. */
  readonly token: string;
  readonly nickname: string;
  /** The account has no password yet, and wants one. */
  readonly isFirst: boolean;
  readonly fault: FieldFault | undefined;
  readonly passwordMinimum: number;
}

/** Opening the link changes nothing: programs that look into messages open every address they find. */
export function linkPage(context: PageContext, page: LinkPage): Html {
  const { text } = context;
  const { isFirst } = page;
  const words = { ...text.signInLink, ...(isFirst && text.signInLink.first) };
  return decisionFrame(context, {
    title: words.title(context.serviceName),
    body: html`<h1>${words.heading(named(page.nickname))}</h1>
<p>${words.text}</p>
${postForm(context, {
  action: `/sign-in/link/${encodeURIComponent(page.token)}`,
  class: 'stack',
  body: html`${field(text, {
    id: 'password',
    name: 'password',
    label: words.newPassword,
    type: 'password',
    autocomplete: 'new-password',
    ...(isFirst ? { required: true } : { optional: true }),
    fault: page.fault,
    hint: !(isFirst && page.fault) && words.newPasswordHint(page.passwordMinimum),
  })}
<div class="actions column">${button({ weight: 'primary', label: words.submit })}</div>`,
})}`,
  });
}

export function deadLinkPage(context: PageContext): Html {
  const words = context.text.signInLink;
  const contact = contactLink(context.site.contact);
  return decisionFrame(context, {
    title: words.deadTitle,
    body: html`<h1>${words.deadTitle}</h1>
<p>${words.deadText}</p>
${contact && html`<p>${contact}</p>`}
<div class="actions column">${buttonLink('/sign-in', 'primary', words.deadSignIn)}</div>`,
  });
}
