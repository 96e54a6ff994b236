/** Asks sooner what the notebook would ask: was this record noted in this minute already? */

/**
 * For records that storage hands out again and again while they stay the same: a look into a weak map, instead of a
 * name to be made and looked for. A record read anew is asked about anew, and the notebook then says no.
 */
export function oncePerMinute<Noted extends object>(): (noted: Noted, now: number) => boolean {
  const minutes = new WeakMap<Noted, number>();
  return (noted, now) => {
    const minute = Math.floor(now / 60);
    if (minutes.get(noted) === minute) return false;
    minutes.set(noted, minute);
    return true;
  };
}
