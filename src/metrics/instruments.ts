/** The instruments of the metrics and how they are written: the text format that Prometheus reads, version 0.0.4. */

/** A name is `[a-z_]+`, written by us; values of labels may hold anything and are escaped. */
export type Labels = Readonly<Record<string, string>>;

/** A count for each value of its labels. They are words from tables of ours, so their number is bounded. */
interface Counter {
  /** Of several labels: their values with a space between. */
  add(values: string, by?: number): void;
  write(lines: string[]): void;
}

export interface Histogram {
  observe(seconds: number): void;
  /** The lines of this one series; its name is declared once for all (`declare`). */
  write(lines: string[], name: string, labels: Labels): void;
}

/** Upper bounds in seconds: from what a remembered row takes to what nobody waits for. */
const BUCKETS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Those of `known` are written from the beginning: what rises from nothing to one is no rise for Prometheus. */
export function createCounter(
  name: string,
  help: string,
  labels: readonly string[],
  known: readonly string[] = [],
): Counter {
  const counts = new Map<string, number>(known.map((values) => [values, 0]));
  return {
    add(values, by = 1) {
      counts.set(values, (counts.get(values) ?? 0) + by);
    },
    write(lines) {
      declare(lines, { name, help, type: 'counter' });
      for (const [key, count] of counts) {
        const values = key.split(' ');
        const labelled = Object.fromEntries(labels.map((label, place) => [label, values[place] ?? '']));
        lines.push(series(name, labelled, count));
      }
    },
  };
}

export function createHistogram(): Histogram {
  // Numbers in place: one that changes in a closure would be a new object each time.
  const counts = new Float64Array(BUCKETS.length + 1);
  const sum = new Float64Array(1);
  return {
    observe(seconds) {
      let place = 0;
      while (place < BUCKETS.length && seconds > (BUCKETS[place] ?? 0)) place += 1;
      counts[place] = (counts[place] ?? 0) + 1;
      sum[0] = (sum[0] ?? 0) + seconds;
    },
    write(lines, name, labels) {
      let upTo = 0;
      for (const [place, count] of counts.entries()) {
        upTo += count;
        lines.push(series(`${name}_bucket`, { ...labels, le: String(BUCKETS[place] ?? '+Inf') }, upTo));
      }
      lines.push(series(`${name}_sum`, labels, sum[0] ?? 0), series(`${name}_count`, labels, upTo));
    },
  };
}

interface Declaration {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
}

/** The two lines that stand once before all series of a name. */
export function declare(lines: string[], { name, help, type }: Declaration): void {
  lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
}

export function series(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeValue(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}

function escapeValue(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
