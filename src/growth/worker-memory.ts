/** What a primary and its workers keep because there are several of them, and what bounds it. */
import { MOST_NAMES } from '../counters.ts';
import { MOST_SERIES } from '../metrics/joined.ts';
import { type MemoryGrowth, usual } from './growth.ts';

/** An object with a few fields, and its place in a map. */
const SMALL = 200;

export const WORKER_MEMORY: readonly MemoryGrowth[] = [
  {
    file: 'src/counters/credit.ts',
    names: ['held', 'asking'],
    holds: 'credit of a worker under each limit, and questions under way',
    grownBy: ['stranger'],
    because: 'the window that was opened first is forgotten; questions belong to requests at work (requestsAtOnce)',
    bound: { most: MOST_NAMES + usual('requestsAtOnce'), per: 'process' },
    bytes: SMALL,
  },
  {
    file: 'src/counters/ledger.ts',
    names: ['windows'],
    holds: 'limits counted by the primary for all workers',
    grownBy: ['stranger'],
    because: 'the window that was opened first is forgotten',
    bound: { most: MOST_NAMES, per: 'process' },
    bytes: SMALL,
  },
  {
    file: 'src/cli/workers/worker.ts',
    names: ['asked'],
    holds: 'questions to the primary about limits',
    grownBy: ['stranger'],
    because: 'they belong to requests at work (requestsAtOnce)',
    bound: { most: usual('requestsAtOnce'), per: 'process' },
    bytes: SMALL,
  },
  {
    file: 'src/cli/workers/counts.ts',
    names: ['counts', 'passing'],
    holds: 'connections that are on their way from one worker to another',
    grownBy: ['stranger'],
    because: 'one for each connection (connectionsAtOnce)',
    bound: { most: usual('connectionsAtOnce'), per: 'process' },
    bytes: SMALL,
  },
  {
    file: 'src/metrics/joined.ts',
    names: ['families', 'series', 'joined'],
    holds: 'figures of all workers while they are joined, and of those that have ended',
    grownBy: ['client'],
    because: 'the source has so many; of those by application, further ones are left out',
    bound: { most: MOST_SERIES, per: 'process' },
    bytes: SMALL,
  },
];
