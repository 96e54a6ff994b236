/** The services of this run: Latchkey on SQLite, each with one way of being watched. */
import { join } from 'node:path';
import { bare } from '../subjects/bare.ts';
import { command, latchkey } from '../subjects/latchkey.ts';
import { peer } from '../subjects/peers.ts';
import type { Subject } from '../subjects/subject.ts';
import { preloaded } from './preload.ts';
import { SWITCH } from './switch.ts';

interface Around {
  readonly metricsPort: number;
  readonly hookUrl: string;
  /** Another checkout; undefined for this one. */
  readonly checkout: string | undefined;
}

interface Watched {
  readonly says: string;
  env?(around: Around): Readonly<Record<string, string>>;
  readonly hasWebhook?: boolean;
  /** Loaded before the service. */
  readonly preload?: string;
  /** Another server than Latchkey. */
  readonly subject?: Subject;
}

const FIGURES = ({ metricsPort }: Around) => ({ LATCHKEY_METRICS_PORT: String(metricsPort) });
const ACCESS_LOG = { LATCHKEY_ACCESS_LOG: 'true' };
const SLOW = { LATCHKEY_SLOW_STATEMENT_MS: '1000' };

/** The list of answered requests takes nothing, in whichever file of the program it is. */
const WITHOUT_ACTIVITY = preloaded(
  'createActivityLog',
  'return { note() {}, flush: () => Promise.resolve(), dropped: 0, finish: () => Promise.resolve() };',
);

export const SERVICES = {
  shipped: { says: 'as shipped' },
  figures: { says: 'with figures for Prometheus', env: FIGURES },
  log: { says: 'with the access log', env: () => ACCESS_LOG },
  slow: { says: 'with the watch for slow statements', env: () => SLOW },
  all: { says: 'with all of these', env: (around) => ({ ...FIGURES(around), ...ACCESS_LOG, ...SLOW }) },
  webhook: {
    says: 'with a webhook that is told of every token',
    env: () => ({ LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.1' }),
    hasWebhook: true,
  },
  'no-activity': { says: 'without the list of answered requests that developers see', preload: WITHOUT_ACTIVITY },
  switched: {
    says: 'what --within starts',
    env: (around) => ({ ...FIGURES(around), ...ACCESS_LOG, ...SLOW }),
    preload: SWITCH,
  },
  bare: { says: 'not Latchkey: bare node:http, answering requests of the same kind', subject: bare },
  volatile: { says: 'not Latchkey: @node-oauth/oauth2-server, everything in memory', subject: peer('oauth2-server') },
} as const satisfies Readonly<Record<string, Watched>>;

export type ServiceName = keyof typeof SERVICES;

export function subjectOf(name: ServiceName, around: Around): Subject {
  const watched: Watched = SERVICES[name];
  if (watched.subject !== undefined) return watched.subject;
  const env = watched.env?.(around) ?? {};
  const { checkout } = around;
  const hook = ['webhooks', 'create', '--url', around.hookUrl, '--group', 'token', '--json'];
  const subject = latchkey({
    name,
    databaseUrl: async ({ folder }) => `sqlite:${join(folder, 'latchkey.db')}`,
    env,
    ...(checkout === undefined ? {} : { checkout }),
    async prepare(_client, databaseUrl, folder) {
      if (watched.hasWebhook)
        await command(hook, { env: { ...env, LATCHKEY_DATABASE: databaseUrl }, folder, checkout });
      return {};
    },
  });
  const { preload } = watched;
  if (preload === undefined) return subject;
  return {
    ...subject,
    start: (place) => subject.start({ ...place, nodeOptions: `${place.nodeOptions} ${preload}`.trim() }),
  };
}
