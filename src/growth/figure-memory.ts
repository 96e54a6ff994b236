/** What a process keeps of its figures, and what bounds it. */
import { MOST_CLIENTS_TOLD } from '../config/observing-rows.ts';
import { type MemoryGrowth, OF_THE_SOURCE } from './growth.ts';

export const FIGURE_MEMORY: readonly MemoryGrowth[] = [
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
