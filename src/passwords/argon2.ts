/** Hashes and checks passwords with argon2id, off the event loop and behind a bounded queue that networks share. */
import { argon2, timingSafeEqual } from 'node:crypto';
import { type Argon2Cost, foreignCost, TODAY } from '../protocol/people/hash-cost.ts';
import { composePassword } from '../protocol/people/password-rule.ts';
import { createFairQueue, type QueueLoad } from './fair-queue.ts';
import { createForeignHashes } from './foreign.ts';
import type { Check } from './kinds/kind.ts';
import { createKnownNetworks } from './network-place.ts';
import { createPace } from './pace.ts';
import { yieldToRequests } from './priority.ts';

/**
 * Throws `NotNow` when a password would have to wait too long. `network`, as `networkOf` names it, is where it came from:
 * each gets its share of the hashing.
 */
export interface Passwords {
  /** The PHC string to keep. `salt` must be SALT_BYTES fresh random bytes. */
  hash(password: string, salt: Buffer, network: string): Promise<string>;
  /**
   * False for a wrong password and for a string that is no hash we know (foreign.ts); a cost is paid either way. Where
   * `others` are given, a hash of each other cost that an account may have, a wrong password pays today's cost and all of
   * theirs, so that neither the time of the answer nor the work tells what was compared with (decision 0050).
   */
  verify(password: string, kept: string, network: string, others?: readonly string[]): Promise<boolean>;
  /** Costs what `verify` costs for a wrong password, for an unknown name: the answer must not come sooner. */
  verifyNothing(password: string, network: string, others: readonly string[]): Promise<void>;
  /** True when the hash was made with a smaller cost than today's, or by another service. */
  needsRehash(kept: string): boolean;
  /** Rejects with `NotNow` where the next password of this network would, so that nothing is counted or written for it. */
  refuseIfBusy(network: string): Promise<void>;
  /** What waits and what is being computed. */
  readonly load: QueueLoad;
}

export const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** A hash that asks for more than this was not made by us: computing it would be an attack on our memory. */
const MOST_MEMORY_KIB = 1_048_576;
const MOST_PASSES = 100;
const MOST_LANES = 16;

interface Kept {
  readonly cost: Argon2Cost;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

interface PasswordOptions {
  /** Of hashes that were imported with one (setting importedPepper). */
  readonly pepper?: string;
  /** Learns each kind computed. */
  readonly onHash?: (kind: string) => void;
  /** Called where a hash was imported with a pepper and there is none. */
  readonly onPepperMissed?: () => void;
  readonly requestsAtOnce?: number;
  /** Of the time of one processor, for networks from which no right password has come. */
  readonly strangersShare?: number;
}

export function createPasswords({
  pepper = '',
  onHash = () => {},
  onPepperMissed = () => {},
  requestsAtOnce = 512,
  strangersShare = 1,
}: PasswordOptions = {}): Passwords {
  const readForeign = createForeignHashes(pepper, { onCheck: onHash, onPepperMissed });
  const queue = createFairQueue(yieldToRequests(), { requestsAtOnce, pace: createPace(strangersShare) });
  const known = createKnownNetworks();
  const nobody: Kept = { cost: TODAY, salt: Buffer.alloc(SALT_BYTES, 1), tag: Buffer.alloc(TAG_BYTES) };

  const inTurn = <T>(network: string, work: () => Promise<T>) => queue.run(known.placeOf(network), work);

  async function hashNow(password: string, { cost, salt, tag }: Kept): Promise<Buffer> {
    onHash('argon2id');
    return await derive(password, cost, salt, tag.length);
  }

  function checkOf(kept: string): Check | undefined {
    const parsed = parse(kept);
    return parsed
      ? async (password) => timingSafeEqual(await hashNow(password, parsed), parsed.tag)
      : readForeign(kept);
  }

  /** Computes what a wrong password of every other account would have computed; `paid` is what was computed already. */
  async function payOthers(
    password: string,
    paid: string | null | undefined,
    others: readonly string[],
  ): Promise<void> {
    if (paid !== null) await hashNow(password, nobody);
    for (const other of others) if (foreignCost(other) !== paid) await checkOf(other)?.(password);
  }

  return {
    async hash(password, salt, network) {
      const made = { cost: TODAY, salt, tag: Buffer.alloc(TAG_BYTES) };
      return format({ ...made, tag: await inTurn(network, () => hashNow(password, made)) });
    },
    async verify(password, kept, network, others) {
      const check = checkOf(kept);
      const isRight = await inTurn(network, async () => {
        if (await check?.(password)) return true;
        if (others || !check) await payOthers(password, check && foreignCost(kept), others ?? []);
        return false;
      });
      known.learn(network, isRight);
      return isRight;
    },
    async verifyNothing(password, network, others) {
      await inTurn(network, () => payOthers(password, undefined, others));
      known.learn(network, false);
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
function derive(password: string, cost: Argon2Cost, salt: Buffer, tagLength: number): Promise<Buffer> {
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

function isComputable({ memoryKib, passes, lanes }: Argon2Cost): boolean {
  if (lanes < 1 || lanes > MOST_LANES || passes < 1 || passes > MOST_PASSES) return false;
  return memoryKib >= 8 * lanes && memoryKib <= MOST_MEMORY_KIB;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
