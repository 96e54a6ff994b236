/** Reads the figures of a service as Prometheus does. */
import { send } from './http-client.ts';

/** The value of one series; the labels may stand in any order. */
export function seriesIn(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text.split('\n').find((candidate) => {
    if (!candidate.startsWith(`${name}{`) && !candidate.startsWith(`${name} `)) return false;
    return Object.entries(labels).every(([label, value]) => candidate.includes(`${label}="${value}"`));
  });
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}

export type Figure = (name: string, labels?: Record<string, string>) => Promise<number | undefined>;

/** Asks the port anew for each figure. */
export function figuresAt(port: string): Figure {
  return async (name, labels) => seriesIn((await send(`http://127.0.0.1:${port}/metrics`)).body, name, labels);
}
