/**
 * The chain of events: blocks of entries, each with the digest of the block before it (SPEC D81).
 *
 * An entry is the number of an event, its group, and a digest of everything that the event says. The group tells, once the
 * event was swept, how long it had to be kept.
 */
import { digest } from '../digest.ts';

export interface ChainedEvent {
  readonly id: number;
  readonly at: number;
  readonly kind: string;
  readonly accountId: number | null;
  readonly clientId: number | null;
  readonly familyId: number | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly detail: string | null;
  readonly traceparent: string | null;
}

export interface Entry {
  readonly id: number;
  readonly group: string;
  readonly digest: string;
}

export interface BlockContent {
  /** 1 for the first one of the chain. */
  readonly id: number;
  /** Every event with a number in (afterId, upToId] that was there at the time; and those that came too late before. */
  readonly afterId: number;
  readonly upToId: number;
  readonly sealedAt: number;
  readonly size: number;
  /** All events of the chain so far. */
  readonly total: number;
  /** What may have been swept by then: `token 910000 code 910000`, each group with the first number that is kept. */
  readonly horizons: string;
  readonly entries: string;
  /** The digest of the block before it; of the first one, the name of the chain. */
  readonly previous: string;
}

/** 128 bits: enough that nobody finds another event with the same one. */
const DIGEST_CHARACTERS = 22;

function groupIn(kind: string): string {
  return kind.slice(0, Math.max(0, kind.indexOf('.')));
}

export function entryOf(event: ChainedEvent): Entry {
  const { id, at, kind, accountId, clientId, familyId, address, userAgent, detail, traceparent } = event;
  // Events without one have the digests of before migration 40.
  const more = traceparent === null ? [] : [traceparent];
  // As JSON no text can run into the next one.
  const text = JSON.stringify([id, at, kind, accountId, clientId, familyId, address, userAgent, detail, ...more]);
  return { id, group: groupIn(kind), digest: digest(text).slice(0, DIGEST_CHARACTERS) };
}

export function formatEntries(entries: readonly Entry[]): string {
  return entries.map((entry) => `${entry.id} ${entry.group} ${entry.digest}`).join('\n');
}

export function parseEntries(text: string): readonly Entry[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const [id = '', group = '', own = ''] = line.split(' ');
    return { id: Number(id), group, digest: own };
  });
}

export function digestOfBlock(block: BlockContent): string {
  const { id, afterId, upToId, sealedAt, size, total, horizons, entries, previous } = block;
  return digest(JSON.stringify([id, afterId, upToId, sealedAt, size, total, horizons, entries, previous]));
}

export function formatHorizons(horizons: Readonly<Record<string, number>>): string {
  return Object.entries(horizons)
    .map(([group, id]) => `${group} ${id}`)
    .join(' ');
}

export function parseHorizons(text: string): ReadonlyMap<string, number> {
  const words = text.split(' ').filter(Boolean);
  return new Map(words.flatMap((word, index) => (index % 2 === 0 ? [[word, Number(words[index + 1])] as const] : [])));
}
