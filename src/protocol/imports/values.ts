/** Reads single values of another service's tables: numbers, truths and times, in the spellings of three databases. */

import { isCalendarTime } from '../calendar.ts';
import { readAccountNumber } from '../people/account-rules.ts';

/** The number of a person, which is kept. */
export function readNumber(text: string | null): number | undefined {
  return text === null ? undefined : readAccountNumber(text);
}

/** As every database can keep it and compare it: neither NUL nor half of a character. */
export function readText(text: string | null | undefined): string {
  return (text ?? '').toWellFormed().replaceAll('\0', '\ufffd');
}

const NO: ReadonlySet<string> = new Set(['0', 'f', 'false', 'no', 'n', 'off']);
const YES: ReadonlySet<string> = new Set(['1', 't', 'true', 'yes', 'y', 'on']);

/** `fallback` where the table does not say. */
export function readTruth(text: string | null | undefined, fallback: boolean): boolean {
  if (text === null || text === undefined || text === '') return fallback;
  return !NO.has(text.toLowerCase());
}

/** The year 2000: what holds without a moment has held for long. */
const LONG_AGO = 946_684_800;

/**
 * Since when something holds, from a moment or a truth; null where it does not hold, which a zero says as well. Undefined
 * for what is neither: whoever reads something that keeps people or tokens out must not take that for null.
 */
export function readSince(text: string | null | undefined): number | null | undefined {
  const written = (text ?? '').trim().toLowerCase();
  if (written === '' || NO.has(written) || written.startsWith('0000-00-00')) return null;
  if (YES.has(written)) return LONG_AGO;
  const moment = readTime(text);
  return moment === 0 ? null : moment;
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/;
const LATEST = Date.UTC(9999, 11, 31) / 1000;

/**
 * Epoch seconds; null for nothing, undefined for what is no time. Without a zone it is UTC, which is how Rails writes; a
 * number is in epoch seconds already.
 */
export function readTime(text: string | null | undefined): number | null | undefined {
  if (text === null || text === undefined || text === '') return null;
  if (/^\d{1,11}(\.\d{1,9})?$/.test(text)) return within(Math.floor(Number(text)));
  const parts = TIME.exec(text.trim());
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second, zone = 'Z'] = parts;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z';
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
  return isCalendarTime(time) ? within(Date.parse(time) / 1000) : undefined;
}

function within(seconds: number): number | undefined {
  return seconds >= 0 && seconds <= LATEST ? seconds : undefined;
}
