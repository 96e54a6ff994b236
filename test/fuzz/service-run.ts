/** What a run against a running service is told, and what it answers. */

export interface ServiceOrder {
  readonly seed: number;
  readonly mostRequests: number;
  readonly until: () => boolean;
  readonly progress: (requests: number) => void;
}

export interface ServiceOutcome {
  readonly requests: number;
  /** How often each kind of answer came, in words. */
  readonly answers: string;
  readonly findings: readonly string[];
}

export function tallied(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
  return sorted.map(([kind, count]) => `${kind} × ${count}`).join(', ');
}

export function countIn(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}
