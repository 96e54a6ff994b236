/** What this process counts about itself, for /metrics on a port of its own (SPEC D72). Nothing here is ever stored. */

import { type ClientCounts, createClientCounts } from './metrics/by-client.ts';
import { createCounter, createHistogram, declare, type Histogram, type Labels, series } from './metrics/instruments.ts';
import { EVENT_KINDS } from './protocol/event.ts';
import { LIMIT_LABELS, limitLabel } from './protocol/limit-labels.ts';
import { SHORTAGES, type Shortage } from './protocol/not-now.ts';

/** Requests of one kind. The route is the pattern of the table (`/oauth/applications/:id`), never the path as sent. */
interface RequestKind {
  readonly route: string;
  readonly method: string;
  readonly status: number;
}

interface Figure {
  readonly value: number;
  readonly labels?: Labels;
}

/** Figures that are looked up when somebody asks for them. */
export interface Source {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  read(): readonly Figure[] | Promise<readonly Figure[]>;
}

/** Why a connection was closed before it was answered. */
const CONNECTION_BOUNDS = ['all', 'network', 'sent_ahead'] as const;
type ConnectionBound = (typeof CONNECTION_BOUNDS)[number];

export interface Metrics {
  countGrant(grantType: string): void;
  countRefusal(endpoint: string, reason: string): void;
  /** A try that a limit refused, by the name of its counter. */
  countLimited(counter: string): void;
  /** A request that was answered with 503. */
  countShed(shortage: Shortage): void;
  countRefusedConnection(bound: ConnectionBound): void;
  countSwept(table: string, rows: number): void;
  /** Requests by application; undefined where nobody asked for them. */
  readonly clients: ClientCounts | undefined;
  countEvent(kind: string): void;
  /** A password hash that was computed, by its kind. */
  countHash(kind: string): void;
  /** Where requests of a kind are counted: looked up once, asked for every request. */
  requestsOf(kind: RequestKind): Pick<Histogram, 'observe'>;
  observeDatabase(operation: 'read' | 'write', seconds: number): void;
  addSource(source: Source): void;
  /** Everything, in the text format of Prometheus. A source that fails is left out. */
  print(): Promise<string>;
}

const REQUESTS = 'latchkey_http_request_duration_seconds';
const DATABASE = 'latchkey_database_operation_duration_seconds';
/** No table of ours has longer ones; a request may invent its method. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** `clients`: how many applications have series of their own. */
export function createMetrics({ clients: mostClients = 0 }: { readonly clients?: number } = {}): Metrics {
  const grants = createCounter('latchkey_grants_total', 'Token requests that were granted.', ['grant_type']);
  const refusals = createCounter('latchkey_refusals_total', 'Requests that were refused.', ['endpoint', 'reason']);
  const help = 'Security events, as the audit log names them, also those beyond what it records.';
  const events = createCounter('latchkey_events_total', help, ['kind'], EVENT_KINDS);
  const hashes = createCounter('latchkey_password_hashes_total', 'Password hashes that were computed.', ['kind']);
  const limited = createCounter('latchkey_limited_total', 'Tries that a limit refused.', ['limit'], LIMIT_LABELS);
  const shedHelp = 'Requests that were answered with 503, by what was full or out of reach.';
  const shed = createCounter('latchkey_shed_requests_total', shedHelp, ['shortage'], SHORTAGES);
  const refusedHelp = 'Connections that were closed unanswered, by the bound that was reached.';
  const refused = createCounter('latchkey_refused_connections_total', refusedHelp, ['bound'], CONNECTION_BOUNDS);
  const swept = createCounter('latchkey_swept_rows_total', 'Rows that the sweep has removed or closed.', ['table']);
  const clients = mostClients > 0 ? createClientCounts(mostClients) : undefined;
  const requests = createRequestTable();
  const database = { read: createHistogram(), write: createHistogram() };
  const sources: Source[] = [];
  return {
    countGrant: grants.add,
    countRefusal: (endpoint, reason) => refusals.add(`${endpoint} ${reason}`),
    countEvent: events.add,
    countHash: hashes.add,
    countLimited: (counter) => limited.add(limitLabel(counter)),
    countShed: shed.add,
    countRefusedConnection: refused.add,
    countSwept: swept.add,
    clients,
    requestsOf: requests.find,
    observeDatabase: (operation, seconds) => database[operation].observe(seconds),
    addSource: (source) => sources.push(source),
    async print() {
      const lines: string[] = [];
      requests.write(lines);
      declare(lines, { name: DATABASE, help: 'How long the database took.', type: 'histogram' });
      for (const [operation, histogram] of Object.entries(database)) histogram.write(lines, DATABASE, { operation });
      for (const counter of [grants, refusals, events, hashes, limited, shed, refused, swept]) counter.write(lines);
      clients?.write(lines);
      for (const printed of await Promise.all(sources.map(printSource))) lines.push(...printed);
      return `${lines.join('\n')}\n`;
    },
  };
}

/** One series for each route, method and status. */
function createRequestTable() {
  const byRoute = new Map<string, Map<string, Map<number, Histogram>>>();
  return {
    find({ route, method, status }: RequestKind): Histogram {
      const methods = inMap(byRoute, route, () => new Map<string, Map<number, Histogram>>());
      const statuses = inMap(methods, METHODS.has(method) ? method : 'other', () => new Map<number, Histogram>());
      return inMap(statuses, status, createHistogram);
    },
    write(lines: string[]): void {
      declare(lines, { name: REQUESTS, help: 'From the first header to the answer.', type: 'histogram' });
      for (const [route, methods] of byRoute)
        for (const [method, statuses] of methods)
          for (const [status, histogram] of statuses)
            histogram.write(lines, REQUESTS, { route, method, status: String(status) });
    },
  };
}

function inMap<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}

async function printSource({ name, help, type, read }: Source): Promise<readonly string[]> {
  let figures: readonly Figure[];
  try {
    figures = await read();
  } catch {
    // The database is out of reach: everything else is still worth knowing, above all then.
    return [];
  }
  const lines: string[] = [];
  declare(lines, { name, help, type });
  for (const { value, labels = {} } of figures) lines.push(series(name, labels, value));
  return lines;
}
