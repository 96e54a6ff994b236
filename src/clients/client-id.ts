/** How an application gets its client_id: at random, from an import, or from the form that asked for it. */
import { digest } from '../protocol/digest.ts';
import { holderOf } from '../storage/tables/clients/search.ts';
import type { World } from '../world.ts';

interface ClientIdInput {
  readonly preset: string | undefined;
  readonly seal: string | undefined;
}

interface Choice {
  readonly publicId: string;
  /** The application that has it already; only a free one can be taken. */
  readonly holder: 'nobody' | 'live' | 'deleted';
}

const PUBLIC_ID_BYTES = 32;
const MOST_ROUNDS = 20;

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** SPEC D1: what an import may bring as an id or a secret. */
export function isPrintable(text: string): boolean {
  return PRINTABLE.test(text);
}

export async function choosePublicId(world: World, { preset, seal }: ClientIdInput): Promise<Choice> {
  if (preset !== undefined) return { publicId: preset, holder: await holderOf(world.database, preset) };
  return (seal === undefined ? undefined : await chooseBySeal(world, seal)) ?? atRandom(world);
}

/**
 * The id is derived from the seal, so the same form leads to the same id, and the unique key lets it register once,
 * also when a double click sends it twice at the same moment. Once that application was deleted, the same form registers
 * a new one. A digest of the seal is as hard to guess as the seal, and as long as a random id.
 */
async function chooseBySeal(world: World, seal: string): Promise<Choice | undefined> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const publicId = digest(`application ${round} ${seal}`);
    const holder = await holderOf(world.database, publicId);
    if (holder !== 'deleted') return { publicId, holder };
  }
  return undefined;
}

function atRandom(world: World): Choice {
  return { publicId: world.randomBytes(PUBLIC_ID_BYTES).toString('base64url'), holder: 'nobody' };
}
