/** The figures of all workers as one: asked of each when somebody reads them, with what ended workers had counted. */
import type { Log } from '../../log.ts';
import { type Figures, joinFigures, onlyCounts, printFigures, readFigures } from '../../metrics/joined.ts';
import type { Metrics } from '../../metrics.ts';
import { sourceOfLostLines, sourcesOfProcess } from '../serving/figures.ts';
import { isSilent } from './pulse.ts';
import { type Slot, send } from './slot.ts';
import type { Supervisor } from './supervisor.ts';

export interface JoinedMetrics {
  /** `own`: what the primary itself has counted while it prepared the database. */
  print(own: Metrics): Promise<string>;
  onFigures(slot: Slot, id: number, text: string): void;
  onEnd(slot: Slot): void;
}

/** A worker that takes longer is shown as it was before. */
const ANSWER_LIMIT_MS = 2000;

export function joinMetrics(listSlots: () => readonly Slot[]): JoinedMetrics {
  const latest = new Map<Slot, Figures>();
  const waiting = new Map<number, () => void>();
  let ended: Figures = new Map();
  let lastId = 0;

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
    async print(own) {
      await Promise.all(
        listSlots()
          .filter((slot) => slot.state === 'serving' && !isSilent(slot))
          .map(ask),
      );
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

/** What the primary alone can tell. */
export function addPrimarySources(metrics: Metrics, supervisor: Supervisor, log: Log): void {
  for (const source of sourcesOfProcess()) metrics.addSource(source);
  metrics.addSource({
    name: 'latchkey_workers',
    help: 'Processes that serve, those that do not answer, and those that are being started.',
    type: 'gauge',
    read: () => {
      const serving = supervisor.slots.filter(({ state }) => state === 'serving');
      const silent = serving.filter(isSilent).length;
      return [
        { value: serving.length - silent, labels: { state: 'serving' } },
        { value: silent, labels: { state: 'silent' } },
        { value: supervisor.slots.length - serving.length, labels: { state: 'starting' } },
      ];
    },
  });
  metrics.addSource({
    name: 'latchkey_worker_restarts_total',
    help: 'Workers that died and were started again.',
    type: 'counter',
    read: () => [{ value: supervisor.restarts }],
  });
  // Workers hand their lines to the primary, so most are lost here.
  metrics.addSource(sourceOfLostLines(log));
}
