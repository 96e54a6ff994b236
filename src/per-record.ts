/**
 * What is computed from a record is computed once for each record that storage hands out.
 *
 * Storage promises that rows are frozen, and that a row which is asked for again is the same object until it has
 * changed (storage/database.ts). So what was made from it holds for as long as that object is handed out, and a revoked
 * or renamed row, being another object, is computed anew. Entries go with their records.
 */

/** `context` is what `make` needs besides and what never changes for a record, such as the settings of the process. */
export function perRecord<Key extends object, Made, Context = void>(
  make: (record: Key, context: Context) => Made,
): (record: Key, context: Context) => Made {
  const known = new WeakMap<Key, Made>();
  return (record, context) => {
    let made = known.get(record);
    if (made === undefined) {
      made = make(record, context);
      known.set(record, made);
    }
    return made;
  };
}

/** Records that will be handed out again. */
const kept = new WeakSet<object>();

/** Said of a record before it is handed out: of a row that storage remembers, and of what is always there. */
export function markKept(record: object): void {
  kept.add(record);
}

/** Whether what is computed from a record is worth a place: a row that is met once goes with its request. */
export function isKept(record: object): boolean {
  return kept.has(record);
}

/**
 * The same for records most of which are met once, such as those of tokens: of one that nobody keeps, what is computed is not kept
 * either. A place in a map of weak keys costs more than what is computed, and the collector has to look after it. What is kept
 * is frozen, and what is computed from it is kept in turn.
 */
export function perKeptRecord<Key extends object, Made, Context = void>(
  make: (record: Key, context: Context) => Made,
): (record: Key, context: Context) => Made {
  const known = new WeakMap<Key, Made>();
  return (record, context) => {
    const before = known.get(record);
    if (before !== undefined) return before;
    const made = make(record, context);
    if (!kept.has(record)) return made;
    if (typeof made === 'object' && made !== null) kept.add(Object.freeze(made));
    known.set(record, made);
    return made;
  };
}
