/** Writes lines to a file descriptor without blocking: what a stuck reader does not take is dropped and counted. */
import { closeSync, write } from 'node:fs';

export interface Sink {
  /**
   * `lines` is how many lines it has, where it is more than one. Bytes are kept as they are until they are written; `release` is
   * called when they are no longer looked at.
   */
  write(text: string | Buffer, lines?: number, release?: () => void): void;
  /** Resolves when everything was written, or when waiting longer would hold up the end of the program. */
  flush(): Promise<void>;
  /** Called when its file was opened again, or with what kept it from that. Whoever writes lines sets it. */
  onReopened?: (fault?: unknown) => void;
  /** Lines that were lost because the reader was stuck or the disk was full. */
  readonly dropped: number;
}

/** What goes to the file together. */
interface Load {
  readonly lines: number;
  readonly releases: readonly (() => void)[];
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
  /** Called when what waits is written or lost. */
  let releases: (() => void)[] = [];
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
    const loss = dropped > reported ? lossLine(dropped) : '';
    reported = dropped;
    send(joined(loss, waiting), { lines: waitingLines, releases }, fd);
    [waiting, releases, waitingLength, waitingLines] = [[], [], 0, 0];
  }

  function send(chunk: Buffer, load: Load, descriptor: number): void {
    write(descriptor, chunk, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(send, limits.retryMilliseconds, chunk, load, descriptor).unref();
      else if (!error && written < chunk.length) send(chunk.subarray(written), load, descriptor);
      else {
        // A broken pipe or a full disk: the lines are lost, and the next line that arrives tries again.
        if (error) dropped += load.lines;
        for (const release of load.releases) release();
        next();
      }
    });
  }

  return {
    write(text, lines = 1, release) {
      if (waitingLength + text.length > limits.mostWaiting) {
        dropped += lines;
        release?.();
        return;
      }
      waiting.push(text);
      if (release !== undefined) releases.push(release);
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

function lossLine(dropped: number): string {
  return `${JSON.stringify({ level: 'warn', msg: 'Log lines were lost.', dropped })}\n`;
}

function joined(loss: string, waiting: readonly (string | Buffer)[]): Buffer {
  const [only = ''] = waiting;
  if (loss === '' && waiting.length === 1) return typeof only === 'string' ? Buffer.from(only) : only;
  return Buffer.concat([loss, ...waiting].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}
