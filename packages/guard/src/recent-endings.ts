/** What was told to have ended lately, for answers that were under way meanwhile. */

export interface RecentEndings {
  add(kind: 'family' | 'client', name: string): void;
  /** Nothing that was asked before holds. */
  addAll(): void;
  /** Where things stand, to be compared with `hasEndedSince`. */
  readonly mark: number;
  /** Whether the family or the application was told of after the mark was taken, or that is not known any more. */
  hasEndedSince(mark: number, family: string, clientId: string): boolean;
}

const MOST_RECENT = 10_000;

export function createRecentEndings(): RecentEndings {
  const recent = new Map<string, number>();
  let mark = 0;
  let forgottenAt = 0;

  const addAll = (): void => {
    mark += 1;
    recent.clear();
    forgottenAt = mark;
  };

  return {
    addAll,
    add(kind, name) {
      if (recent.size >= MOST_RECENT) addAll();
      mark += 1;
      recent.set(`${kind} ${name}`, mark);
    },
    get mark() {
      return mark;
    },
    hasEndedSince(since, family, clientId) {
      if (forgottenAt > since) return true;
      return (recent.get(`family ${family}`) ?? 0) > since || (recent.get(`client ${clientId}`) ?? 0) > since;
    },
  };
}
