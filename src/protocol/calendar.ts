/** Dates that somebody wrote: whether the calendar has them. */

/** `Date.parse` takes the 30th of February for the 2nd of March. */
export function isCalendarTime(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return !Number.isNaN(Date.parse(text)) && midnight.getUTCDate() === Number(day);
}
