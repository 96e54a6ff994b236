/** What a process keeps of its figures, and what bounds it. */

import { MOST_CLIENTS_TOLD } from '../config/observing-rows.ts';
import { MOST_TOGETHER as MOST_ANSWERED } from '../http/server/observer.ts';
import { HEADER_BYTES } from '../http/server/server.ts';
import { MOST_UNWRITTEN } from '../log/answered-lines.ts';
import { type MemoryGrowth, OF_THE_SOURCE } from './growth.ts';

export const FIGURE_MEMORY: readonly MemoryGrowth[] = [
  {
    file: 'src/http/server/observer.ts',
    names: ['routes'],
    holds: 'what log lines of one route, method and status begin with',
    ...OF_THE_SOURCE,
  },
  {
    file: 'src/http/server/observer.ts',
    names: ['waiting'],
    holds: 'answers of this turn of the event loop that the log, the figures and developers are still to be told of',
    grownBy: ['stranger', 'user', 'client'],
    because: 'told at the end of the turn, or as soon as there are so many',
    bound: { most: MOST_ANSWERED, per: 'process' },
    bytes: HEADER_BYTES,
  },
  {
    file: 'src/log/answered-lines.ts',
    names: ['unwritten'],
    holds: 'lines of the access log that are not written into bytes yet',
    grownBy: ['stranger', 'user', 'client'],
    because: 'written after a tenth of a second, or as soon as there are so many',
    bound: { most: MOST_UNWRITTEN, per: 'process' },
    bytes: 1024,
  },
  { file: 'src/metrics.ts', names: ['sources'], holds: 'figures that are looked up', ...OF_THE_SOURCE },
  {
    file: 'src/metrics/instruments.ts',
    names: ['counts'],
    holds: 'figures by route, status, grant, reason, limit, table and kind of event',
    ...OF_THE_SOURCE,
  },
  {
    file: 'src/metrics/by-client.ts',
    names: ['known'],
    holds: 'figures by application',
    grownBy: ['client'],
    because: 'further applications are counted together (metricsClients, with its largest value)',
    bound: { most: MOST_CLIENTS_TOLD, per: 'process' },
    bytes: 400,
  },
];
