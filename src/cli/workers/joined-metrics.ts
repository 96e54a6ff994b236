/** The figures of all workers as one: asked of each when somebody reads them, with what ended workers had counted. */
import { type Figures, joinFigures, onlyCounts, printFigures, readFigures } from '../../metrics/joined.ts';
import { createMetrics } from '../../metrics.ts';
import { sourcesOfProcess } from '../serving/figures.ts';
import { type Slot, send } from './slot.ts';
import type { Supervisor } from './supervisor.ts';

export interface JoinedMetrics {
  print(supervisor: Supervisor): Promise<string>;
  onFigures(slot: Slot, id: number, text: string): void;
  onEnd(slot: Slot): void;
}

/** A worker that takes longer is shown as it was before. */
const ANSWER_LIMIT_MS = 2000;

export function joinMetrics(): JoinedMetrics {
  const latest = new Map<Slot, Figures>();
  const waiting = new Map<number, () => void>();
  let ended: Figures = new Map();
  let lastId = 0;
  let own: ReturnType<typeof createMetrics> | undefined;

  function ask(slot: Slot): Promise<void> {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      const limit = setTimeout(done, ANSWER_LIMIT_MS);
      function done(): void {
        clearTimeout(limit);
        waiting.delete(id);
        resolve();
      }
      waiting.set(id, done);
      send(slot, { kind: 'figures', id });
    });
  }

  return {
    async print(supervisor) {
      own ??= ownMetrics(supervisor);
      await Promise.all(supervisor.slots.filter(({ state }) => state === 'serving').map(ask));
      const primary = readFigures(await own.print());
      return printFigures(joinFigures([...latest.values(), ended, primary]));
    },
    onFigures(slot, id, text) {
      latest.set(slot, readFigures(text));
      waiting.get(id)?.();
    },
    onEnd(slot) {
      ended = joinFigures([ended, onlyCounts(latest.get(slot) ?? new Map())]);
      latest.delete(slot);
    },
  };
}

function ownMetrics(supervisor: Supervisor): ReturnType<typeof createMetrics> {
  const metrics = createMetrics();
  for (const source of sourcesOfProcess()) metrics.addSource(source);
  metrics.addSource({
    name: 'latchkey_workers',
    help: 'Processes that serve, and those that are being started.',
    type: 'gauge',
    read: () => {
      const serving = supervisor.slots.filter(({ state }) => state === 'serving').length;
      return [
        { value: serving, labels: { state: 'serving' } },
        { value: supervisor.slots.length - serving, labels: { state: 'starting' } },
      ];
    },
  });
  metrics.addSource({
    name: 'latchkey_worker_restarts_total',
    help: 'Workers that died and were started again.',
    type: 'counter',
    read: () => [{ value: supervisor.restarts }],
  });
  return metrics;
}
