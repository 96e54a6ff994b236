/**
 * Seals events: reads those that have committed, and appends blocks to the chain (SPEC D81). Nothing waits for it.
 *
 * A number is given before its event commits. What is younger than ten seconds is left for the next run; each block is
 * looked through once more ten minutes later, and what came late is appended then. What comes later still is reported by
 * `latchkey events verify`: it was written into a time that is over. How late that is, the blocks themselves say: which ones
 * were looked through stands in a row that no digest covers.
 */
import {
  type BlockContent,
  digestOfBlock,
  type Entry,
  entryOf,
  formatEntries,
  formatHorizons,
  parseEntries,
} from '../protocol/audit/block.ts';
import { attempt, stale } from '../storage/database.ts';
import {
  type BlockRow,
  closeBlock,
  insertBlock,
  nameChain,
  readBlocks,
  readChain,
  readChained,
  readLastBlock,
} from '../storage/tables/events/blocks.ts';
import { firstIdOf, newName, type World } from '../world.ts';
import { horizonsAt } from './retention.ts';

const LAG_SECONDS = 10;
const LATE_SECONDS = 600;
/** Twice as long, since a block is not looked through to the second. */
const MOST_LATE_SECONDS = 1200;
const BLOCK_EVENTS = 500;

/** Whether an event with this number may be appended at a moment to what was sealed before. */
export function isInTime(id: number, at: number): boolean {
  return id >= firstIdOf(at - MOST_LATE_SECONDS);
}

interface Sealed {
  readonly blocks: number;
  readonly events: number;
}

/** One process at a time gets through: the number of a block is taken once. */
export async function sealEvents(world: World, between: () => Promise<void> = async () => {}): Promise<Sealed> {
  const state = await readChain(world.database);
  if (state.name === '') await world.database.write([nameChain(newName())]);
  let blocks = 0;
  let events = 0;
  for (let size = await sealNext(world); size > 0; size = await sealNext(world)) {
    blocks += 1;
    events += size;
    await between();
  }
  events += await sealLate(world, between);
  return { blocks, events };
}

interface Tip {
  readonly id: number;
  readonly digest: string;
  readonly total: number;
  readonly upToId: number;
}

async function tipOf(world: World): Promise<Tip> {
  const last = await readLastBlock(world.database);
  if (last) return last;
  const { name, anchorBlock, anchorDigest, anchorTotal, anchorUpTo } = await readChain(world.database);
  const digest = anchorBlock === 0 ? name : anchorDigest;
  return { id: anchorBlock, digest, total: anchorTotal, upToId: anchorUpTo };
}

function sealNext(world: World): Promise<number> {
  return attempt(async () => {
    const tip = await tipOf(world);
    const upTo = firstIdOf(world.now() - LAG_SECONDS);
    const events = await readChained(world.database, { after: tip.upToId, upTo, most: BLOCK_EVENTS });
    const last = events.at(-1);
    if (!last) return 0;
    const block = blockAfter(world, tip, { entries: events.map(entryOf), upToId: last.id });
    return (await world.database.write([insertBlock(block)])) === null ? stale : events.length;
  });
}

function blockAfter(
  world: World,
  tip: Tip,
  { entries, upToId }: { readonly entries: readonly Entry[]; readonly upToId: number },
): BlockRow {
  const content: BlockContent = {
    id: tip.id + 1,
    afterId: tip.upToId,
    upToId,
    sealedAt: world.now(),
    size: entries.length,
    total: tip.total + entries.length,
    horizons: formatHorizons(horizonsAt(world.settings, world.now())),
    entries: formatEntries(entries),
    previous: tip.digest,
  };
  return { ...content, digest: digestOfBlock(content) };
}

/** Block by block, once each: events of its span that it does not have came late. */
async function sealLate(world: World, between: () => Promise<void>): Promise<number> {
  const closing = firstIdOf(world.now() - LATE_SECONDS);
  let found = 0;
  for (let late = await closeNext(world, closing); late !== undefined; late = await closeNext(world, closing)) {
    found += late;
    await between();
  }
  return found;
}

/** How many came late; undefined where no block is old enough. That it is closed is the guard of what is appended. */
function closeNext(world: World, closing: number): Promise<number | undefined> {
  const { database } = world;
  return attempt<number | undefined>(async () => {
    const { closedBlock, anchorBlock } = await readChain(database);
    const [block] = await readBlocks(database, Math.max(closedBlock, anchorBlock), 1);
    if (!block || block.upToId >= closing) return undefined;
    const now = world.now();
    const late = (await lateOf(world, block)).filter(({ id }) => isInTime(id, now));
    const tip = await tipOf(world);
    // A block of late events spans no numbers of its own.
    const appended =
      late.length === 0 ? [] : [insertBlock(blockAfter(world, tip, { entries: late, upToId: tip.upToId }))];
    const written = await database.write([closeBlock(closedBlock, block.id), ...appended]);
    return written === null ? stale : late.length;
  });
}

async function lateOf({ database }: World, block: BlockRow): Promise<readonly Entry[]> {
  const known = new Set(parseEntries(block.entries).map(({ id }) => id));
  const late: Entry[] = [];
  for (let after = block.afterId; after < block.upToId; ) {
    const events = await readChained(database, { after, upTo: block.upToId, most: BLOCK_EVENTS });
    late.push(...events.filter(({ id }) => !known.has(id)).map(entryOf));
    after = events.length < BLOCK_EVENTS ? block.upToId : (events.at(-1)?.id ?? block.upToId);
  }
  return late;
}
