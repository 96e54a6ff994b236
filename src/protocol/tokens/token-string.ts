/**
 * How codes and tokens look: a prefix for the kind, the record's number, 264 random bits and a checksum. A client secret,
 * which is looked up through its client, has random bits in place of the number.
 *
 * The number finds the record by its primary key, so no digest needs an index; the digest of the whole string then
 * decides. The checksum lets a mistyped or invented string be refused before any lookup, and lets scanners
 * recognise a leaked one: `lk[arcs]_[A-Za-z0-9_-]{60}`.
 */
import { crc32 } from 'node:zlib';

export type TokenKind = 'access' | 'refresh' | 'code';

const PREFIX: Record<TokenKind | 'secret', string> = { access: 'lka_', refresh: 'lkr_', code: 'lkc_', secret: 'lks_' };

const KINDS = ['access', 'refresh', 'code', 'secret'] as const;

const ID_BYTES = 8;
export const RANDOM_BYTES = 33;
const CHECKED_BYTES = ID_BYTES + RANDOM_BYTES;
export const SECRET_RANDOM_BYTES = CHECKED_BYTES;
const TOTAL_BYTES = CHECKED_BYTES + 4;
const PREFIX_LENGTH = 4;
/** 45 bytes are exactly 60 base64url characters, so one string has one spelling. */
export const TOKEN_LENGTH = PREFIX_LENGTH + 60;

/** One room for every string that is read: each request reads at least one, and none is kept. */
const decoded = Buffer.alloc(TOTAL_BYTES);
const checked = decoded.subarray(0, CHECKED_BYTES);

/** Writes the string for a record. `random` must be RANDOM_BYTES fresh random bytes. */
export function formatToken(kind: TokenKind, id: number, random: Buffer): string {
  return PREFIX[kind] + assemble(id, random);
}

/** Writes a client secret. `random` must be SECRET_RANDOM_BYTES fresh random bytes. */
export function formatSecret(random: Buffer): string {
  const bytes = Buffer.allocUnsafe(TOTAL_BYTES);
  random.copy(bytes, 0, 0, SECRET_RANDOM_BYTES);
  return PREFIX.secret + withChecksum(bytes);
}

/** The record's number, or undefined when the string cannot be a token of this kind. A secret has none: zero. */
export function parseToken(kind: TokenKind | 'secret', text: string): number | undefined {
  if (text.length !== TOKEN_LENGTH || !text.startsWith(PREFIX[kind])) return undefined;
  if (decoded.write(text.slice(PREFIX_LENGTH), 'base64url') !== TOTAL_BYTES) return undefined;
  if (crc32(checked) !== decoded.readUInt32BE(CHECKED_BYTES)) return undefined;
  if (kind === 'secret') return 0;
  const id = decoded.readUInt32BE(0) * 2 ** 32 + decoded.readUInt32BE(4);
  return Number.isSafeInteger(id) ? id : undefined;
}

/** What a string claims to be by its prefix, however it goes on; undefined for strings of other services. */
export function claimedKind(text: string): TokenKind | 'secret' | undefined {
  return KINDS.find((kind) => text.startsWith(PREFIX[kind]));
}

function assemble(id: number, random: Buffer): string {
  const bytes = Buffer.allocUnsafe(TOTAL_BYTES);
  bytes.writeUInt32BE(Math.floor(id / 2 ** 32), 0);
  bytes.writeUInt32BE(id % 2 ** 32, 4);
  random.copy(bytes, ID_BYTES, 0, RANDOM_BYTES);
  return withChecksum(bytes);
}

function withChecksum(bytes: Buffer): string {
  bytes.writeUInt32BE(crc32(bytes.subarray(0, CHECKED_BYTES)), CHECKED_BYTES);
  return bytes.toString('base64url');
}
