/** Two texts, one above the other, with their differences marked: surplus struck out, missing underlined. */
import type { Piece } from '../../protocol/difference.ts';
import { type Child, type Html, html } from '../html.ts';

interface Difference {
  readonly receivedLabel: Child;
  readonly expectedLabel: Child;
  readonly pieces: readonly Piece[];
  /** Explains the marks; null leaves both texts unmarked. */
  readonly legend: Child;
}

export function difference({ receivedLabel, expectedLabel, pieces, legend }: Difference): Html {
  return html`<dl class="difference">
<div><dt>${receivedLabel}</dt><dd><code dir="ltr">${legend === null ? textOf(pieces, 'expected') : pieces.map(inReceived)}</code></dd></div>
<div><dt>${expectedLabel}</dt><dd><code dir="ltr">${legend === null ? textOf(pieces, 'received') : pieces.map(inExpected)}</code></dd></div>
</dl>
${legend && html`<p class="hint">${legend}</p>`}`;
}

function textOf(pieces: readonly Piece[], without: Piece['kind']): string {
  return pieces.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('');
}

function inReceived({ kind, text }: Piece): Child {
  if (kind === 'expected') return null;
  return kind === 'same' ? text : html`<del>${visible(text)}</del>`;
}

function inExpected({ kind, text }: Piece): Child {
  if (kind === 'received') return null;
  return kind === 'same' ? text : html`<ins>${visible(text)}</ins>`;
}

/** Makes white space visible, which would otherwise be an empty mark. */
function visible(text: string): string {
  return text.replaceAll(' ', '␣').replaceAll('\t', '⇥').replaceAll('\n', '⏎');
}
