/** Things to be copied: one line, a block of commands, and the secret that is shown once. */
import { type Child, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';

export interface CopyField {
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

export interface CodeBlock {
  readonly id: string;
  readonly title: Child;
  readonly text: string;
  readonly what: string;
}

export function codeBlock(text: Text, block: CodeBlock): Html {
  return html`<figure class="code">
<figcaption><span>${block.title}</span>${copyButton(text, block.id, block.what)}</figcaption>
<pre dir="ltr"><code id="${block.id}">${block.text}</code></pre>
</figure>`;
}

/** Appears only where scripts run; without them a click on the value selects it whole. */
export function copyButton({ parts }: Text, id: string, what: string): Html {
  return html`<button class="button quiet copy-button needs-script" type="button" data-copy="${id}"><span data-copy-label>${parts.copy}</span><span class="unseen"> ${what}</span></button>`;
}

export interface Download {
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
