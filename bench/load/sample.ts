/** The known tokens of a filled database: one half for checking, the other for rotating. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Stage, TokenPair } from './job.ts';

export interface Sample {
  readonly checked: readonly TokenPair[];
  /** Holds the latest pair of each chain. */
  readonly rotated: TokenPair[];
  /** Writes the latest pairs down for the next round. */
  keep(): void;
}

type Kept = [access: string, refresh: string];

/** A prime, so that every token is used once before any is used twice. */
const STRIDE = 15_485_863;

/** In an order that jumps through the whole table, so that no page is warm because of its neighbour. */
export function openSample({ tokensFile }: Stage): Sample | undefined {
  if (tokensFile === undefined) return undefined;
  const kept: readonly Kept[] = JSON.parse(readFileSync(tokensFile, 'utf8'));
  const half = Math.floor(kept.length / 2);
  const checked: TokenPair[] = [];
  const rotated: TokenPair[] = [];
  for (let turn = 0; turn < half; turn += 1) {
    const place = ((turn * STRIDE) % half) * 2;
    checked.push(pairAt(kept, place));
    rotated.push(pairAt(kept, place + 1));
  }
  return {
    checked,
    rotated,
    keep() {
      const all = checked.flatMap((pair, turn): Kept[] => [asKept(pair), asKept(rotated[turn] ?? pair)]);
      writeFileSync(tokensFile, JSON.stringify(all));
    },
  };
}

function pairAt(kept: readonly Kept[], place: number): TokenPair {
  const [access, refresh] = kept[place] ?? ['', ''];
  return { access, refresh };
}

function asKept({ access, refresh }: TokenPair): Kept {
  return [access, refresh];
}
