/** Dates, distances and lengths of time in words; the current time is always a parameter. */
import { type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { memoize } from '../text/memoize.ts';

/** What formatting a time needs: the reader's texts, and the current time. */
export interface MomentContext {
  readonly text: Text;
  readonly now: number;
}

/** `15 Nov 2026, 14:05 UTC`, with the distance in `title`. Where scripts run, the marked place tells the reader's own time. */
export function moment({ text, now }: MomentContext, at: number): Html {
  return html`<time data-clock="text" datetime="${iso(at)}" title="${distance(text, at, now)}">${text.moments.dateTime(at)}</time>`;
}

/** `2 hours ago`, with the date in `title`. */
export function ago({ text, now }: MomentContext, at: number): Html {
  return html`<time data-clock="title" datetime="${iso(at)}" title="${text.moments.dateTime(at)}">${distance(text, at, now)}</time>`;
}

/** `15 Nov 2026`, where the hour does not matter. */
export function day({ text, now }: MomentContext, at: number): Html {
  return html`<time datetime="${iso(at)}" title="${distance(text, at, now)}">${text.moments.date(at)}</time>`;
}

export function distance(text: Text, at: number, now: number): string {
  const seconds = now - at;
  if (Math.abs(seconds) < 45) return text.moments.justNow;
  return seconds > 0 ? text.moments.ago(duration(text, seconds)) : text.moments.ahead(duration(text, -seconds));
}

const UNITS = [
  [365 * 86_400, 'year'],
  [30 * 86_400, 'month'],
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** The largest unit that nearly fits, rounded: 5400 is `2 hours`, and 3599 is `1 hour` rather than `60 minutes`. */
export function duration({ moments }: Text, seconds: number): string {
  for (const [length, unit] of UNITS) {
    if (seconds >= length * 0.96) return moments.units[unit](Math.round(seconds / length));
  }
  return moments.units.second(0);
}

/** A length of time that was set, not measured: 10368000 stays `120 days` and 86400 is `24 hours`. */
export function period(text: Text, seconds: number): string {
  const { units } = text.moments;
  if (seconds > 86_400 && seconds % 86_400 === 0) return units.day(seconds / 86_400);
  if (seconds >= 3600 && seconds % 3600 === 0) return units.hour(seconds / 3600);
  if (seconds >= 60 && seconds % 60 === 0) return units.minute(seconds / 60);
  return duration(text, seconds);
}

const iso = memoize((at) => new Date(at * 1000).toISOString().replace('.000Z', 'Z'));
