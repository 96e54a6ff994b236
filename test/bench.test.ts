/** The benchmark runs: a moment of it, from the command to the figures, and none of the figures judged. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createReader, headerOf } from '../bench/load/wire.ts';
import { grid } from '../bench/table.ts';

const MAIN = join(import.meta.dirname, '..', 'bench', 'main.ts');
/** So brief that each workload is asked only some hundred times, even on a busy machine: whether it runs is the question, not how fast. */
const BRIEF = ['--seconds', '0.4', '--warm-up', '0.1', '--connections', '4'];

async function bench(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...words], { maxBuffer: 2 ** 26 });
  return stdout;
}

interface Summary {
  readonly subject: string;
  readonly workload: string;
  readonly failure: string | null;
  readonly answers: number;
  readonly errors: number;
  readonly firstError: string | null;
}

async function summariesOf(...workloads: string[]): Promise<readonly Summary[]> {
  const output = await bench(...workloads, '--tokens', '40', ...BRIEF, '--json', '-');
  return JSON.parse(output.slice(output.indexOf('\n{') + 1)).summaries;
}

test('the benchmark measures Latchkey beside the bare server and says so in figures', async () => {
  const first = await summariesOf('W1', 'W2', 'W3', 'W4', 'W5');
  // A machine that stood still for a whole moment has answered nothing, and is asked once more.
  const stoodStill = first.some(({ answers }) => answers === 0);
  const summaries = stoodStill ? await summariesOf('W1', 'W2', 'W3', 'W4', 'W5') : first;

  const measured = summaries.map(({ workload, subject }) => `${workload} ${subject}`);
  assert.deepEqual(
    measured,
    ['W1', 'W2', 'W3', 'W4', 'W5'].flatMap((name) => [`${name} bare node:http`, `${name} latchkey, SQLite`]),
  );
  for (const { failure, answers, errors, firstError, subject, workload } of summaries) {
    assert.equal(failure, null, `${workload} ${subject}: ${failure}`);
    assert.ok(answers > 0, `${workload} ${subject}`);
    assert.equal(errors, 0, `${workload} ${subject}: ${firstError}`);
  }
});

test('a filled database is served, measured and swept', async () => {
  const sizes = ['--pairs', '3000', '--accounts', '300', '--applications', '5', '--expired', '700', '--sample', '200'];

  const output = await bench('growth', 'W1', 'W1-wide', 'W2-wide', ...sizes, ...BRIEF);

  assert.match(output, /\| latchkey, 3000 pairs/);
  assert.match(output, /\| while sweeping, \d+ .*\| +0 \|\n?$/m);
  assert.doesNotMatch(output, /first error/);
});

test('a wrong call of the benchmark says in one line what is wrong', async () => {
  await assert.rejects(bench('W9'), { code: 2, stderr: /^bench: There is no workload W9;[^\n]*\n$/ });
});

test('the load process takes an answer only when it is whole', () => {
  const reader = createReader();

  assert.equal(reader.take('HTTP/1.1 200 OK\r\nContent-Le'), undefined);
  assert.equal(reader.take('ngth: 4\r\nX-A: b\r\n\r\nab'), undefined);
  const answer = reader.take('cd');

  assert.equal(answer?.status, 200);
  assert.equal(answer?.body, 'abcd');
  assert.equal(answer && headerOf(answer, 'x-a'), 'b');
});

test('the load process reads answers in chunks', () => {
  const reader = createReader();

  assert.equal(reader.take('HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'), undefined);
  const answer = reader.take('2\r\nde\r\n0\r\n\r\n');

  assert.deepEqual([answer?.status, answer?.body], [201, 'abcde']);
});

test('a table of figures lines up', () => {
  assert.equal(
    grid([
      ['a', 'bc'],
      ['def', '1'],
    ]),
    '| a   | bc |\n|-----|---:|\n| def |  1 |',
  );
});
