/** Reads the setting that says how long events of single groups are kept: `token 30, code 7`, in days. */
import type { Parsed } from './values.ts';

/** By the word before the dot of an event's kind; groups that are left out are kept as long as eventDays says. */
export type EventRetention = Readonly<Record<string, number>>;

/** A test compares them with the kinds of events, which this room must not know. */
export const RETAINED_GROUPS: readonly string[] = [
  'account',
  'application',
  'resource',
  'consent',
  'code',
  'token',
  'playground',
  'administration',
  'webhook',
  'import',
  'limit',
  'setup',
];

const MOST_DAYS = 36_500;
const PAIR = /^([a-z]+)[ :=]+(\d{1,5})$/;

export function eventRetention(text: string): Parsed<EventRetention> {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '');
  const days: Record<string, number> = {};
  for (const pair of pairs) {
    const [, group = '', number = ''] = PAIR.exec(pair) ?? [];
    const isKnown = RETAINED_GROUPS.includes(group) && Number(number) >= 1 && Number(number) <= MOST_DAYS;
    if (!isKnown || Object.hasOwn(days, group)) {
      const groups = RETAINED_GROUPS.join(', ');
      return {
        ok: false,
        must: `name groups of events once each with 1 to ${MOST_DAYS} days, such as token 30, code 7 (${JSON.stringify(pair)} does not); the groups are ${groups}`,
      };
    }
    days[group] = Number(number);
  }
  return { ok: true, value: days };
}
