/**
 * Figures that the database keeps for the service as a whole, looked up when /metrics is read: what waits for webhooks,
 * how far the sweep is, what it found alive, the last backup. Every instance tells the same.
 */
import type { Source } from '../../metrics.ts';
import { readLastBackup } from '../../storage/tables/service-days.ts';
import { countWaiting } from '../../storage/tables/webhooks/waiting.ts';
import { readSweepState } from '../../tokens/last-pass.ts';
import type { World } from '../../world.ts';

/** Further deliveries are not counted: an alarm has long been raised. */
const MOST_DELIVERIES = 1000;

export function sourcesOfDeliveries(world: World): readonly Source[] {
  const read = askedOnce(() => countWaiting(world.database, world.now(), MOST_DELIVERIES));
  const ageOf = (since: number | null | undefined) => Math.max(0, world.now() - (since ?? world.now()));
  return [
    gauge('latchkey_deliveries', 'Deliveries to webhooks that are on; counted up to a thousand each.', async () => {
      const counts = await read();
      return [
        { value: counts?.due ?? 0, labels: { state: 'due' } },
        { value: counts?.later ?? 0, labels: { state: 'later' } },
      ];
    }),
    gauge('latchkey_deliveries_oldest_seconds', 'How long ago the oldest event of those deliveries was.', async () => {
      const counts = await read();
      return [
        { value: ageOf(counts?.dueSince), labels: { state: 'due' } },
        { value: ageOf(counts?.laterSince), labels: { state: 'later' } },
      ];
    }),
    gauge(
      'latchkey_webhooks_failing',
      'Webhooks for which something waits and whose last attempt failed.',
      async () => [{ value: (await read())?.failing ?? 0 }],
    ),
  ];
}

export function sourcesOfSweep(world: World): readonly Source[] {
  const read = askedOnce(() => readSweepState(world));
  const known = async (find: (state: Awaited<ReturnType<typeof read>>) => number | undefined) => {
    const value = find(await read());
    return value === undefined ? [] : [{ value }];
  };
  return [
    gauge('latchkey_sweep_running', 'Whether some instance is sweeping: 1 or 0.', async () => [
      { value: (await read())?.isRunning ? 1 : 0 },
    ]),
    gauge('latchkey_sweep_finished_timestamp_seconds', 'When the last pass over all tables ended.', () =>
      known((state) => state?.finishedAt),
    ),
    gauge('latchkey_sweep_duration_seconds', 'How long that pass took, its rests included.', () =>
      known((state) => state?.tookSeconds),
    ),
    gauge('latchkey_live_tokens', 'Tokens that were live when that pass came by.', async () => {
      const live = (await read())?.live;
      if (!live) return [];
      return [
        { value: live.access, labels: { kind: 'access' } },
        { value: live.refresh, labels: { kind: 'refresh' } },
      ];
    }),
  ];
}

export function sourcesOfBackup({ database }: World): readonly Source[] {
  return [
    gauge('latchkey_backup_timestamp_seconds', 'When latchkey backup last ended; SQLite alone.', async () => {
      const value = await readLastBackup(database);
      return value === undefined ? [] : [{ value }];
    }),
  ];
}

/** Several figures from one question: whoever asks while it is under way shares its answer. */
function askedOnce<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asking: Promise<Answer> | undefined;
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

function gauge(name: string, help: string, read: Source['read']): Source {
  return { name, help, type: 'gauge', read };
}
