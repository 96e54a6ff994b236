/** Structured log lines on stderr or in a file: secrets redacted, without blocking requests. */
import { pino, stdSerializers, stdTimeFunctions } from 'pino';
import type { Settings } from './config.ts';
import { type AnsweredLine, createAnsweredLines } from './log/answered-lines.ts';
import { openSink } from './log/destination.ts';
import { censor, scrub } from './log/redact.ts';

type Write = (fields: object, message: string) => void;

/** `log.warn({ error, traceId }, 'The sweep failed.')`: fields for machines, one whole sentence for people. */
export interface Log {
  readonly fatal: Write;
  readonly error: Write;
  readonly warn: Write;
  readonly info: Write;
  readonly debug: Write;
  /** A line of level info for a request. */
  answered(line: AnsweredLine): void;
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
  const lines = createAnsweredLines(sink, createBeginning(worker === undefined ? '' : `,"worker":${worker}`));
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
    answered: (line) => {
      if (isInfo) lines.add(line);
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

/** How often the clock is asked: it may be set while the service runs. */
const CLOCK_MS = 50;

/** Level and time as pino writes them, put into words once a millisecond: the time of the answer, not that of writing it down. */
function createBeginning(base: string): (atMs: number) => string {
  const originAt = createOrigin();
  let asked = Number.NEGATIVE_INFINITY;
  let origin = 0;
  let millisecond = -1;
  let text = '';
  return (atMs) => {
    const now = Math.floor(atMs);
    if (now !== millisecond) {
      millisecond = now;
      if (Math.abs(now - asked) >= CLOCK_MS) {
        asked = now;
        origin = originAt();
      }
      text = `{"level":"info","time":"${new Date(origin + now).toISOString()}"${base}`;
    }
    return text;
  };
}

/**
 * When performance.now() was 0, by the clock. It is the same until the clock was set: what lies between two questions to the one
 * and the other would put lines out of the order of their times.
 */
function createOrigin(): () => number {
  let origin = Number.NaN;
  return () => {
    const [least, most] = askBoth();
    if (!(origin >= least - 1 && origin <= most + 1)) origin = (least + most) / 2;
    return origin;
  };
}

const MOST_TRIES = 5;

/** The clock has whole milliseconds, and this process may be stopped between two questions. */
function askBoth(): readonly [least: number, most: number] {
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < MOST_TRIES && most - least > 2; tries += 1) {
    const before = performance.now();
    const clock = Number(stdTimeFunctions.epochTime().slice(',"time":'.length));
    least = clock - performance.now();
    most = clock + 1 - before;
  }
  return [least, most];
}
