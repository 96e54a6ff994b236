/** Names and addresses that users chose: isolated from the text of the page, and linked only where that is safe. */
import { type Child, type Html, html } from '../html.ts';

/** Longer names are set smaller in headings, so that they cannot push the text of the page out of sight. */
const LONG = 48;

/** `bdi` keeps a name's writing direction from reordering the sentence around it. */
export function named(name: string): Html {
  return html`<bdi class="name${name.length > LONG && ' long'}">${name}</bdi>`;
}

/** A reason that somebody typed, before a sentence of ours: with a stop, whether it was typed or not. */
export function saidInFull(reason: string): Html {
  return named(/[.!?…]["'”»)]*\s*$/u.test(reason) ? reason : `${reason.trimEnd()}.`);
}

/** A picture, a name, and one line under it. */
export function nameBeside(picture: Html, name: Child, line: Child): Html {
  return html`<div class="named">${picture}<div class="named-words"><span class="named-name">${name}</span>
${line && html`<span class="named-line">${line}</span>`}</div></div>`;
}

/** Only web addresses become links; every other stored value stays text. */
export function webLink(address: string): Html {
  const shown = address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  return linkNamed(address, html`<bdi class="name">${shown}</bdi>`) ?? html`<bdi class="name">${address}</bdi>`;
}

/** The same with a label; null where it is not a web address. */
export function linkNamed(address: string, words: Child): Html | null {
  if (!/^https?:\/\//i.test(address)) return null;
  return html`<a class="outside" href="${address}" rel="noopener noreferrer nofollow">${words}</a>`;
}

/** Where the operator is reached: an e-mail address or a web address; null where the settings name none. */
export function contactLink(contact: string): Html | null {
  if (contact === '') return null;
  if (/^https?:/i.test(contact)) return webLink(contact);
  return html`<a href="mailto:${contact}"><bdi>${contact}</bdi></a>`;
}
