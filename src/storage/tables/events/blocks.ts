/** The tables of the audit chain: its blocks, its one row of state, and the events as the chain reads them. */
import type { BlockContent, ChainedEvent } from '../../../protocol/audit/block.ts';
import type { Database } from '../../database.ts';
import { changeRow, insertRow, must, type Sql, set, sql, where } from '../../sql.ts';
import type { SweepByIndex } from '../sweep.ts';

export interface BlockRow extends BlockContent {
  readonly digest: string;
}

export interface ChainRow {
  /** Empty before the first block. */
  readonly name: string;
  readonly anchorBlock: number;
  readonly anchorDigest: string;
  readonly anchorTotal: number;
  readonly anchorUpTo: number;
  readonly closedBlock: number;
}

export async function readChain(database: Database): Promise<ChainRow> {
  const rows = await database.list<ChainRow>(sql`select name, anchor_block as "anchorBlock",
      anchor_digest as "anchorDigest", anchor_total as "anchorTotal", anchor_up_to as "anchorUpTo",
      closed_block as "closedBlock" from event_chain where id = 1`);
  return rows[0] ?? NO_CHAIN;
}

const NO_CHAIN: ChainRow = {
  ...{ name: '', anchorBlock: 0, anchorDigest: '', anchorTotal: 0, anchorUpTo: 0, closedBlock: 0 },
};

/** A chain is named once. */
export function nameChain(name: string): Sql {
  return sql`insert into event_chain (id, name, anchor_block, anchor_digest, anchor_total, anchor_up_to, closed_block)
    values (1, ${name}, 0, '', 0, 0, 0) on conflict (id) do nothing`;
}

/** A guard: a block is looked through once. */
export function closeBlock(before: number, closed: number): Sql {
  return must(changeRow('event_chain', 1, set`closed_block = ${closed}`, where`closed_block = ${before}`));
}

/** Where another process was quicker, the number is taken and nothing is written. */
export const insertBlock = insertRow('event_blocks', (block: BlockRow) => ({
  id: block.id,
  after_id: block.afterId,
  up_to_id: block.upToId,
  sealed_at: block.sealedAt,
  size: block.size,
  total: block.total,
  horizons: block.horizons,
  entries: block.entries,
  previous: block.previous,
  digest: block.digest,
}));

/** In their order. */
export function readBlocks(database: Database, after: number, most: number): Promise<readonly BlockRow[]> {
  return database.list<BlockRow>(sql`select id, after_id as "afterId", up_to_id as "upToId", sealed_at as "sealedAt",
      size, total, horizons, entries, previous, digest
    from event_blocks where id > ${after} order by id limit ${most}`);
}

export async function readLastBlock(database: Database): Promise<BlockRow | undefined> {
  const rows = await database.list<BlockRow>(sql`select id, after_id as "afterId", up_to_id as "upToId",
      sealed_at as "sealedAt", size, total, horizons, entries, previous, digest
    from event_blocks where id > ${0} order by id desc limit ${1}`);
  return rows[0];
}

/** In the order of their numbers, both ends named. */
export function readChained(
  database: Database,
  { after, upTo, most }: { readonly after: number; readonly upTo: number; readonly most: number },
): Promise<readonly ChainedEvent[]> {
  return database.list<ChainedEvent>(sql`select id, happened_at as "at", kind, account_id as "accountId",
      client_id as "clientId", family_id as "familyId", address, user_agent as "userAgent", detail,
      traceparent
    from events where id > ${after} and id <= ${upTo} order by id limit ${most}`);
}

/** The sweep leaves an anchor: what the last block that goes was, from which the rest is proved. */
export const sweepBlocks: SweepByIndex = {
  table: 'event_blocks',
  ends: 'a day after the last of their events had to go; the last one that goes is kept as the anchor',
  step: (at, most) => {
    const before = at.firstIdOf(at.now - (at.longestEventDays + 1) * 86_400);
    return [
      sql`update event_chain set anchor_block = gone.id, anchor_digest = gone.digest, anchor_total = gone.total,
          anchor_up_to = gone.up_to_id
        from (select id, digest, total, up_to_id from event_blocks
          where up_to_id < ${before} order by up_to_id, id limit ${most}) as gone
        where event_chain.id = 1 and gone.id = (select max(id) from (select id from event_blocks
          where up_to_id < ${before} order by up_to_id, id limit ${most}) as last)`,
      sql`delete from event_blocks where id in (select id from event_blocks
        where up_to_id < ${before} order by up_to_id, id limit ${most})`,
    ];
  },
};
