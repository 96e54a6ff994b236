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
