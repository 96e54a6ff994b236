/** Takes the power away: puts the files of a folder back to what had reached stable storage. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chance } from '../random.ts';

export interface Outage {
  readonly folder: string;
  readonly image: string;
  /** A disk may have written some of what nobody had waited for: then each such sector is kept or lost by chance. */
  readonly keepsSome: boolean;
  readonly chance: Chance;
}

/** Sectors that were written and are gone, and files whose name was not on the disk yet. */
export interface Loss {
  readonly sectors: number;
  readonly names: number;
}

/** SQLite relies on this much being written whole or not at all. */
const SECTOR_BYTES = 512;

/** To be called after the program was killed and before it is started again. */
export function losePower({ folder, image, keepsSome, chance }: Outage): Loss {
  const durable = readNames(join(image, 'names'));
  const live = readNames(join(image, 'live'));
  let sectors = 0;
  let names = 0;
  for (const [name, number] of live) {
    if (durable.has(name)) continue;
    names += 1;
    // Its folder was not synced, but a name may have arrived all the same.
    if (keepsSome && chance.below(2)) durable.set(name, number);
  }
  const contents = [...durable].map(([name, number]) => {
    const synced = readFileSync(join(image, number));
    const path = join(folder, name);
    const written = live.get(name) === number && existsSync(path) ? readFileSync(path) : synced;
    const kept = mix(synced, written, () => keepsSome && chance.below(2) === 1);
    sectors += differences(kept, written);
    return { path, kept };
  });
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) rmSync(join(folder, entry.name));
  for (const { path, kept } of contents) writeFileSync(path, kept, { mode: 0o600 });
  rmSync(image, { recursive: true });
  mkdirSync(image);
  return { sectors, names };
}

function readNames(path: string): Map<string, string> {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const space = line.indexOf(' ');
      return [line.slice(space + 1), line.slice(0, space)];
    }),
  );
}

function mix(synced: Buffer, written: Buffer, keeps: () => boolean): Buffer {
  const kept = Buffer.alloc(keeps() ? written.length : synced.length);
  synced.copy(kept);
  for (let at = 0; at < kept.length; at += SECTOR_BYTES) {
    const end = Math.min(at + SECTOR_BYTES, kept.length);
    if (synced.subarray(at, end).equals(written.subarray(at, end)) || !keeps()) continue;
    kept.fill(0, at, end);
    if (at < written.length) written.copy(kept, at, at, end);
  }
  return kept;
}

function differences(one: Buffer, other: Buffer): number {
  const length = Math.max(one.length, other.length);
  let count = 0;
  for (let at = 0; at < length; at += SECTOR_BYTES) {
    if (!one.subarray(at, at + SECTOR_BYTES).equals(other.subarray(at, at + SECTOR_BYTES))) count += 1;
  }
  return count;
}
