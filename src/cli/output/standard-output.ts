/** What becomes of a command whose standard output can no longer be written: its reader went away, or a disk is full. */
import type { Act } from '../command-line.ts';
import { systemSentence } from './system-error.ts';

interface Output {
  /** Says which act is running; until then nothing but help is printed. */
  runs(act: Pick<Act, 'output'>): void;
  /** The exit code of the program, when the act has answered its own. */
  codeAfter(code: number): number;
}

/** To be called before anything is written. Without it, the first failed write would end the program in its middle. */
export function watchOutput(complain: (line: string) => void): Output {
  let kind: Act['output'] = 'answer';
  let isLost = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (kind === 'unneeded') return;
    // A reader that has read enough (`bin/latchkey events | head`) is no fault: work that changes something is finished.
    if (error.code === 'EPIPE') {
      if (kind === 'answer') process.exit(0);
      return;
    }
    // Whatever is written to a stream that has failed fails as well.
    if (isLost) return;
    isLost = true;
    complain(`latchkey: The answer cannot be written to standard output. ${systemSentence(error)}`);
    if (kind === 'answer') process.exit(1);
    process.exitCode ||= 1;
  });
  // Where standard error has no reader either, there is nobody left to tell.
  process.stderr.on('error', () => {});
  return {
    runs(act) {
      kind = act.output;
    },
    codeAfter: (code) => (isLost && code === 0 ? 1 : code),
  };
}
