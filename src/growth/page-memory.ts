/** What a process keeps of the pages that it shows. */
import { MOST_KEPT } from '../keys/seal.ts';
import { MOST_REMEMBERED } from '../pages/text/memoize.ts';
import { type MemoryGrowth, OF_THE_SOURCE } from './growth.ts';

export const PAGE_MEMORY: readonly MemoryGrowth[] = [
  { file: 'src/pages/html.ts', names: ['literals'], holds: 'templates of pages', ...OF_THE_SOURCE },
  { file: 'src/pages/frame.ts', names: ['writtenForScript'], holds: 'texts for the script', ...OF_THE_SOURCE },
  {
    file: 'src/pages/text/memoize.ts',
    names: ['said'],
    holds: 'numbers in words, of each text and language',
    grownBy: ['stranger'],
    because: 'all are forgotten once there are so many',
    bound: { most: MOST_REMEMBERED, per: 'process' },
    bytes: 200,
  },
  {
    file: 'src/keys/seal.ts',
    names: ['kept'],
    holds: 'seals of the forms of a session',
    grownBy: ['user'],
    because: 'all are forgotten once there are so many',
    bound: { most: MOST_KEPT, per: 'process' },
    bytes: 400,
  },
];
