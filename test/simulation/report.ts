/** Tells a finding so that anybody can run it again and read what happened. */
import { tell } from './acts.ts';
import type { Finding } from './explore.ts';

/** `failures`: how many the schedule was allowed, without which its choices mean something else. */
export function tellFinding(finding: Finding, failures: number): string {
  const { scene, choices, faults, told, done } = finding;
  const again = `npm run simulate -- --scene ${JSON.stringify(scene)} --failures ${failures} --choices ${choices.join(',')}`;
  return [
    `In the scene "${scene}":`,
    ...faults.map((fault) => `  ${fault}`),
    '  what was done, in the order of its end:',
    ...done.map(({ act, worker, answer, detail, from, to }) =>
      `    worker ${worker}, steps ${from} to ${to}: ${tell(act)}: ${answer} ${detail}`.trimEnd(),
    ),
    `  the steps of the workers: ${told.join(', ')}`,
    `  again: ${again}`,
  ].join('\n');
}
