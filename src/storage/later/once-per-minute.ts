/** Answers whether a record is met for the first time in a minute, and marks it as met. */
import { perRecord } from '../../per-record.ts';

/**
 * Spares hot paths the name and the map lookup by which deferred writes tell that a record was noted in this minute
 * (deferred-writes.ts). A record that was read anew counts as new here, and deferred writes then refuse it.
 */
export function oncePerMinute<Noted extends object>(): (noted: Noted, now: number) => boolean {
  const noteOf = perRecord((_: Noted) => ({ minute: -1 }));
  return (noted, now) => {
    const note = noteOf(noted);
    const minute = Math.floor(now / 60);
    if (note.minute === minute) return false;
    note.minute = minute;
    return true;
  };
}
