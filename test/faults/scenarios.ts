/** Every fault that `npm run faults` knows. */
import { rolling, sigterm } from './graceful.ts';
import { killPostgres, killSqlite } from './kills.ts';
import { postgresRestart } from './postgres-restart.ts';
import type { Scenario } from './scenario.ts';

export const SCENARIOS: readonly Scenario[] = [killSqlite, killPostgres, postgresRestart, sigterm, rolling];
