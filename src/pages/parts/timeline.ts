/** A list of what happened: what, when, and from where. */
import type { Source } from '../../protocol/event.ts';
import { type Child, type Html, html } from '../html.ts';
import { problemIcon, tickIcon, warningIcon } from './icon.ts';
import { ago, type MomentContext } from './moment.ts';
import { sourceSuffix } from './source.ts';

export type Tone = 'calm' | 'attention' | 'alarm';

export interface TimelineEntry {
  readonly tone: Tone;
  /** What it is about; where something should be done, the sign of that stands in its place. */
  readonly icon?: Html | undefined;
  readonly what: Child;
  /** What to do about it, where something should be done. */
  readonly advice: string | null;
  readonly at: number;
  readonly source: Source;
}

export const TONE_ICONS: Readonly<Record<Tone, Html>> = { calm: tickIcon, attention: warningIcon, alarm: problemIcon };

export function timeline(context: MomentContext, entries: readonly TimelineEntry[]): Html {
  return html`<ol class="timeline">
${entries.map(
  (
    entry,
  ) => html`<li class="${entry.tone}">${(entry.tone === 'calm' && entry.icon) || TONE_ICONS[entry.tone]}<div class="timeline-words">
<p class="timeline-what">${entry.what}</p>
${entry.advice !== null && html`<p class="timeline-advice">${entry.advice}</p>`}
<p class="timeline-where">${ago(context, entry.at)}${sourceSuffix(context.text, entry.source)}</p>
</div></li>\n`,
)}
</ol>`;
}
