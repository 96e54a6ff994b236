/** Makes a thread take only what all others leave of the processors. */
import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Attackers have machines of their own. Here they get what the service and those who mean well leave of the processors, so that
 * what is measured is the work that they cause, not the work of sending it. A low priority alone does not do that: whoever runs
 * may finish a slice of some milliseconds first, and a request waits for as many of them as it wakes somebody up. Under the
 * policy SCHED_IDLE (sched(7)) it gives way at once.
 */
export function takeWhatIsLeft(): void {
  // Linux keeps a priority for each thread; elsewhere the whole process would get it.
  if (process.platform !== 'linux') return;
  setPriority(0, constants.priority.PRIORITY_LOW);
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1) ?? '';
  // Where the command is missing, the low priority has to do.
  spawnSync('chrt', ['--idle', '--pid', '0', thread]);
}
