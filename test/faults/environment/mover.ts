/**
 * A process that moves one database to another, and ends itself with SIGKILL right after the n-th thing it said to either:
 * `mover.ts FROM TO N`, 0 for never. Prints what came of it, with the number of things that were said.
 */
import { moveBetween } from '../../../src/storage/move/open-ends.ts';
import { newName, systemClock } from '../../../src/world.ts';
import { killAfter } from './said.ts';

const [from = '', to = '', last = '0'] = process.argv.slice(2);
const said = killAfter(Number(last), [from, to]);

try {
  const report = await moveBetween(from, to, { id: newName(), now: systemClock, pauseSeconds: 5, progress: () => {} });
  process.stdout.write(`${JSON.stringify({ ...report, steps: said() })}\n`, () => process.exit(0));
} catch (error) {
  process.stderr.write(String(error), () => process.exit(1));
}
