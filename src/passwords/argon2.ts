/** Hashes and checks passwords with argon2id, off the event loop and behind a bounded queue that networks share. */
import { argon2, timingSafeEqual } from 'node:crypto';
import { composePassword } from '../protocol/people/password-rule.ts';
import { createFairQueue, type QueueLoad } from './fair-queue.ts';
import { createForeignHashes } from './foreign.ts';
import { createKnownNetworks } from './network-place.ts';
import { yieldToRequests } from './priority.ts';

/**
 * Throws `NotNow` when a password would have to wait too long. `network`, as `networkOf` names it, is where it came from:
 * each gets its share of the hashing.
 */
export interface Passwords {
  /** The PHC string to keep. `salt` must be SALT_BYTES fresh random bytes. */
  hash(password: string, salt: Buffer, network: string): Promise<string>;
  /** False for a wrong password and for a string that is no hash we know (foreign.ts); a cost is paid either way. */
  verify(password: string, kept: string, network: string): Promise<boolean>;
  /** Costs what `verify` costs, for an unknown name: the answer must not come sooner. */
  verifyNothing(password: string, network: string): Promise<void>;
  /** True when the hash was made with a smaller cost than today's, or by another service. */
  needsRehash(kept: string): boolean;
  /** Throws `NotNow` where the next password of this network would, so that nothing is counted or written for it. */
  refuseIfBusy(network: string): void;
  /** What waits and what is being computed. */
  readonly load: QueueLoad;
}

export const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** The OWASP minimum for argon2id: some 45 ms a hash, 19 MiB while it runs. */
const TODAY: Cost = { memoryKib: 19_456, passes: 2, lanes: 1 };
/** A hash that asks for more than this was not made by us: computing it would be an attack on our memory. */
const MOST_MEMORY_KIB = 1_048_576;
const MOST_PASSES = 100;
const MOST_LANES = 16;

interface Cost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

interface Kept {
  readonly cost: Cost;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/** `pepper` belongs to hashes that were imported with one (setting importedPepper). */
export function createPasswords(pepper = ''): Passwords {
  const readForeign = createForeignHashes(pepper);
  const queue = createFairQueue(yieldToRequests());
  const known = createKnownNetworks();
  const nobody: Kept = { cost: TODAY, salt: Buffer.alloc(SALT_BYTES, 1), tag: Buffer.alloc(TAG_BYTES) };

  const inTurn = <T>(network: string, work: () => Promise<T>) => queue.run(known.placeOf(network), work);

  async function isTagOf(password: string, kept: Kept, network: string): Promise<boolean> {
    const tag = await inTurn(network, () => derive(password, kept.cost, kept.salt, kept.tag.length));
    return timingSafeEqual(tag, kept.tag);
  }

  return {
    async hash(password, salt, network) {
      const tag = await inTurn(network, () => derive(password, TODAY, salt, TAG_BYTES));
      return format({ cost: TODAY, salt, tag });
    },
    async verify(password, kept, network) {
      const parsed = parse(kept);
      const check = parsed === undefined ? readForeign(kept) : undefined;
      const matches = check
        ? await inTurn(network, () => check(password))
        : await isTagOf(password, parsed ?? nobody, network);
      if (!matches || (parsed ?? check) === undefined) return false;
      known.remember(network);
      return true;
    },
    async verifyNothing(password, network) {
      await isTagOf(password, nobody, network);
    },
    needsRehash(kept) {
      const cost = parse(kept)?.cost;
      return !cost || cost.memoryKib < TODAY.memoryKib || cost.passes < TODAY.passes || cost.lanes < TODAY.lanes;
    },
    refuseIfBusy: (network) => queue.refuseIfBusy(known.placeOf(network)),
    get load() {
      return queue.load;
    },
  };
}

/** One password has one spelling: the same letters typed on two keyboards may arrive composed or decomposed. */
function derive(password: string, cost: Cost, salt: Buffer, tagLength: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parameters = {
      message: Buffer.from(composePassword(password), 'utf8'),
      nonce: salt,
      memory: cost.memoryKib,
      passes: cost.passes,
      parallelism: cost.lanes,
      tagLength,
    };
    argon2('argon2id', parameters, (fault, tag) => (fault ? reject(fault) : resolve(tag)));
  });
}

/** The string format of the Password Hashing Competition, so that other programs can read and bring hashes. */
function format({ cost, salt, tag }: Kept): string {
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.lanes}$${unpadded(salt)}$${unpadded(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;

function parse(kept: string): Kept | undefined {
  const parts = PHC.exec(kept);
  if (!parts) return undefined;
  const cost = { memoryKib: Number(parts[1]), passes: Number(parts[2]), lanes: Number(parts[3]) };
  if (!isComputable(cost)) return undefined;
  return { cost, salt: Buffer.from(parts[4] ?? '', 'base64'), tag: Buffer.from(parts[5] ?? '', 'base64') };
}

function isComputable({ memoryKib, passes, lanes }: Cost): boolean {
  if (lanes < 1 || lanes > MOST_LANES || passes < 1 || passes > MOST_PASSES) return false;
  return memoryKib >= 8 * lanes && memoryKib <= MOST_MEMORY_KIB;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
