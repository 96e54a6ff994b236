/** The timeline of a token family: in plain words for the user, in the protocol's terms for the developer. */
import type { FamilyEntry, History } from '../../protocol/tokens/family-history.ts';
import { type Child, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import type { MomentContext } from './moment.ts';
import { type TimelineEntry, type Tone, timeline } from './timeline.ts';

type Audience = 'user' | 'developer';

export function familyTimeline(context: MomentContext, history: History, audience: Audience): Html {
  const words = wordsFor(context.text, audience);
  const entries = history.entries.map((entry): TimelineEntry => {
    const reason = audience === 'developer' && entry.reason !== null && html` (<code>${entry.reason}</code>)`;
    return {
      tone: toneOf(entry),
      what: html`${words.steps[entry.step]}${reason}`,
      advice: entry.because === null ? null : words.because[entry.because],
      at: entry.at,
      // Privacy: developers do not learn the addresses of their users.
      source: audience === 'user' ? entry.source : { address: null, userAgent: entry.source.userAgent },
    };
  });
  return timeline(context, entries);
}

/** Whether the family is live, as a chip. */
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
