/**
 * A command that is stopped in the middle of many things says what became of them, and how to go on. It ends by the signal all
 * the same, so that a shell or a script sees that it was stopped.
 */
import type { Call } from '../command-line.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export async function tellingWhenStopped<T>(
  { tell }: Pick<Call, 'tell'>,
  sentence: () => string,
  work: () => Promise<T>,
): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    forget();
    tell(sentence());
    process.kill(process.pid, signal);
  };
  const forget = () => {
    for (const signal of SIGNALS) process.removeListener(signal, end);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    return await work();
  } finally {
    forget();
  }
}
