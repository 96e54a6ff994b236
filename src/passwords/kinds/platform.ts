/** Checks the hashes of other services that Node.js computes itself: argon2 in its other forms, PBKDF2 and scrypt. */
import { argon2, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import type { HashKind } from './kind.ts';

const SALT_AND_TAG = '\\$([A-Za-z0-9+/]{1,172})\\$([A-Za-z0-9+/]{16,172})$';

const ARGON2 = new RegExp(`^\\$(argon2(?:id|i|d))\\$v=19\\$m=(\\d{1,8}),t=(\\d{1,4}),p=(\\d{1,3})${SALT_AND_TAG}`);
const PBKDF2 = new RegExp(`^\\$pbkdf2-(sha1|sha256|sha512)\\$i=(\\d{1,9})${SALT_AND_TAG}`);
const SCRYPT = new RegExp(`^\\$scrypt\\$ln=(\\d{1,2}),r=(\\d{1,3}),p=(\\d{1,3})${SALT_AND_TAG}`);

/** A hash that asks for more would be an attack on our memory or time: half a second or so is the worst of these. */
const MOST_ARGON2_KIB = 262_144;
const MOST_PASSES = 20;
const MOST_LANES = 16;
const MOST_ITERATIONS = 5_000_000;
const MOST_SCRYPT_BYTES = 268_435_456;
const MOST_SCRYPT_LANES = 16;
const LEAST_ARGON2_SALT_BYTES = 8;

export const argon2Kinds: HashKind = {
  name: 'argon2',
  read(kept) {
    const [, kind, m, t, p, salt = '', tag = ''] = ARGON2.exec(kept) ?? [];
    if (kind !== 'argon2id' && kind !== 'argon2i' && kind !== 'argon2d') return undefined;
    const cost = { memory: Number(m), passes: Number(t), parallelism: Number(p) };
    const nonce = Buffer.from(salt, 'base64');
    if (!isComputable(cost) || nonce.length < LEAST_ARGON2_SALT_BYTES) return undefined;
    return comparing(tag, (password, tagLength, done) =>
      argon2(kind, { message: Buffer.from(password, 'utf8'), nonce, ...cost, tagLength }, done),
    );
  },
};

export const pbkdf2Kind: HashKind = {
  name: 'pbkdf2',
  read(kept) {
    const [, digest, rounds, salt = '', tag = ''] = PBKDF2.exec(kept) ?? [];
    const iterations = Number(rounds);
    if (digest === undefined || iterations < 1 || iterations > MOST_ITERATIONS) return undefined;
    const bytes = Buffer.from(salt, 'base64');
    return comparing(tag, (password, length, done) => pbkdf2(password, bytes, iterations, length, digest, done));
  },
};

export const scryptKind: HashKind = {
  name: 'scrypt',
  read(kept) {
    const [, ln, blocks, lanes, salt = '', tag = ''] = SCRYPT.exec(kept) ?? [];
    if (ln === undefined) return undefined;
    const options = { N: 2 ** Number(ln), r: Number(blocks), p: Number(lanes) };
    const bytes = 128 * options.r * (options.N + options.p);
    if (Number(ln) < 1 || options.r < 1 || options.p < 1) return undefined;
    if (options.p > MOST_SCRYPT_LANES || bytes > MOST_SCRYPT_BYTES) return undefined;
    const salted = Buffer.from(salt, 'base64');
    const maxmem = 2 * MOST_SCRYPT_BYTES;
    return comparing(tag, (password, length, done) => scrypt(password, salted, length, { ...options, maxmem }, done));
  },
};

type Derive = (password: string, tagLength: number, done: (fault: Error | null, tag: Buffer) => void) => void;

/** Each of these computes in the threads of Node.js. */
function comparing(expected: string, derive: Derive): (password: string) => Promise<boolean> {
  const tag = Buffer.from(expected, 'base64');
  return (password) =>
    new Promise((resolve, reject) => {
      derive(password, tag.length, (fault, made) => (fault ? reject(fault) : resolve(timingSafeEqual(made, tag))));
    });
}

function isComputable({
  memory,
  passes,
  parallelism,
}: {
  memory: number;
  passes: number;
  parallelism: number;
}): boolean {
  if (parallelism < 1 || parallelism > MOST_LANES || passes < 1 || passes > MOST_PASSES) return false;
  return memory >= 8 * parallelism && memory <= MOST_ARGON2_KIB;
}
