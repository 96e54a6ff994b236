/** The document that a run of everything writes: the machine, how Latchkey stands against peers and bars, every figure. */
import { cpus, totalmem } from 'node:os';
import { printBars } from './bars.ts';
import type { Findings, Summary } from './figures.ts';
import type { WorkloadName } from './load/job.ts';
import { grid, printTable, whole } from './table.ts';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMegabytes: number;
}

interface Run extends Findings {
  readonly at: Date;
  /** Of the command line; empty where everything was measured. */
  readonly words: readonly string[];
  readonly minutes: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly machine: Machine;
  readonly versions: Readonly<Record<string, string>>;
}

const OURS = 'latchkey, SQLite';

export function thisMachine(): Machine {
  return {
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memoryMegabytes: Math.round(totalmem() / 1e6),
  };
}

export function printResults(run: Run): string {
  const { at, words, minutes, rounds, seconds, connections, machine, versions } = run;
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `# Results of the benchmark

Written by \`${['npm run bench', ...(words.length > 0 ? ['--', ...words] : [])].join(' ')}\` on ${at.toISOString().slice(0, 10)} in ${Math.round(minutes)} minutes; not edited. [README.md](README.md) says what each workload is,
[FINDINGS.md](FINDINGS.md) explains figures.

${machine.cores} cores (${machine.cpu}), ${whole(machine.memoryMegabytes)} MB; ${programs.join(', ')}. ${connections} connections, ${seconds} s each, medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}.
${printBars(run)}

**answers of Latchkey on SQLite for each answer of a peer**

${printRatios(run.summaries)}
${printTable(run)}
`;
}

/** One row for each peer, one column for each workload that it offers. */
function printRatios(summaries: readonly Summary[]): string {
  const found = summaries.filter(({ failure, perSecond }) => failure === null && perSecond > 0);
  const workloads = [...new Set(found.map(({ workload }) => workload))];
  const at = (subject: string, workload: WorkloadName) =>
    found.find((each) => each.subject === subject && each.workload === workload)?.perSecond;
  const peers = [...new Set(found.map(({ subject }) => subject))].filter((subject) => subject !== OURS);
  const ratio = (ours: number | undefined, theirs: number | undefined) =>
    ours === undefined || theirs === undefined ? '–' : `${(ours / theirs).toFixed(2)}×`;
  const rows = peers.map((peer) => [
    peer,
    ...workloads.map((workload) => ratio(at(OURS, workload), at(peer, workload))),
  ]);
  return grid([['peer', ...workloads], ...rows]);
}
