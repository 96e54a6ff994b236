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
