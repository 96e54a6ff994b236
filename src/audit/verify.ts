/** Proves the log: every block follows from the one before it, and every event is as it was when it was sealed. */
import {
  type ChainedEvent,
  digestOfBlock,
  type Entry,
  entryOf,
  parseEntries,
  parseHorizons,
} from '../protocol/audit/block.ts';
import type { Checkpoint } from '../protocol/audit/checkpoint.ts';
import { type BlockRow, type ChainRow, readBlocks, readChain, readChained } from '../storage/tables/events/blocks.ts';
import type { World } from '../world.ts';
import { horizonsAt } from './retention.ts';
import { isInTime } from './seal.ts';

export type AuditFault =
  | { readonly kind: 'event_changed' | 'event_removed' | 'event_inserted'; readonly event: number }
  | { readonly kind: 'block_changed' | 'block_missing'; readonly block: number }
  | { readonly kind: 'checkpoint_other_chain' | 'checkpoint_differs' | 'tail_missing' | 'anchor_unfounded' };

export interface Verified {
  /** In the order in which they were found; the first so many. */
  readonly faults: readonly AuditFault[];
  readonly blocks: number;
  /** Of the chain, with those that were swept. */
  readonly events: number;
  /** That were there and are as they were sealed. */
  readonly proved: number;
  /** Whose time had passed. */
  readonly swept: number;
  /** Committed since the last block. */
  readonly waiting: number;
  /** True where a checkpoint is older than all that is kept, and says nothing. */
  readonly isCheckpointTooOld: boolean;
}

const MOST_FAULTS = 100;
const BLOCKS_AT_ONCE = 20;
const EVENTS_AT_ONCE = 1000;

export async function verifyEvents(world: World, checkpoint: Checkpoint | null): Promise<Verified> {
  const { database } = world;
  const chain = await readChain(database);
  const horizons = await horizonsOf(world, chain);
  const walk = walkAlong(chain, horizons, world.now());
  if (chain.anchorUpTo >= Math.max(1, ...horizons.values())) walk.fault({ kind: 'anchor_unfounded' });
  if (checkpoint && chain.name !== checkpoint.chain) walk.fault({ kind: 'checkpoint_other_chain' });
  for await (const block of everyBlock(world, chain.anchorBlock)) {
    walk.link(block);
    if (checkpoint?.block === block.id && !isAsNoted(block, checkpoint)) walk.fault({ kind: 'checkpoint_differs' });
    const entries = parseEntries(block.entries);
    for (const met of await eventsOf(world, block, entries)) walk.meet(block, met);
  }
  const last = walk.last();
  if (checkpoint && checkpoint.chain === chain.name && checkpoint.block > last.id) walk.fault({ kind: 'tail_missing' });
  return walk.conclude({
    waiting: await countAfter(world, last.upToId),
    isCheckpointTooOld: checkpoint !== null && checkpoint.block <= chain.anchorBlock,
  });
}

function isAsNoted(block: BlockRow, { digest, events }: Checkpoint): boolean {
  return block.digest === digest && block.total === events;
}

async function* everyBlock({ database }: World, from: number): AsyncGenerator<BlockRow> {
  for (let after = from; ; ) {
    const blocks = await readBlocks(database, after, BLOCKS_AT_ONCE);
    yield* blocks;
    after = blocks.at(-1)?.id ?? after;
    if (blocks.length < BLOCKS_AT_ONCE) return;
  }
}

/** What the settings allow to be swept now, and whatever earlier settings allowed, as blocks have it. */
async function horizonsOf(world: World, chain: ChainRow): Promise<Map<string, number>> {
  const most = new Map(Object.entries(horizonsAt(world.settings, world.now())));
  for await (const { horizons } of everyBlock(world, chain.anchorBlock))
    for (const [group, id] of parseHorizons(horizons)) most.set(group, Math.max(id, most.get(group) ?? 0));
  return most;
}

interface Met {
  readonly id: number;
  readonly event: ChainedEvent | undefined;
  readonly entry: Entry | undefined;
}

