/** Answers whether a record is met for the first time in a minute, and marks it as met. */
import { perKeptRecord } from '../../per-record.ts';

/**
 * Spares hot paths the name and the map lookup by which deferred writes tell that a record was noted in this minute
 * (deferred-writes.ts). A record that was read anew counts as new here, and deferred writes then refuse it.
 */
export function oncePerMinute<Noted extends object>(): (noted: Noted, now: number) => boolean {
  const claimOf = perKeptRecord((_: Noted) => createClaim());
  return (noted, now) => claimOf(noted)(Math.floor(now / 60));
}

function createClaim(): (minute: number) => boolean {
  let last = -1;
  return (minute) => {
    if (minute === last) return false;
    last = minute;
    return true;
  };
}
