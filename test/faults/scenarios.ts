/** Every fault that `npm run faults` knows. */
import { backup } from './backup.ts';
import { clockJumps } from './clock-jumps.ts';
import { crossTalk } from './cross-talk.ts';
import { databaseCut } from './database-cut.ts';
import { diskFullPostgres, diskFullSqlite } from './disk-full.ts';
import { failover } from './failover.ts';
import { rolling, sigterm } from './graceful.ts';
import { ioErrors } from './io-errors.ts';
import { killPostgres, killSqlite } from './kills.ts';
import { logBlocked } from './log-blocked.ts';
import { migration } from './migration.ts';
import { overloadPostgres, overloadSqlite } from './overload.ts';
import { postgresRestart } from './postgres-restart.ts';
import { powerLossSqlite } from './power-loss.ts';
import { racesPostgres, racesSqlite } from './races.ts';
import type { Scenario } from './scenario.ts';
import { slowClients } from './slow-clients.ts';
import { soak } from './soak.ts';
import { sweepPostgres, sweepSqlite } from './sweep.ts';

export const SCENARIOS: readonly Scenario[] = [
  killSqlite,
  killPostgres,
  postgresRestart,
  failover,
  databaseCut,
  clockJumps,
  backup,
  migration,
  racesSqlite,
  racesPostgres,
  crossTalk,
  sigterm,
  rolling,
  overloadSqlite,
  overloadPostgres,
  slowClients,
  sweepSqlite,
  sweepPostgres,
  soak,
  powerLossSqlite,
  diskFullSqlite,
  diskFullPostgres,
  ioErrors,
  logBlocked,
];