/** Every event of the block's span, and every entry of the block, each with the other where there is one. */
async function eventsOf({ database }: World, block: BlockRow, entries: readonly Entry[]): Promise<readonly Met[]> {
  const found = new Map<number, ChainedEvent>();
  for (let after = block.afterId; after < block.upToId; ) {
    const events = await readChained(database, { after, upTo: block.upToId, most: EVENTS_AT_ONCE });
    for (const event of events) found.set(event.id, event);
    if (events.length < EVENTS_AT_ONCE) break;
    after = events.at(-1)?.id ?? block.upToId;
  }
  for (const { id } of entries.filter((entry) => entry.id <= block.afterId)) {
    const [event] = await readChained(database, { after: id - 1, upTo: id, most: 1 });
    if (event) found.set(id, event);
  }
  const known = new Set(entries.map(({ id }) => id));
  const extra = [...found.values()].filter(({ id }) => !known.has(id));
  return [
    ...entries.map((entry) => ({ id: entry.id, entry, event: found.get(entry.id) })),
    ...extra.map((event) => ({ id: event.id, event, entry: undefined })),
  ];
}

async function countAfter({ database }: World, after: number): Promise<number> {
  let count = 0;
  for (let from = after; ; ) {
    const events = await readChained(database, {
      after: from,
      upTo: Number.MAX_SAFE_INTEGER,
      most: EVENTS_AT_ONCE,
    });
    count += events.length;
    from = events.at(-1)?.id ?? from;
    if (events.length < EVENTS_AT_ONCE) return count;
  }
}

interface Walk {
  fault(fault: AuditFault): void;
  /** Whether a block follows from the one before it. */
  link(block: BlockRow): void;
  meet(block: BlockRow, met: Met): void;
  last(): { readonly id: number; readonly upToId: number };
  conclude(rest: Pick<Verified, 'waiting' | 'isCheckpointTooOld'>): Verified;
}

function walkAlong(chain: ChainRow, horizons: ReadonlyMap<string, number>, now: number): Walk {
  const faults: AuditFault[] = [];
  /** Events that their block does not have; a later block may, since they came late. Bounded by the number of faults. */
  const strays = new Map<number, number>();
  const isFirst = chain.anchorBlock === 0;
  let last = {
    ...{ id: chain.anchorBlock, total: chain.anchorTotal, upToId: chain.anchorUpTo },
    digest: isFirst ? chain.name : chain.anchorDigest,
  };
  let [blocks, proved, swept] = [0, 0, 0];
  const fault = (found: AuditFault): void => {
    if (faults.length < MOST_FAULTS) faults.push(found);
  };
  return {
    fault,
    last: () => last,
    link(block) {
      blocks += 1;
      if (block.id !== last.id + 1) fault({ kind: 'block_missing', block: last.id + 1 });
      else if (
        block.previous !== last.digest ||
        block.afterId !== last.upToId ||
        block.total !== last.total + block.size
      )
        fault({ kind: 'block_changed', block: block.id });
      if (digestOfBlock(block) !== block.digest || parseEntries(block.entries).length !== block.size)
        fault({ kind: 'block_changed', block: block.id });
      last = block;
    },
    meet(block, { id, event, entry }) {
      if (entry) strays.delete(id);
      if (!entry) {
        if (strays.size < MOST_FAULTS) strays.set(id, block.id);
      } else if (id <= block.afterId && !isInTime(id, block.sealedAt)) fault({ kind: 'event_inserted', event: id });
      else if (event) {
        if (entryOf(event).digest === entry.digest && entryOf(event).group === entry.group) proved += 1;
        else fault({ kind: 'event_changed', event: id });
      } else if (id < (horizons.get(entry.group) ?? 0)) swept += 1;
      else fault({ kind: 'event_removed', event: id });
    },
    conclude(rest) {
      // Of a block that was not looked through again yet, they may still be on their way, for as long as that may last.
      const isOver = ([event, block]: [number, number]) => block <= chain.closedBlock || !isInTime(event, now);
      const inserted = [...strays].filter(isOver);
      for (const [event] of inserted) fault({ kind: 'event_inserted', event });
      const waiting = rest.waiting + strays.size - inserted.length;
      return { ...rest, waiting, faults, blocks, proved, swept, events: last.total };
    },
  };
}
