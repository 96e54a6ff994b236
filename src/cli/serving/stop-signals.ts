/**
 * The signals that end the service: heard from its first moment on, and obeyed within a limit whatever hangs. SIGHUP ends it
 * only in a terminal, which was closed then; a service without one opens its log anew.
 */
import { isatty } from 'node:tty';
import { reopenLog } from '../../log/destination.ts';

/** Some supervisors and images stop a service by SIGQUIT, which would end it without a word. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const;

/** The longest that a stop, or a failed start, may take; an orderly end has half of it. */
const LONGEST_END_MS = 25_000;

/** The terminal and npm both pass Ctrl-C on: signals so close together are one request to stop. */
const ONE_REQUEST_MS = 500;

/** Resolves with the first signal and starts the limit. A later signal ends the process at once, with exit code 1. */
export function hearStopSignals(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let toldAt: number | undefined;
  const isInTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  if (!isInTerminal) process.on('SIGHUP', reopenLog);
  // It means something to other servers, and would end this one without a word.
  process.on('SIGUSR2', () => {});
  for (const signal of isInTerminal ? ([...SIGNALS, 'SIGHUP'] as const) : SIGNALS) {
    process.on(signal, () => {
      if (toldAt === undefined) {
        toldAt = performance.now();
        endWithinLimit();
        resolve(signal);
      } else if (performance.now() - toldAt > ONE_REQUEST_MS) process.exit(1);
    });
  }
  return promise;
}

export function endWithinLimit(): void {
  setTimeout(() => process.exit(1), LONGEST_END_MS).unref();
}
