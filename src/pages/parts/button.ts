/** Buttons, and links that look like buttons: primary (one per page), the one that unlocks, secondary, danger, quiet. */
import { attributes, type Child, type Html, html } from '../html.ts';

type Weight = 'primary' | 'unlock' | 'secondary' | 'danger' | 'quiet';

interface Button {
  readonly weight: Weight;
  readonly label: Child;
  readonly name?: string;
  readonly value?: string;
  /** For screen readers, where the label alone does not say which item is meant. */
  readonly about?: string | undefined;
}

export function button(button: Button): Html {
  return html`<button class="button ${button.weight}" type="submit"${attributes({ name: button.name, value: button.value })}>${button.label}${
    button.about !== undefined && html`<span class="unseen"> ${button.about}</span>`
  }</button>`;
}

export function buttonLink(href: string, weight: Weight, label: Child): Html {
  return html`<a class="button ${weight}" href="${href}">${label}</a>`;
}
