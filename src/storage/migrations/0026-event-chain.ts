/** The chain of events: blocks that are computed after the events have committed, so that writing an event costs nothing more. */

/**
 * `entries` has a line for each event of a block (protocol/audit/block.ts). `event_chain` has one row from the first block on: the name of the chain, the
 * last block that was removed with everything before it, and the last one that was looked through for late events.
 * `event_cursors` says up to which number the events of a group, or of all groups, were swept.
 */
export const eventChain = `
create table event_blocks (
  id bigint primary key,
  after_id bigint not null,
  up_to_id bigint not null,
  sealed_at bigint not null,
  size bigint not null,
  total bigint not null,
  horizons text not null,
  entries text not null,
  previous text not null,
  digest text not null
);
create index event_blocks_by_end on event_blocks (up_to_id, id);

create table event_chain (
  id bigint primary key,
  name text not null,
  anchor_block bigint not null,
  anchor_digest text not null,
  anchor_total bigint not null,
  anchor_up_to bigint not null,
  closed_block bigint not null
);

create table event_cursors (
  name text primary key,
  up_to bigint not null
)
`;
