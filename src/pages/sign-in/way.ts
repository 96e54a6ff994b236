/** What the pages of sign-in and confirmation need to know about a way to prove an account, and the links between ways. */
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import type { Text } from '../text/en.ts';

/** A page with the fields of one way has this; accounts/authentication/registry.ts lists them. */
export interface WayPage {
  /** The name and the id of the field that is presented. */
  readonly field: string;
  /** The field was left empty. */
  readonly missing: FieldFault;
  /** What was presented does not prove the account; for somebody who is signed in already. */
  readonly wrong: FieldFault;
  /** What a visitor is told at sign-in: the same whether the name is unknown or the proof wrong. */
  refused(text: Text): string;
  /** The question at /confirm, which names what it is for. */
  ask(text: Text, nickname: Html, purpose: string): Html;
  /** The link to it from another way. */
  label(text: Text): string;
  /** The button at /confirm. */
  submit(text: Text): string;
  input(text: Text, options: { readonly fault: FieldFault | null | undefined; readonly autofocus: boolean }): Html;
}

/** What somebody is told who is signed in already, and whose proof did not hold. */
export function unprovenFault({ missing, wrong }: WayPage, presented: string): FieldFault {
  return presented === '' ? missing : wrong;
}

export interface OfferedWay {
  readonly kind: string;
  readonly page: WayPage;
}

/** The way whose fields are shown, and those to which the page links. */
export interface OfferedWays {
  readonly chosen: OfferedWay;
  readonly others: readonly OfferedWay[];
}

/** Named by the form only where there is a choice. */
export function wayField({ chosen, others }: OfferedWays): readonly (readonly [string, string])[] {
  return others.length === 0 ? [] : [['way', chosen.kind]];
}

export function otherWays(text: Text, { others }: OfferedWays, path: string): readonly Html[] {
  return others.map(({ kind, page }) => {
    const address = `${path}${path.includes('?') ? '&' : '?'}way=${encodeURIComponent(kind)}`;
    return html`<p><a href="${address}">${page.label(text)}</a></p>`;
  });
}

/** After the button of the chosen way, which Enter presses. */
export function otherWayButtons(text: Text, { others }: OfferedWays, name: string): readonly Html[] {
  return others.map(({ kind, page }) => button({ weight: 'quiet', label: page.label(text), name, value: kind }));
}
