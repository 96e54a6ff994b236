/** The limits of PostgreSQL as subjects: what Latchkey on PostgreSQL is a share of. */
import { spawnSync } from 'node:child_process';
import type { PostgresPlace } from '../postgres-place.ts';
import { stageAt } from './bare.ts';
import type { Subject } from './subject.ts';

export function postgresLimits(place: PostgresPlace): readonly Subject[] {
  const own = limit('PostgreSQL from Node.js', ['pg-select', 'pg-insert'], place);
  const hasPgbench = spawnSync('pgbench', ['--version']).status === 0;
  if (!hasPgbench) return [own];
  return [
    own,
    limit('pgbench', ['pgbench-select', 'pgbench-insert'], place),
    limit('pgbench, prepared', ['pgbench-prepared-select', 'pgbench-prepared-insert'], place),
  ];
}

function limit(name: string, offers: Subject['offers'], place: PostgresPlace): Subject {
  return {
    name,
    offers,
    async start() {
      const stage = { ...stageAt(0), databaseUrl: await place.freshUrl() };
      return { stage, pids: [], databasePids: place.pids, startMilliseconds: 0, stop: async () => {} };
    },
  };
}
