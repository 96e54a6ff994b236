/** Opens the real server and listener on a free port, with small routes of the test's own behind them. */
import { randomBytes } from 'node:crypto';
import type { ErrorAnswers } from '../../../src/http/problem.ts';
import { htmlReply, jsonReply } from '../../../src/http/replying/replies.ts';
import type { Handler, Route } from '../../../src/http/route.ts';
import { createProxyCheck } from '../../../src/http/server/address.ts';
import { createListener, type Listener } from '../../../src/http/server/pipeline.ts';
import { type Server, startServer } from '../../../src/http/server/server.ts';
import { createMetrics, type Metrics } from '../../../src/metrics.ts';
import type { World } from '../../../src/world.ts';

export interface LogLine {
  readonly level: string;
  readonly fields: object;
  readonly message: string;
}

export interface Hallway {
  readonly port: number;
  /** The port that the listener was asked for. */
  readonly madeFor: number;
  readonly logged: readonly LogLine[];
  readonly server: Server;
  readonly listener: Listener;
  readonly metrics: Metrics;
}

export interface Plan {
  readonly routes?: readonly Route[];
  readonly url?: string;
  readonly trustedProxies?: readonly string[];
  readonly mostBusy?: number;
  readonly patienceMs?: number;
  readonly isEmbedded?: boolean;
  readonly mostConnections?: number;
  readonly mostPerNetwork?: number;
  readonly port?: number;
  /** Stands around the listener to see what it is asked. */
  readonly watched?: (listener: Listener) => Listener;
  readonly limits?: NonNullable<Parameters<typeof startServer>[0]['limits']>;
  readonly answers?: ErrorAnswers;
}

const echo: Handler = ({ method, path, rawQuery, parameters, body, source }) =>
  jsonReply(200, { method, path, query: rawQuery, parameters, body: body.toString('latin1'), source });

export const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/page', kind: 'page', handler: () => htmlReply(200, '<p>page</p>') },
  { method: 'POST', path: '/page', kind: 'page', handler: echo },
  { method: 'GET', path: '/api/echo', kind: 'open-api', handler: echo },
  { method: 'POST', path: '/oauth/token', kind: 'open-api', handler: echo },
  { method: 'POST', path: '/oauth/introspect', kind: 'api', handler: echo },
  { method: 'POST', path: '/small', kind: 'api', bodyLimitBytes: 10, handler: echo },
  { method: 'GET', path: '/things/:id', kind: 'page', handler: echo },
  { method: 'GET', path: '/things/new', kind: 'page', handler: () => htmlReply(200, '<p>new</p>') },
  { method: 'GET', path: '/health/live', kind: 'health', handler: () => jsonReply(200, {}) },
];

export const PLAIN_ANSWERS: ErrorAnswers = {
  page: (status, problem, { traceId }) => htmlReply(status, `<p>${problem.name} ${traceId}</p>`),
  json: (status, problem, { traceId }) => jsonReply(status, { error: problem.name, trace_id: traceId }),
};

export async function openHallway(plan: Plan = {}): Promise<Hallway> {
  const logged: LogLine[] = [];
  const write = (level: string) => (fields: object, message: string) => void logged.push({ level, fields, message });
  const settings = {
    url: plan.url ?? 'http://127.0.0.1',
    trustedProxies: plan.trustedProxies ?? [],
    tokenQuery: true,
    metricsPort: 0,
  };
  const metrics = createMetrics();
  const log = { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') };
  // The hallway itself uses no more of the world than this, and these doors use none of it.
  const world = { settings, log, metrics, randomBytes } as unknown as World;
  const listener = createListener({
    routes: plan.routes ?? ROUTES,
    world,
    answers: plan.answers ?? PLAIN_ANSWERS,
    ...(plan.mostBusy === undefined ? {} : { mostRunning: plan.mostBusy }),
    ...(plan.patienceMs === undefined ? {} : { queueMs: plan.patienceMs }),
    isEmbedded: () => plan.isEmbedded ?? false,
  });
  let madeFor = 0;
  const listenerAt = (port: number) => {
    madeFor = port;
    return plan.watched?.(listener) ?? listener;
  };
  const limits = { stopLimitMs: 2_000, ...plan.limits };
  const bounds = {
    most: plan.mostConnections ?? 1000,
    mostPerNetwork: plan.mostPerNetwork ?? 1000,
    isProxy: createProxyCheck(settings.trustedProxies),
    onRefused: metrics.countRefusedConnection,
    onReached: (network: string | null) => write('warn')({ network }, 'A bound of connections is reached.'),
  };
  const where = { host: '127.0.0.1', port: plan.port ?? 0 };
  const server = await startServer({ ...where, bounds, limits, listenerAt });
  return { port: server.port, madeFor, logged, server, listener, metrics };
}

/** Lets a door be held open until the test has seen enough. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
