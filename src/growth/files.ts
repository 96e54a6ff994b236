/** What grows on the disk of the machine, beside the rows of the tables. */
import { PAGES_AT_MOST } from '../storage/sqlite/checkpoints.ts';
import type { Growth } from './growth.ts';

interface FileGrowth extends Growth {
  readonly file: string;
}

/** Of SQLite. */
const PAGE_BYTES = 4096;

export const FILES: readonly FileGrowth[] = [
  {
    file: 'the SQLite database',
    grownBy: ['stranger', 'user', 'client'],
    because: 'the sum of its tables; what a sweep frees is used again and not given back to the system',
    bound: { most: 1, per: 'service' },
    bytes: 0,
  },
  {
    file: 'its write-ahead log (`-wal`)',
    grownBy: ['stranger', 'user', 'client'],
    because: 'from this length on the writer moves it into the database; one group of writes may come on top',
    bound: { most: PAGES_AT_MOST, per: 'service' },
    bytes: PAGE_BYTES,
  },
  {
    file: 'a backup (`latchkey backup`)',
    grownBy: ['operator'],
    because: 'as large as the database; nothing makes one unasked',
    bound: { most: 1, per: 'service' },
    bytes: 0,
  },
  {
    file: 'the log (standard output)',
    grownBy: ['stranger', 'client', 'operator'],
    because: 'requests that are served or refused write no line; what stores the lines also rotates them',
    bound: { most: 1, per: 'service' },
    bytes: 0,
  },
];
