/** `npm run formal`: searches the model of rotation and exchange with spin, sound and broken, and prints a table. */
import { join } from 'node:path';
import { BROKEN, type Case, LANDMARKS, LARGE, SMALL } from './cases.ts';
import { ensureSpin, verify } from './spin.ts';

const MODEL = join(import.meta.dirname, 'rotation.pml');

process.exitCode = main();

function main(): number {
  const missing = ensureSpin();
  if (missing !== null) {
    process.stderr.write(`formal: ${missing}\n`);
    return 1;
  }
  process.stdout.write('| what | expected | found | states | seconds |\n|---|---|---|---:|---:|\n');
  const failures = [
    ...[...SMALL, ...BROKEN, ...LANDMARKS].filter((each) => !judge(each, 'short')),
    ...LARGE.filter((each) => !judge(each, 'long')),
  ];
  process.stdout.write(failures.length === 0 ? 'The model holds.\n' : `${failures.length} of these are wrong.\n`);
  return failures.length === 0 ? 0 : 1;
}

function judge({ says, definitions, caught }: Case, length: 'short' | 'long'): boolean {
  const { violated, states, seconds } = verify(MODEL, definitions, length);
  const isRight = caught ? caught.test(violated ?? '') : violated === null;
  const expected = caught ? 'caught' : 'holds';
  const found = `${violated === null ? 'holds' : `\`${violated}\``}${isRight ? '' : ' WRONG'}`;
  process.stdout.write(`| ${says} | ${expected} | ${found} | ${states} | ${seconds} |\n`);
  return isRight;
}
