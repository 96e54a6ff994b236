/** Applications that other accounts offer to this one: accept, or decline. */
import type { ClientKind } from '../../protocol/clients/kind.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import { postForm } from '../parts/form.ts';
import { ago } from '../parts/moment.ts';
import { nameBeside, named } from '../parts/name.ts';
import { emblem } from '../parts/picture.ts';
import { applicationPath, kindChip } from './frame.ts';

export interface Offer {
  readonly clientId: string;
  readonly name: string;
  readonly description: string;
  readonly kind: ClientKind;
  readonly logoPath: string | null;
  readonly owner: { readonly id: number; readonly nickname: string };
  readonly userCount: number;
  readonly offeredAt: number;
}

export function offers(context: PageContext, offered: readonly Offer[]): Html | null {
  if (offered.length === 0) return null;
  return html`<section class="section offers" id="offers"><h2>${context.text.applications.offers}</h2>
<ul class="cards">${offered.map((offer) => html`<li>${card(context, offer)}</li>`)}</ul></section>`;
}

function card(context: PageContext, offer: Offer): Html {
  const { text } = context;
  const words = text.applications;
  const path = `${applicationPath(offer.clientId)}/transfer`;
  const owner = html`<a href="/users/${offer.owner.id}">${named(offer.owner.nickname)}</a>`;
  return html`<article class="panel">
${nameBeside(emblem(offer), named(offer.name), html`${kindChip(text, offer.kind)} ${words.offer(owner, ago(context, offer.offeredAt))}`)}
${offer.description !== '' && html`<p class="said">${named(offer.description)}</p>`}
<p>${words.offerText(offer.userCount)}</p>
<div class="actions">${postForm(context, { action: `${path}/accept`, body: button({ weight: 'primary', label: words.accept, about: offer.name }) })}
${postForm(context, { action: `${path}/decline`, body: button({ weight: 'secondary', label: words.decline, about: offer.name }) })}</div>
</article>`;
}
