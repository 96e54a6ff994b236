/**
 * Refuses a pooler between the service and PostgreSQL that would make answers wrong (decision 0040).
 *
 * A pooler in transaction mode gives each transaction any of its own connections: prepared statements are then missing or
 * other ones, and settings of the connection are those of somebody else. Live tokens were answered with 401 that way.
 */
import { Unusable } from '../database.ts';
import type { Failover } from './failover.ts';
import type { DriverClient } from './pool.ts';
import { openProbe } from './servers.ts';

const DIRECTLY =
  'give LATCHKEY_DATABASE the address of the PostgreSQL server itself (the service pools its connections; docs/operating.md, Database)';

/** How often it is looked whether another connection is given our backend: once is enough unless others come between. */
const LOOKS = 3;

const SETTINGS = `select current_setting('plan_cache_mode') = 'force_generic_plan' and current_setting('enable_seqscan') = 'off'
  and current_setting('statement_timeout') <> '0' and current_setting('lock_timeout') <> '0' as "areHeld"`;

export async function refusePooler(failover: Failover): Promise<void> {
  const [settings] = await failover.call('writing', (client) => client.unsafe<{ areHeld: boolean }[]>(SETTINGS));
  if (!settings?.areHeld)
    throw new Unusable(
      `Between the service and PostgreSQL is a pooler that drops the settings of connections (ignore_startup_parameters): ${DIRECTLY}.`,
    );
  const other = openProbe(failover.server());
  const begin = async () => await other.call((client) => client.begin(backendOf));
  try {
    for (let look = 0; look < LOOKS; look += 1) {
      const ours = await failover.call('writing', backendOf);
      const theirs = await begin().catch((error) => explain(failover, begin, error));
      if (ours === theirs)
        throw new Unusable(
          `Between the service and PostgreSQL is a pooler in transaction mode, with which live tokens would be refused: ${DIRECTLY}.`,
        );
    }
  } finally {
    other.abort();
  }
}

/** Who ends every connection that begins a transaction, and serves statements in between, is a pooler, and no server. */
async function explain(failover: Failover, begin: () => Promise<number>, error: unknown): Promise<never> {
  await failover.call('writing', backendOf);
  await begin().then(
    () => Promise.reject(error),
    () => undefined,
  );
  throw new Unusable(
    `Between the service and PostgreSQL is a pooler in statement mode, which allows no transactions: ${DIRECTLY}.`,
  );
}

/** What a pooler says that takes no settings from clients; undefined for any other error. */
export function poolerFault(error: unknown): Unusable | undefined {
  const message = error instanceof Error ? error.message : '';
  if (!/unsupported startup parameter/.test(message)) return undefined;
  return new Unusable(
    `Between the service and PostgreSQL is a pooler that takes no settings of connections (${message}): ${DIRECTLY}.`,
  );
}

/** The number of the server's process behind this connection. */
async function backendOf(client: Pick<DriverClient, 'unsafe'>): Promise<number> {
  const [row] = await client.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
  return row?.pid ?? 0;
}
