/** Makes checkpoints of the chain, to be kept elsewhere. */
import type { Checkpoint } from '../protocol/audit/checkpoint.ts';
import { readChain, readLastBlock } from '../storage/tables/events/blocks.ts';
import type { World } from '../world.ts';
import { sealEvents } from './seal.ts';

/** With everything that can be sealed by now; undefined while there is nothing. */
export async function makeCheckpoint(world: World): Promise<Checkpoint | undefined> {
  await sealEvents(world);
  const [{ name }, last] = await Promise.all([readChain(world.database), readLastBlock(world.database)]);
  if (!last) return undefined;
  const at = new Date(last.sealedAt * 1000).toISOString();
  return { chain: name, block: last.id, events: last.total, digest: last.digest, at };
}
