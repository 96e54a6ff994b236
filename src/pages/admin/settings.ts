/** Every setting of the service with its value and where that came from; changed on the server alone. */
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { adminFrame } from './admin-frame.ts';

export interface ShownSetting {
  readonly name: string;
  /** What it is called in the environment. */
  readonly variable: string;
  /** Without secrets; empty for nothing. */
  readonly value: string;
  readonly source: keyof Text['serviceSettings']['sources'];
}

export function settingsPage(context: PageContext, settings: readonly ShownSetting[]): Html {
  const { text } = context;
  const words = text.serviceSettings;
  const changed = settings.filter(({ source }) => source !== 'default');
  const usual = settings.filter(({ source }) => source === 'default');
  return adminFrame(context, 'settings', {
    title: words.title,
    lead: words.lead(html`<code>LATCHKEY_CONFIG</code>`, html`<code>latchkey config</code>`),
    body: html`<section class="section"><h2>${words.changed}</h2>
${changed.length === 0 ? html`<p>${words.noneChanged}</p>` : list(text, words.changed, changed)}</section>
<section class="section"><h2>${words.usual}</h2>
${list(text, words.usual, usual)}</section>`,
  });
}

function list(text: Text, caption: string, settings: readonly ShownSetting[]): Html {
  const words = text.serviceSettings;
  return table({
    caption,
    columns: [{ title: words.setting }, { title: words.value }, { title: words.source }],
    rows: settings.map(({ name, variable, value, source }) => [
      html`<code>${name}</code>`,
      value === ''
        ? html`<span class="quiet-text">${text.parts.none}</span>`
        : html`<code class="setting-value" dir="ltr">${value}</code>`,
      html`<span class="chip${source !== 'default' && ' accent'}">${words.sources[source]}</span> <code class="quiet-text setting-variable">${variable}</code>`,
    ]),
  });
}
