/** Dates, distances and lengths of time in words; the current time is always given, never asked for. */
import { type Html, html } from '../html.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `15 Nov 2026, 14:05 UTC`, with the distance in `title`. */
export function moment(at: number, now: number): Html {
  return html`<time datetime="${iso(at)}" title="${distance(at, now)}">${dateTime(at)}</time>`;
}

/** `2 hours ago`, with the date in `title`. */
export function ago(at: number, now: number): Html {
  return html`<time datetime="${iso(at)}" title="${dateTime(at)}">${distance(at, now)}</time>`;
}

/** `15 Nov 2026`, where the hour does not matter. */
export function day(at: number, now: number): Html {
  return html`<time datetime="${iso(at)}" title="${distance(at, now)}">${date(at)}</time>`;
}

export function dateTime(at: number): string {
  const when = new Date(at * 1000);
  return `${date(at)}, ${two(when.getUTCHours())}:${two(when.getUTCMinutes())} UTC`;
}

export function distance(at: number, now: number): string {
  const seconds = now - at;
  if (Math.abs(seconds) < 45) return 'just now';
  return seconds > 0 ? `${duration(seconds)} ago` : `in ${duration(-seconds)}`;
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
export function duration(seconds: number): string {
  for (const [length, unit] of UNITS) {
    if (seconds >= length * 0.96) return counted(Math.round(seconds / length), unit);
  }
  return counted(0, 'second');
}

/** A length of time that was set, not measured: 10368000 stays `120 days` and 86400 is `24 hours`. */
export function period(seconds: number): string {
  if (seconds > 86_400 && seconds % 86_400 === 0) return counted(seconds / 86_400, 'day');
  if (seconds >= 3600 && seconds % 3600 === 0) return counted(seconds / 3600, 'hour');
  if (seconds >= 60 && seconds % 60 === 0) return counted(seconds / 60, 'minute');
  return duration(seconds);
}

/** `1 user`, `3 users`, `no users`: a number with its word. */
export function counted(count: number, word: string): string {
  if (count === 1) return `1 ${word}`;
  return `${count === 0 ? 'no' : numeral(count)} ${word}s`;
}

/** `1 user loses`, `3 users lose`: for sentences about a number that is not zero. */
export function agreed(count: number, word: string, verbs: readonly [one: string, many: string]): string {
  return `${counted(count, word)} ${count === 1 ? verbs[0] : verbs[1]}`;
}

/** 10 000 with a narrow space, so that long numbers can be read. */
export function numeral(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, '\u202f');
}

function date(at: number): string {
  const when = new Date(at * 1000);
  return `${when.getUTCDate()} ${MONTHS[when.getUTCMonth()]} ${when.getUTCFullYear()}`;
}

function iso(at: number): string {
  return new Date(at * 1000).toISOString().replace('.000Z', 'Z');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
