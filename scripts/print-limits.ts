/** Prints docs/limits.md: everything that can grow, who can make it grow, what bounds and what sweeps it, and in bytes. */
import { FILES } from '../src/growth/files.ts';
import type { Bound, Growth } from '../src/growth/growth.ts';
import { MEMORY } from '../src/growth/memory.ts';
import { TABLES } from '../src/growth/tables.ts';
import { SWEEPS } from '../src/storage/sweeps.ts';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
const STEP = 1000;

export function printLimits(): string {
  const tables = Object.entries(TABLES).map(([table, growth]) =>
    row([`\`${table}\``, ...grownAndBound(growth), sweptBy(table), ...sizes(growth)]),
  );
  const memory = MEMORY.map((growth) =>
    row([`${growth.holds} (\`${place(growth.file, growth.names)}\`)`, ...grownAndBound(growth), ...sizes(growth)]),
  );
  const files = FILES.map((growth) => row([growth.file, ...grownAndBound(growth), sizes(growth)[1] ?? '']));
  return `# Limits

Everything that can grow while the service runs: who can make it grow, what bounds it, what removes it, and how large it
can become with the usual settings. This page is printed from the source (\`npm run docs\`); change \`src/growth\`, not the page.
A test compares it with the schema of both databases and with every map, set and list of the source.

A *stranger* has no account, a *user* has one, a *client* has the credentials of an application, an *operator* has the
machine. Sizes are of the largest rows that the rules let through; usual ones are a tenth of that.

## Tables

${table(['table', 'grown by', 'bounded by', 'removed', 'largest row', 'at most'], tables)}

## Memory of a process

${table(['what', 'grown by', 'bounded by', 'largest entry', 'at most'], memory)}

## Files

${table(['file', 'grown by', 'bounded by', 'at most'], files)}
`;
}

function grownAndBound({ grownBy, because, bound }: Growth): readonly string[] {
  return [grownBy.join(', '), bound === null ? `**nothing yet**: ${because}` : because];
}

function sweptBy(name: string): string {
  const ends = SWEEPS.filter((sweep) => sweep.table === name).map((sweep) => sweep.ends);
  return ends.length > 0 ? ends.join('; ') : 'stays';
}

function sizes({ bound, bytes }: Growth): readonly string[] {
  if (bytes === 0) return ['', ''];
  return [sized(bytes), bound === null ? '' : total(bound, bytes)];
}

/** A rate allows as much in each hour, and what is kept for some days adds up to that. */
function total({ most, per, days }: Bound, bytes: number): string {
  const each = `${sized(most * bytes)} (${grouped(most)}) for each ${per}`;
  if (!per.endsWith('hour')) return each;
  return days === undefined ? `${each}, for good` : `${each}, for ${grouped(Math.max(days, 1 / 24))} days`;
}

function sized(bytes: number): string {
  let size = bytes;
  let unit = 0;
  for (; size >= STEP && unit < UNITS.length - 1; unit += 1) size /= STEP;
  return `${size < 10 && unit > 0 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`;
}

function grouped(number: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(number);
}

function place(file: string, names: readonly string[]): string {
  return names.length === 0 ? file : `${file}: ${names.join(', ')}`;
}

function table(heads: readonly string[], rows: readonly string[]): string {
  return [row(heads), `|${'---|'.repeat(heads.length)}`, ...rows].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
