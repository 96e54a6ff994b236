/** Structured log lines on stderr or in a file: secrets redacted, without blocking requests. */
import { pino, stdSerializers, stdTimeFunctions } from 'pino';
import type { Settings } from './config.ts';
import { openSink } from './log/destination.ts';
import { censor, scrub } from './log/redact.ts';
import type { Sink } from './log/sink.ts';

type Write = (fields: object, message: string) => void;

/** `log.warn({ error, traceId }, 'The sweep failed.')`: fields for machines, one whole sentence for people. */
export interface Log {
  readonly fatal: Write;
  readonly error: Write;
  readonly warn: Write;
  readonly info: Write;
  readonly debug: Write;
  /**
   * A line of level info: the rest of a JSON object from the comma after its time to its end, `}` and a line feed, in ASCII. It
   * holds no secret and is not looked at. `atMs` is of performance.now.
   */
  line(rest: string, atMs: number): void;
  /** Waits, for a second at most, until every line is written. */
  flush(): Promise<void>;
  /** Lines lost to a stuck reader. */
  readonly dropped: number;
}

/** `worker` is the number that stands in every line of a worker. */
export function createLog(
  settings: Pick<Settings, 'logLevel' | 'logFile'>,
  sink = openSink(settings.logFile),
  worker?: number,
): Log {
  const logger = pino(
    {
      level: settings.logLevel,
      base: worker === undefined ? null : { worker },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: serializeCopy },
      hooks: { streamWrite: scrub },
    },
    sink,
  );
  sink.onReopened = (fault) => {
    if (fault === undefined) logger.info('The log file was opened again.');
    else logger.error({ error: censor(fault) }, 'The log file cannot be opened again: lines go on to the old one.');
  };
  const isInfo = logger.isLevelEnabled('info');
  const lines = createLines(sink, worker === undefined ? '' : `,"worker":${worker}`);
  const at =
    (level: 'fatal' | 'error' | 'warn' | 'info' | 'debug'): Write =>
    (fields, message) => {
      if (logger.isLevelEnabled(level)) logger[level](censor(fields), message);
    };
  return {
    fatal: at('fatal'),
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    line: (rest, atMs) => {
      if (isInfo) lines.add(rest, atMs);
    },
    flush() {
      lines.pass();
      return sink.flush();
    },
    get dropped() {
      return sink.dropped;
    },
  };
}

/** Errors are copied before they are logged: pino would tell the class of the copy, which is Object. */
function serializeCopy(copy: (Error & { readonly type?: unknown }) | null): unknown {
  if (copy === null || typeof copy !== 'object' || copy.type === undefined) return copy;
  return { ...stdSerializers.err(copy), type: copy.type };
}

const PASS_BYTES = 131_072;
const PASS_MS = 100;

/**
 * Lines for every request are gathered for a moment: a write to the file for each would cost more than the request. They are
 * gathered as bytes, so that nothing of them stays in the heap meanwhile.
 */
function createLines(sink: Sink, base: string): { add(rest: string, atMs: number): void; pass(): void } {
  const beginning = createBeginning(base);
  let gathered: Buffer = NOTHING;
  let length = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const pass = (): void => {
    clearTimeout(timer);
    // What waits for a slow reader is bounded by its length, so few lines must not hold much room.
    const isFilled = length > gathered.length / 2;
    const lines = gathered.subarray(0, length);
    if (count > 0) sink.write(isFilled ? lines : copyOf(lines), count);
    if (isFilled) gathered = NOTHING;
    length = 0;
    count = 0;
  };
  return {
    add(rest, atMs) {
      const line = beginning(atMs) + rest;
      if (length + line.length > gathered.length) {
        pass();
        if (line.length > gathered.length) gathered = Buffer.allocUnsafeSlow(Math.max(PASS_BYTES, line.length));
      }
      if (count === 0) timer = setTimeout(pass, PASS_MS).unref();
      length += gathered.write(line, length, 'latin1');
      count += 1;
    },
    pass,
  };
}

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

const NOTHING = Buffer.alloc(0);

/** Level and time as pino writes them, put into words once a millisecond. */
function createBeginning(base: string): (atMs: number) => string {
  let millisecond = -1;
  let text = '';
  return (atMs) => {
    const now = Math.floor(atMs);
    if (now !== millisecond) {
      millisecond = now;
      text = `{"level":"info"${stdTimeFunctions.isoTime()}${base}`;
    }
    return text;
  };
}
