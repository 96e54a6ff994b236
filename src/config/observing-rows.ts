/** The rows of the table of settings by which a service is watched: access log, slow statements, figures. */
import { hostName, wholeNumber, yesOrNo } from './values.ts';

/** Each has up to 18 series. */
export const MOST_CLIENTS_TOLD = 500;

export const OBSERVING_ROWS = {
  accessLog: {
    fallback: 'false',
    parse: yesOrNo,
    says: 'Writes one log line for each request: method, route, status, milliseconds, application and trace; never a path, a query or a header.',
    isSwitch: true,
  },
  slowStatementMs: {
    fallback: '0',
    parse: wholeNumber(0, 3_600_000),
    says: 'Statements of the database that take this many milliseconds or longer are logged, without their values; 0 logs none.',
  },
  metricsPort: {
    fallback: '0',
    parse: wholeNumber(0, 65_535),
    says: 'A port of its own for /metrics, which Prometheus reads; 0 for none.',
  },
  metricsHost: {
    fallback: '127.0.0.1',
    parse: hostName,
    says: 'The address that metricsPort listens on. Whoever reaches it can read all figures: keep it inside your network.',
  },
  metricsClients: {
    fallback: '0',
    parse: wholeNumber(0, MOST_CLIENTS_TOLD),
    says: 'So many applications have figures of their own in /metrics, the first that call after a start; all others have theirs together. 0: none by application.',
  },
} as const;
