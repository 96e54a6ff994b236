/** On PostgreSQL, room beside token pairs for the changes that each of them sees: first use, renewal, end. */

/** A row that finds room on its own page is changed without a new entry in every index. Full pages stay as they are. */
export const roomForChanges: readonly string[] = ['alter table pairs set (fillfactor = 70)'];
