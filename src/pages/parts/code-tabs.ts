/** A block of code in several languages, chosen by tabs that are radio buttons, so that they work without script. */
import { attributes, type Child, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { copyButton } from './copy.ts';

export interface CodeTab {
  /** The name of a language or a package, the same for every reader. */
  readonly label: string;
  readonly text: string;
}

export interface CodeTabs {
  readonly id: string;
  /** What the choice is about, for a screen reader. */
  readonly legend: Child;
  /** What the buttons copy, for a screen reader. */
  readonly what: string;
  /** Ten at most: the stylesheet pairs tabs and panels by their number. */
  readonly tabs: readonly CodeTab[];
}

export function codeTabs(text: Text, block: CodeTabs): Html {
  return html`<div class="code code-tabs">
<fieldset class="code-choice"><legend class="unseen">${block.legend}</legend>
${block.tabs.map((tab, index) => choice(block.id, tab, index))}
</fieldset>
${block.tabs.map((tab, index) => panel(text, block, { tab, index }))}
</div>`;
}

function choice(id: string, tab: CodeTab, index: number): Html {
  const own = { id: `${id}-tab-${index}`, name: `${id}-tab`, value: index, checked: index === 0 };
  return html`<span class="code-tab"><input type="radio" class="tab-${index}"${attributes(own)}><label for="${own.id}" translate="no">${tab.label}</label></span>`;
}

function panel(text: Text, block: CodeTabs, { tab, index }: { readonly tab: CodeTab; readonly index: number }): Html {
  const id = `${block.id}-${index}`;
  return html`<div class="code-panel panel-${index}"><p class="code-panel-name" translate="no">${tab.label}</p>
${copyButton(text, id, block.what)}
<pre dir="ltr"><code id="${id}">${tab.text}</code></pre></div>`;
}
