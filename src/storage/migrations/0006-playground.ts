/** Which token families came from a run of the playground: only these can be made to expire on purpose. */

/** A mark is worth something for an hour and is swept after that, so it refers to nothing that may go before it. */
export const playground = `
create table playground_families (
  family_id bigint primary key,
  created_at bigint not null
);
create index playground_families_by_age on playground_families (created_at)
`;
