/** The timeline of a family of tokens: for its user in plain words, for the developer in the protocol's. */
import type { FamilyEntry, History } from '../../protocol/tokens/family-history.ts';
import { type Child, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import type { Telling } from './moment.ts';
import { type Entry, type Tone, timeline } from './timeline.ts';

export type Audience = 'user' | 'developer';

export function familyTimeline(telling: Telling, history: History, audience: Audience): Html {
  const words = wordsFor(telling.text, audience);
  const entries = history.entries.map((entry): Entry => {
    const reason = audience === 'developer' && entry.reason !== null && html` (<code>${entry.reason}</code>)`;
    return {
      tone: toneOf(entry),
      what: html`${words.steps[entry.step]}${reason}`,
      advice: entry.because === null ? null : words.because[entry.because],
      at: entry.at,
      // Who uses an application, and from where, is none of its developer's business.
      source: audience === 'user' ? entry.source : { address: null, userAgent: entry.source.userAgent },
    };
  });
  return timeline(telling, entries);
}

/** Told by words first, and why it ended beside them. */
export function familyState(text: Text, history: History, audience: Audience): Html {
  const words = wordsFor(text, audience);
  if (history.end === null) return html`<span class="chip good">${words.live}</span>`;
  return html`<span class="chip">${words.ended}</span>`;
}

export function familyEndWords(text: Text, history: History, audience: Audience): Child {
  return history.end === null ? null : wordsFor(text, audience).because[history.end.because];
}

function wordsFor(text: Text, audience: Audience): Text['families'] | Text['tokenFamilies'] {
  return audience === 'user' ? text.families : text.tokenFamilies;
}

function toneOf({ step, because }: FamilyEntry): Tone {
  if (step === 'reuse_detected' || step === 'code_replayed') return 'alarm';
  if (because === 'refresh_token_reused' || because === 'code_replayed') return 'alarm';
  return step === 'refused' || step === 'ended' ? 'attention' : 'calm';
}
