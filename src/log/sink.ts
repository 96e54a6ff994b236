/** Writes lines to a file descriptor without blocking: what a stuck reader does not take is dropped and counted. */
import { closeSync, write } from 'node:fs';

export interface Sink {
  /** `lines` is how many lines it has, where it is more than one. Bytes are kept as they are until they are written. */
  write(text: string | Buffer, lines?: number): void;
  /** Resolves when everything was written, or when waiting longer would hold up the end of the program. */
  flush(): Promise<void>;
  /** Called when its file was opened again, or with what kept it from that. Whoever writes lines sets it. */
  onReopened?: (fault?: unknown) => void;
  /** Lines that were lost because the reader was stuck or the disk was full. */
  readonly dropped: number;
}

interface DescriptorSink extends Sink {
  /** Goes on with another descriptor; the one before is closed when what is being written to it is written. */
  replace(descriptor: number): void;
}

interface SinkLimits {
  /** Characters or bytes that may wait for a slow reader. */
  readonly mostWaiting: number;
  readonly retryMilliseconds: number;
  readonly flushMilliseconds: number;
}

export const LIMITS: SinkLimits = { mostWaiting: 4_194_304, retryMilliseconds: 50, flushMilliseconds: 1_000 };

export function createSink(first: number, limits: SinkLimits = LIMITS): DescriptorSink {
  const idle = new Set<() => void>();
  let fd = first;
  let retired: number | undefined;
  let waiting: (string | Buffer)[] = [];
  let waitingLength = 0;
  let waitingLines = 0;
  let isWriting = false;
  let dropped = 0;
  let reported = 0;

  function next(): void {
    if (retired !== undefined) closeSync(retired);
    retired = undefined;
    isWriting = waiting.length > 0;
    if (!isWriting) for (const resolve of idle) resolve();
    if (!isWriting) return;
    const loss =
      dropped > reported ? `${JSON.stringify({ level: 'warn', msg: 'Log lines were lost.', dropped })}\n` : '';
    reported = dropped;
    send(joined(loss, waiting), waitingLines, fd);
    waiting = [];
    waitingLength = 0;
    waitingLines = 0;
  }

  function send(chunk: Buffer, lines: number, descriptor: number): void {
    write(descriptor, chunk, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(send, limits.retryMilliseconds, chunk, lines, descriptor).unref();
      else if (error) {
        // A broken pipe or a full disk: the lines are lost, and the next line that arrives tries again.
        dropped += lines;
        next();
      } else if (written < chunk.length) send(chunk.subarray(written), lines, descriptor);
      else next();
    });
  }

  return {
    write(text, lines = 1) {
      if (waitingLength + text.length > limits.mostWaiting) {
        dropped += lines;
        return;
      }
      waiting.push(text);
      waitingLength += text.length;
      waitingLines += lines;
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
    replace(descriptor) {
      // Whatever came between the one that is written to and this one was never used.
      if (!isWriting || retired !== undefined) closeSync(fd);
      else retired = fd;
      fd = descriptor;
    },
    get dropped() {
      return dropped;
    },
  };
}

function joined(loss: string, waiting: readonly (string | Buffer)[]): Buffer {
  const [only = ''] = waiting;
  if (loss === '' && waiting.length === 1) return typeof only === 'string' ? Buffer.from(only) : only;
  return Buffer.concat([loss, ...waiting].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}
