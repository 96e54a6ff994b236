/** Figures of several processes as those of one: counts are added, states are the worst of all, what has ended still counts. */

/** One name with its series, as printed; the lines stand before them. */
interface Family {
  readonly lines: readonly string[];
  readonly isCount: boolean;
  readonly series: ReadonlyMap<string, number>;
}

export type Figures = ReadonlyMap<string, Family>;

type Join = (a: number, b: number) => number;

/** All others are added. */
const JOINS: Readonly<Record<string, Join>> = {
  process_start_time_seconds: Math.min,
  latchkey_build_info: Math.max,
  latchkey_event_loop_delay_seconds: Math.max,
  latchkey_event_loop_utilization: Math.max,
  // Asked of the one database by each of them.
  latchkey_jobs: Math.max,
  latchkey_deliveries: Math.max,
  latchkey_deliveries_oldest_seconds: Math.max,
  latchkey_webhooks_failing: Math.max,
  latchkey_sweep_running: Math.max,
  latchkey_sweep_finished_timestamp_seconds: Math.max,
  latchkey_sweep_duration_seconds: Math.max,
  latchkey_live_tokens: Math.max,
  latchkey_backup_timestamp_seconds: Math.max,
  latchkey_database_ready: Math.min,
};

const add: Join = (a, b) => a + b;

/** Of one figure: workers that come and go may each have seen other applications first. */
export const MOST_SERIES = 20_000;

/** Reads what `Metrics.print` has written. */
export function readFigures(text: string): Figures {
  const families = new Map<string, Family & { readonly lines: string[]; readonly series: Map<string, number> }>();
  let name = '';
  for (const line of text.split('\n')) {
    const [, kind, declared = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      name = declared;
      families.set(name, { lines: [line], isCount: false, series: new Map() });
    } else if (kind === 'TYPE') {
      const family = families.get(name);
      if (family) families.set(name, { ...family, lines: [...family.lines, line], isCount: rest !== 'gauge' });
    } else if (line !== '') {
      const end = line.lastIndexOf(' ');
      families.get(name)?.series.set(line.slice(0, end), Number(line.slice(end + 1)));
    }
  }
  return families;
}

export function joinFigures(all: readonly Figures[]): Figures {
  const joined = new Map<string, Family & { readonly series: Map<string, number> }>();
  for (const figures of all) {
    for (const [name, { lines, isCount, series }] of figures) {
      const join = JOINS[name] ?? add;
      const known = joined.get(name) ?? { lines, isCount, series: new Map<string, number>() };
      joined.set(name, known);
      for (const [key, value] of series) {
        const before = known.series.get(key);
        if (before !== undefined) known.series.set(key, join(before, value));
        else if (known.series.size < MOST_SERIES) known.series.set(key, value);
      }
    }
  }
  return joined;
}

/** What a process that has ended leaves behind: a sum that became smaller would look like a restart of the service. */
export function onlyCounts(figures: Figures): Figures {
  return new Map([...figures].filter(([, { isCount }]) => isCount));
}

export function printFigures(figures: Figures): string {
  const lines = [...figures.values()].flatMap((family) => [
    ...family.lines,
    ...[...family.series].map(([key, value]) => `${key} ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}
