/** The page before a change of an application's type that deletes something: what is lost, and the way back to the form. */
import type { ClientKind } from '../../protocol/clients/kind.ts';
import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import { postForm } from '../parts/form.ts';
import { named } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { applicationPath } from './frame.ts';

interface LosingChange {
  readonly clientId: string;
  /** As it is called now; the form may have another. */
  readonly name: string;
  /** What it would be. */
  readonly kind: ClientKind;
  /** The last characters of each. */
  readonly secrets: readonly string[];
  readonly redirectUris: readonly string[];
  /** The form as it was sent, without what belongs to no field. */
  readonly typed: readonly (readonly [name: string, value: string])[];
}

/** Both buttons send the form once more: one to save it, the other to see it again as it was typed. */
export function losingChangePage(context: PageContext, page: LosingChange): Html {
  const { text } = context;
  const words = text.losingChange;
  return workspaceFrame(context, {
    title: words.title(page.name),
    heading: html`<h1>${words.heading(named(page.name))}</h1>`,
    navItem: 'applications',
    lead: words.lead(text.kinds[page.kind].title),
    body: postForm(context, {
      action: applicationPath(page.clientId),
      class: 'stack narrow',
      hidden: page.typed,
      body: html`${notice('warning', losses(context, page))}
<div class="actions">${button({ weight: 'danger', label: words.submit, name: 'step', value: 'lose' })}${button({ weight: 'secondary', label: words.back, name: 'step', value: 'back' })}</div>`,
    }),
  });
}

function losses({ text: { losingChange: words } }: PageContext, { name, secrets, redirectUris }: LosingChange): Html {
  const lost = [
    ...(secrets.length > 0 ? [words.secrets(secrets.length)] : []),
    ...(redirectUris.length > 0 ? [words.redirectUris(redirectUris.length)] : []),
  ];
  return html`<p><strong>${words.loses(named(name), lost.join(words.and))}</strong></p>
${secrets.length > 0 && html`<ul>${secrets.map((suffix) => html`<li><code>••••${suffix}</code></li>`)}</ul><p>${words.secretsLost}</p>`}
${redirectUris.length > 0 && html`<ul>${redirectUris.map((uri) => html`<li><code dir="ltr">${uri}</code></li>`)}</ul><p>${words.redirectUrisLost}</p>`}`;
}
