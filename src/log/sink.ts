/** Writes lines to a file descriptor without blocking: what a stuck reader does not take is dropped and counted. */
import { write } from 'node:fs';

export interface Sink {
  write(line: string): void;
  /** Resolves when everything was written, or when waiting longer would hold up the end of the program. */
  flush(): Promise<void>;
  /** Lines that were lost because the reader was stuck or the disk was full. */
  readonly dropped: number;
}

interface SinkLimits {
  /** Characters that may wait for a slow reader. */
  readonly mostWaiting: number;
  readonly retryMilliseconds: number;
  readonly flushMilliseconds: number;
}

export const LIMITS: SinkLimits = { mostWaiting: 4_194_304, retryMilliseconds: 50, flushMilliseconds: 1_000 };

export function createSink(fd: number, limits: SinkLimits = LIMITS): Sink {
  const idle = new Set<() => void>();
  let waiting: string[] = [];
  let waitingLength = 0;
  let isWriting = false;
  let dropped = 0;
  let reported = 0;

  function next(): void {
    isWriting = waiting.length > 0;
    if (!isWriting) for (const resolve of idle) resolve();
    if (!isWriting) return;
    const loss =
      dropped > reported ? `${JSON.stringify({ level: 'warn', msg: 'Log lines were lost.', dropped })}\n` : '';
    reported = dropped;
    send(Buffer.from(loss + waiting.join('')), waiting.length);
    waiting = [];
    waitingLength = 0;
  }

  function send(chunk: Buffer, lines: number): void {
    write(fd, chunk, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(send, limits.retryMilliseconds, chunk, lines).unref();
      else if (error) {
        // A broken pipe or a full disk: the lines are lost, and the next line that arrives tries again.
        dropped += lines;
        next();
      } else if (written < chunk.length) send(chunk.subarray(written), lines);
      else next();
    });
  }

  return {
    write(line) {
      if (waitingLength + line.length > limits.mostWaiting) {
        dropped += 1;
        return;
      }
      waiting.push(line);
      waitingLength += line.length;
      if (!isWriting) next();
    },
    flush() {
      if (!isWriting) return Promise.resolve();
      return new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          idle.delete(done);
          resolve();
        };
        const timer = setTimeout(done, limits.flushMilliseconds);
        idle.add(done);
      });
    },
    get dropped() {
      return dropped;
    },
  };
}
