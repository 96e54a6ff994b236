/** Values and code to copy: one line, a block, a block in several languages, a file to download. */
import { attributes, type Child, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';

interface CopyField {
  readonly id: string;
  readonly label: Child;
  readonly value: string;
  /** What the button copies, for a screen reader ("client_id"). */
  readonly what: string;
}

export function copyField(text: Text, copy: CopyField): Html {
  return html`<div class="copy-field">
<span class="copy-label" id="${copy.id}-label">${copy.label}</span>
<div class="copy"><code id="${copy.id}" class="copy-value" dir="ltr">${copy.value}</code>${copyButton(text, copy.id, copy.what)}</div>
</div>`;
}

interface CodeBlock {
  readonly id: string;
  readonly title: Child;
  readonly text: Child;
  readonly what: string;
}

export function codeBlock(text: Text, block: CodeBlock): Html {
  return html`<figure class="code">
<figcaption><span>${block.title}</span>${copyButton(text, block.id, block.what)}</figcaption>
<pre dir="ltr"><code id="${block.id}">${block.text}</code></pre>
</figure>`;
}

interface CodeTab {
  /** The name of a language or a package, the same for every reader. */
  readonly label: string;
  readonly text: string;
}

interface CodeTabs {
  readonly id: string;
  /** What the choice is about, for a screen reader. */
  readonly legend: Child;
  /** What the buttons copy, for a screen reader. */
  readonly what: string;
  /** At most ten: the stylesheet pairs tabs and panels by their number. */
  readonly tabs: readonly CodeTab[];
}

/** The tabs are radio buttons, so that they work without script. */
export function codeTabs(text: Text, block: CodeTabs): Html {
  return html`<div class="code code-tabs">
<fieldset class="code-choice"><legend class="unseen">${block.legend}</legend>
${block.tabs.map((tab, index) => codeTab(block.id, tab, index))}
</fieldset>
${block.tabs.map((tab, index) => codePanel(text, block, { tab, index }))}
</div>`;
}

function codeTab(id: string, tab: CodeTab, index: number): Html {
  const own = { id: `${id}-tab-${index}`, name: `${id}-tab`, value: index, checked: index === 0 };
  return html`<span class="code-tab"><input type="radio" class="tab-${index}"${attributes(own)}><label for="${own.id}" translate="no">${tab.label}</label></span>`;
}

function codePanel(
  text: Text,
  block: CodeTabs,
  { tab, index }: { readonly tab: CodeTab; readonly index: number },
): Html {
  const id = `${block.id}-${index}`;
  return html`<div class="code-panel panel-${index}"><p class="code-panel-name" translate="no">${tab.label}</p>
${copyButton(text, id, block.what)}
<pre dir="ltr"><code id="${id}">${tab.text}</code></pre></div>`;
}

/** Shown only where scripts run; without them a click on the value selects all of it. */
function copyButton({ parts }: Text, id: string, what: string): Html {
  return html`<button class="button quiet copy-button needs-script" type="button" data-copy="${id}"><span data-copy-label>${parts.copy}</span><span class="unseen"> ${what}</span></button>`;
}

interface Download {
  readonly fileName: string;
  readonly type: 'application/json' | 'text/plain';
  readonly text: string;
  readonly label: string;
}

/** The file is in the page already, so downloading it needs neither a script nor a second request. */
export function downloadLink(download: Download): Html {
  const address = `data:${download.type};charset=utf-8,${encodeURIComponent(download.text)}`;
  return html`<a class="button secondary" href="${address}" download="${download.fileName}">${download.label}</a>`;
}
