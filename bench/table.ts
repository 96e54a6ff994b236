/** Prints the figures of a run as a table, in Markdown so that it can be pasted into a document. */
import type { Findings, Summary } from './figures.ts';
import { WORKLOADS, type WorkloadName } from './load/job.ts';

const HEADER = [
  ...['subject', 'answers/s', 'of bare', 'p50 ms', 'p99 ms', 'errors'],
  ...['server CPU', 'CPU µs each', 'database CPU', 'memory', 'load CPU'],
];

export function printTable({ summaries, starts, memory }: Findings): string {
  const workloads = [...new Set(summaries.map((summary) => summary.workload))];
  const parts = workloads.map((workload) => workloadTable(workload, summaries));
  return [...parts, startTable(starts, memory)].join('\n');
}

function workloadTable(workload: WorkloadName, summaries: readonly Summary[]): string {
  const own = summaries.filter((summary) => summary.workload === workload);
  const notes = own.flatMap(({ subject, failure, firstError, errors }) => {
    if (failure !== null) return [`${subject}: ${oneLine(failure)}`];
    return errors > 0 && firstError !== null ? [`${subject}, first error: ${oneLine(firstError)}`] : [];
  });
  return `\n**${workload}**: ${WORKLOADS[workload]}\n\n${grid([HEADER, ...own.map(cells)])}\n${notes.map((note) => `\n- ${note}`).join('')}`;
}

function cells(summary: Summary): string[] {
  if (summary.failure !== null) return [summary.subject, ...HEADER.slice(1).map(() => '–')];
  return [
    summary.subject,
    whole(summary.perSecond),
    Number.isFinite(summary.share) ? `${(summary.share * 100).toFixed(1)} %` : '–',
    decimal(summary.p50, 2),
    decimal(summary.p99, 2),
    whole(summary.errors),
    decimal(summary.serverCpu, 2),
    decimal((summary.serverCpu / summary.perSecond) * 1_000_000, 1),
    decimal(summary.databaseCpu, 2),
    summary.serverMegabytes > 0 ? `${whole(summary.serverMegabytes)} MB` : '–',
    decimal(summary.loadCpu, 2),
  ];
}

function startTable(starts: Findings['starts'], memory: Findings['memory']): string {
  const rows = [...starts]
    .filter(([, time]) => time > 0)
    .map(([subject, milliseconds]) => [subject, `${whole(milliseconds)} ms`, `${whole(memory.get(subject) ?? 0)} MB`]);
  return `\n**start to first answer** (database present), and memory when all load had ended\n\n${grid([['subject', 'time', 'memory'], ...rows])}`;
}

/** The first column to the left, figures to the right. */
export function grid(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column > 0)).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column > 0 ? `${'-'.repeat(width + 1)}:` : `${'-'.repeat(width + 2)}`)).join('|')}|`;
  const [header = [], ...rest] = rows;
  return [line(header), rule, ...rest.map(line)].join('\n');
}

function pad(cell: string, width: number, isRight: boolean): string {
  return isRight ? cell.padStart(width) : cell.padEnd(width);
}

/** What is not known or does not apply is 0, and shown as a dash. */
function decimal(number: number, digits: number): string {
  return Number.isFinite(number) && number > 0 ? number.toFixed(digits) : '–';
}

/** With narrow gaps between thousands. */
export function whole(number: number): string {
  return Math.round(number)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 240);
}
