/** Reads what a process uses of the machine: processor seconds and memory. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever its kernel was built with. */
const TICKS_PER_SECOND = 100;

/** Processor seconds so far, of all these processes. */
export function cpuSeconds(pids: readonly number[]): number {
  return sum(pids.map(cpuSecondsOf));
}

/** The same, exact where the kernel tells the time of each thread; for what lasts shorter than a hundredth of a second. */
export function cpuNanoseconds(pids: readonly number[]): number {
  return sum(pids.map((pid) => threadNanoseconds(pid) ?? cpuSecondsOf(pid) * 1_000_000_000));
}

function threadNanoseconds(pid: number): number | undefined {
  if (!existsSync(`/proc/${pid}/schedstat`)) return undefined;
  const threads = readdirSync(`/proc/${pid}/task`);
  return sum(threads.map((thread) => Number(readText(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0])));
}

/** Bytes in memory now, of all these processes. */
export function residentBytes(pids: readonly number[]): number {
  return sum(pids.map(residentBytesOf));
}

/** The processes that a process has started and that still run; none where /proc cannot be read. */
export function childrenOf(pid: number): readonly number[] {
  if (process.platform !== 'linux') return [];
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((each) => Number(fieldsOf(each)[1]) === pid);
}

function cpuSecondsOf(pid: number): number {
  if (process.platform !== 'linux') return secondsOf(ask(pid, 'time'));
  // Its own time as user and in the kernel, and that of children which have ended.
  return sum(fieldsOf(pid).slice(11, 15).map(Number)) / TICKS_PER_SECOND;
}

/** What stands in /proc after the program's name, which is in brackets and may hold spaces. */
function fieldsOf(pid: number): readonly string[] {
  return readText(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
}

function residentBytesOf(pid: number): number {
  if (process.platform !== 'linux') return Number(ask(pid, 'rss')) * 1024;
  return Number(/VmRSS:\s+(\d+)/.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

function ask(pid: number, column: string): string {
  return spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** `[[days-]hours:]minutes:seconds` as ps writes it. */
function secondsOf(text: string): number {
  return text.split(/[-:]/).reduce((total, part) => total * 60 + Number(part), 0);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended; it uses nothing.
    return '';
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
