/** The figures of a running service that are looked up when /metrics is read, and the port that shows them. */
import { eventLoopUtilization, monitorEventLoopDelay } from 'node:perf_hooks';
import { VERSION } from '../../config/version.ts';
import { type MetricsPort, openMetricsPort } from '../../http/server/metrics-port.ts';
import type { Server } from '../../http/server/server.ts';
import { JOB_STATES, listJobs } from '../../jobs/operate.ts';
import { MOST_JOBS } from '../../jobs/service-state.ts';
import type { Log } from '../../log.ts';
import type { Source } from '../../metrics.ts';
import { SWEEPS } from '../../storage/sweeps.ts';
import type { World } from '../../world.ts';
import { sourcesOfDatabase, sourcesOfPasswords } from './database-figures.ts';
import type { DescriptorWatch } from './descriptor-limit.ts';
import { opening } from './instance.ts';
import { sourcesOfBackup, sourcesOfDeliveries, sourcesOfSweep } from './kept-figures.ts';

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

interface Observed {
  readonly server: Server;
  readonly descriptors: DescriptorWatch;
}

/** Null where no port is asked for. */
export async function openFigures(world: World, observed: Observed): Promise<MetricsPort | null> {
  const { metricsHost, metricsPort } = world.settings;
  if (metricsPort === 0) return null;
  addSources(world, observed);
  return await opening('metricsPort', () => openMetricsPort(metricsHost, metricsPort, () => world.metrics.print()));
}

export function addSources(world: World, observed: Observed): void {
  for (const source of [...sourcesOfProcess(), ...sourcesOfService(world, observed)]) world.metrics.addSource(source);
  // Told from the beginning: what rises from nothing to one is no rise for Prometheus.
  for (const { table } of SWEEPS) world.metrics.countSwept(table, 0);
}

export function sourcesOfProcess(): readonly Source[] {
  const delay = monitorEventLoopDelay();
  delay.enable();
  let before = eventLoopUtilization();
  return [
    gauge('latchkey_build_info', 'Always 1; the version is its label.', () => [
      { value: 1, labels: { version: VERSION, node: process.version } },
    ]),
    gauge('process_start_time_seconds', 'When the process began, in seconds of the epoch.', () => [
      { value: performance.timeOrigin / 1000 },
    ]),
    counter('process_cpu_seconds_total', 'Processor time of all threads.', () => {
      const { user, system } = process.cpuUsage();
      return [{ value: (user + system) / MICROSECONDS }];
    }),
    gauge('process_resident_memory_bytes', 'Memory that the process holds.', () => [
      { value: process.memoryUsage.rss() },
    ]),
    gauge('latchkey_heap_bytes', 'The heap of JavaScript.', () => {
      const { heapUsed, heapTotal, external } = process.memoryUsage();
      return [
        { value: heapUsed, labels: { part: 'used' } },
        { value: heapTotal, labels: { part: 'total' } },
        { value: external, labels: { part: 'external' } },
      ];
    }),
    gauge('latchkey_event_loop_delay_seconds', 'How late the event loop was since this was read last.', () => {
      const figures = [
        { value: delay.percentile(50) / NANOSECONDS, labels: { point: 'p50' } },
        { value: delay.percentile(99) / NANOSECONDS, labels: { point: 'p99' } },
        { value: delay.max / NANOSECONDS, labels: { point: 'max' } },
      ];
      delay.reset();
      return figures;
    }),
    gauge(
      'latchkey_event_loop_utilization',
      'The share of time that the event loop worked since this was read last.',
      () => {
        const current = eventLoopUtilization();
        const { utilization } = eventLoopUtilization(current, before);
        before = current;
        return [{ value: utilization }];
      },
    ),
  ];
}

function sourcesOfService(world: World, { server, descriptors }: Observed): readonly Source[] {
  return [
    ...sourcesOfPasswords(world),
    ...sourcesOfDatabase(world),
    ...sourcesOfDeliveries(world),
    ...sourcesOfSweep(world),
    ...sourcesOfBackup(world),
    gauge('latchkey_requests', 'Requests that are not answered yet.', () => {
      const { open, running, waiting } = server.load;
      return [
        { value: open, labels: { state: 'open' } },
        { value: running, labels: { state: 'running' } },
        { value: waiting, labels: { state: 'waiting' } },
      ];
    }),
    gauge('latchkey_connections', 'Connections of clients.', async () => [{ value: server.connections() }]),
    gauge('latchkey_jobs', 'Background work by state; counted up to a thousand.', async () => {
      const jobs = await listJobs(world, MOST_JOBS);
      return JOB_STATES.map((state) => ({
        value: jobs.filter((job) => job.state === state).length,
        labels: { state },
      }));
    }),
    gauge('latchkey_database_ready', 'Whether the database answers and takes writes: 1 or 0.', async () => [
      { value: (await world.database.findTrouble()) === undefined ? 1 : 0 },
    ]),
    counter('latchkey_out_of_descriptors_seconds_total', 'How long no file could be opened, nor a connection.', () => [
      { value: descriptors.outSeconds },
    ]),
    sourceOfLostLines(world.log),
    counter(
      'latchkey_notes_dropped_total',
      'Notes for developers that were not written, since too many waited.',
      () => [
        { value: world.activity.dropped, labels: { what: 'answered' } },
        { value: world.refusals.dropped, labels: { what: 'refused' } },
        { value: world.deferred.dropped, labels: { what: 'used' } },
      ],
    ),
  ];
}

export function sourceOfLostLines(log: Pick<Log, 'dropped'>): Source {
  return counter('latchkey_log_lines_dropped_total', 'Log lines that nobody read in time.', () => [
    { value: log.dropped },
  ]);
}

function gauge(name: string, help: string, read: Source['read']): Source {
  return { name, help, type: 'gauge', read };
}

function counter(name: string, help: string, read: Source['read']): Source {
  return { name, help, type: 'counter', read };
}
