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
  /** A line of level info whose fields are JSON already, without its braces, and hold no secret: it is not looked at. `atMs` is of performance.now. */
  line(fields: string, atMs: number): void;
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
    line: (fields, atMs) => {
      if (isInfo) lines.add(fields, atMs);
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

const PASS_CHARACTERS = 65_536;
const PASS_MS = 100;

/** Lines for every request are gathered for a moment: a write to the file for each would cost more than the request. */
function createLines(sink: Sink, base: string): { add(fields: string, atMs: number): void; pass(): void } {
  const timeText = createTimeText();
  let gathered = '';
  let timer: NodeJS.Timeout | undefined;
  const pass = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered !== '') sink.write(gathered);
    gathered = '';
  };
  return {
    add(fields, atMs) {
      gathered += `{"level":"info"${timeText(atMs)}${base},${fields}}\n`;
      if (gathered.length >= PASS_CHARACTERS) pass();
      else timer ??= setTimeout(pass, PASS_MS).unref();
    },
    pass,
  };
}

/** The time as pino writes it, put into words once a millisecond. */
function createTimeText(): (atMs: number) => string {
  let millisecond = -1;
  let text = '';
  return (atMs) => {
    const now = Math.floor(atMs);
    if (now !== millisecond) {
      millisecond = now;
      text = stdTimeFunctions.isoTime();
    }
    return text;
  };
}
