/** A refresh no longer touches a page of its family alone: on SQLite, only pairs that are not superseded are in the index. */

/**
 * Every hundredth pair of a line of renewals can be found by its family, so that those a thousand renewals behind can be told.
 * On PostgreSQL the index by family stays whole: a column in the condition of an index would make superseding a pair
 * write to all of them.
 */
export const lineOfFamily = {
  text: `
alter table pairs add column generation bigint;
create index pairs_of_hundreds on pairs (family_id, generation) where generation % 100 = 0
`,
  sqlite: [
    'drop index pairs_by_family',
    'create index pairs_by_family on pairs (family_id) where superseded_at is null',
  ],
};
