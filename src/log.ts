/** Structured log lines on stderr or in a file: secrets redacted, without blocking requests. */
import { pino, stdTimeFunctions } from 'pino';
import type { Settings } from './config.ts';
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
  /** A line of level info whose fields are JSON already, without its braces, and hold no secret: it is not looked at. */
  line(fields: string): void;
  /** Waits, for a second at most, until every line is written. */
  flush(): Promise<void>;
  /** Lines lost to a stuck reader. */
  readonly dropped: number;
}

export function createLog(settings: Pick<Settings, 'logLevel' | 'logFile'>, sink = openSink(settings.logFile)): Log {
  const logger = pino(
    {
      level: settings.logLevel,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      hooks: { streamWrite: scrub },
    },
    sink,
  );
  const isInfo = logger.isLevelEnabled('info');
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
    line(fields) {
      if (isInfo) sink.write(`{"level":"info"${stdTimeFunctions.isoTime()},${fields}}\n`);
    },
    flush: () => sink.flush(),
    get dropped() {
      return sink.dropped;
    },
  };
}
