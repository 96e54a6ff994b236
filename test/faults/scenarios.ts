/** Every fault that `npm run faults` knows. */
import { crossTalk } from './cross-talk.ts';
import { rolling, sigterm } from './graceful.ts';
import { killPostgres, killSqlite } from './kills.ts';
import { postgresRestart } from './postgres-restart.ts';
import { racesPostgres, racesSqlite } from './races.ts';
import type { Scenario } from './scenario.ts';

export const SCENARIOS: readonly Scenario[] = [
  killSqlite,
  killPostgres,
  postgresRestart,
  racesSqlite,
  racesPostgres,
  crossTalk,
  sigterm,
  rolling,
];
