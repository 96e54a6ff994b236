/** Proves that a mutant is excused by its own explanation alone, and that the conditions of SQL are found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutantsOf } from './conditions.ts';
import { readExplained, tallyOf, unexplained, writeExplained } from './survivors.ts';

const MUTANT = { file: 'src/a.ts', line: 'if (a < b) return;', original: 'a < b', replacement: 'a <= b' };

test('what is written down is read back, whatever signs it has', () => {
  const strange = { file: 'src/b.ts', line: 'x = `y`;', original: '`y`', replacement: '``' };

  const text = writeExplained([MUTANT, { ...MUTANT, replacement: 'true' }, strange]).replaceAll('why?', 'A reason.');

  assert.deepEqual(unexplained([MUTANT, { ...MUTANT, replacement: 'true' }, strange], readExplained(text)), []);
});

test('one explanation excuses one mutant, in its own file, line and form', () => {
  const other = [
    { ...MUTANT, file: 'src/c.ts' },
    { ...MUTANT, line: 'x' },
    { ...MUTANT, replacement: 'false' },
  ];

  assert.deepEqual(unexplained([MUTANT, MUTANT], [MUTANT]), [MUTANT]);
  for (const each of other) assert.deepEqual(unexplained([MUTANT], [each]), [MUTANT]);
});

test('a report is counted: what fails and what never ends is killed, what does not run is no mutant', () => {
  const location = { start: { line: 1, column: 5 }, end: { line: 1, column: 10 } };
  const mutants = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError'].map((status) => ({
    status,
    location,
    replacement: 'true',
  }));

  const [tally] = tallyOf({ files: { 'src/a.ts': { source: 'if (a < b) return;', mutants } } });

  assert.equal(tally?.mutants, 4);
  assert.equal(tally?.killed, 2);
  assert.deepEqual(tally?.survivors[0], { ...MUTANT, replacement: 'true' });
});

test('every condition of a statement is left out, turned round or moved by one', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is source text, not a template.
  const source = 'const a = sql`update t set x = 1 where id = ${a} and (x is null or y > ${b}) order by z`;\n';

  const found = mutantsOf('src/a.ts', source);

  assert.deepEqual(
    found.map(({ original, replacement }) => `${original} → ${replacement}`.replaceAll('$', '')),
    ['id = {a} → 1 = 1', 'x is null → 1 = 1', 'x is null → x is not null', 'y > {b} → 1 = 1', 'y > {b} → y >= {b}'],
  );
  assert.equal(found[4]?.text, source.replace('y > ', 'y >= '));
});

test('the condition of a change by number is mutated like that of a statement that is written out', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is source text, not a template.
  const source = 'return changeRow("t", id, set`x = ${a}`, where`x is null and y > ${b}`);\n';

  const found = mutantsOf('src/a.ts', source);

  assert.deepEqual(
    found.map(({ original, replacement }) => `${original} → ${replacement}`.replaceAll('$', '')),
    ['x is null → 1 = 1', 'x is null → x is not null', 'y > {b} → 1 = 1', 'y > {b} → y >= {b}'],
  );
});
