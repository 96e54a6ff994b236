/** A list of what happened: what, when, and from where. */
import type { Source } from '../../protocol/event.ts';
import { type Child, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { deviceWords } from './device-words.ts';
import { problemIcon, tickIcon, warningIcon } from './icon.ts';
import { ago, type Telling } from './moment.ts';

export type Tone = 'calm' | 'attention' | 'alarm';

export interface Entry {
  readonly tone: Tone;
  readonly what: Child;
  /** What to do about it, for entries that ask for something. */
  readonly advice: string | null;
  readonly at: number;
  readonly source: Source;
}

export const MARKS: Readonly<Record<Tone, Html>> = { calm: tickIcon, attention: warningIcon, alarm: problemIcon };

export function timeline(telling: Telling, entries: readonly Entry[]): Html {
  return html`<ol class="timeline">
${entries.map(
  (entry) => html`<li class="${entry.tone}">${MARKS[entry.tone]}<div class="timeline-words">
<p class="timeline-what">${entry.what}</p>
${entry.advice !== null && html`<p class="timeline-advice">${entry.advice}</p>`}
<p class="timeline-where">${ago(telling, entry.at)}${from(telling.text, entry.source)}</p>
</div></li>\n`,
)}
</ol>`;
}

/** ` · Firefox on Linux · 203.0.113.9`, as far as it is known. */
export function from(text: Text, source: Source): Html {
  return html`${source.userAgent !== null && html` · <bdi>${deviceWords(text, source.userAgent)}</bdi>`}${
    source.address !== null && html` · <span class="mono">${source.address}</span>`
  }`;
}
