/** How long an old secret goes on working beside the new one, as a developer chooses it (SPEC D2). */

const OVERLAPS = { now: 0, hour: 3600, day: 86_400, week: 604_800 } as const;

export type Overlap = keyof typeof OVERLAPS;

/** In the order of the form: the safest first, the gentlest last. */
export const OVERLAP_NAMES: readonly Overlap[] = ['now', 'hour', 'day', 'week'];

export type GentleOverlap = Exclude<Overlap, 'now'>;

/** Those with which nobody is locked out at once. */
export const GENTLE_OVERLAPS: readonly GentleOverlap[] = ['hour', 'day', 'week'];

export function overlapSeconds(overlap: Overlap): number {
  return OVERLAPS[overlap];
}

/** Undefined for what the form does not offer. */
export function readOverlap(text: string | undefined): Overlap | undefined {
  return OVERLAP_NAMES.find((name) => name === text);
}
