/** Every fault that `npm run faults` knows. */

import { overTls, type Scenario } from './scenario.ts';
import { backup } from './scenarios/backup.ts';
import { clockJumps } from './scenarios/clock-jumps.ts';
import { crossTalk } from './scenarios/cross-talk.ts';
import { databaseCut } from './scenarios/database-cut.ts';
import { diskFullPostgres, diskFullSqlite } from './scenarios/disk-full.ts';
import { failover } from './scenarios/failover.ts';
import { rolling, rollingNginx, sigterm } from './scenarios/graceful.ts';
import { hostileStranger, hostileUser } from './scenarios/hostile.ts';
import { ioErrors } from './scenarios/io-errors.ts';
import { jobsPostgres, jobsSqlite } from './scenarios/jobs.ts';
import { killPostgres, killSqlite } from './scenarios/kills.ts';
import { largeApplicationPostgres, largeApplicationSqlite } from './scenarios/large-application.ts';
import { logBlocked } from './scenarios/log-blocked.ts';
import { migration } from './scenarios/migration.ts';
import { move } from './scenarios/move.ts';
import { overloadPostgres, overloadSqlite } from './scenarios/overload.ts';
import { postgresRestart } from './scenarios/postgres-restart.ts';
import { powerLossSqlite } from './scenarios/power-loss.ts';
import { racesPostgres, racesSqlite } from './scenarios/races.ts';
import { slowClients } from './scenarios/slow-clients.ts';
import { soak } from './scenarios/soak.ts';
import { sweepPostgres, sweepSqlite } from './scenarios/sweep.ts';

const ON_SQLITE: readonly Scenario[] = [
  killSqlite,
  jobsSqlite,
  racesSqlite,
  sigterm,
  overloadSqlite,
  slowClients,
  sweepSqlite,
  largeApplicationSqlite,
  soak,
  powerLossSqlite,
  diskFullSqlite,
  ioErrors,
  logBlocked,
];

/** On PostgreSQL, or on both. */
const ON_POSTGRES: readonly Scenario[] = [
  killPostgres,
  jobsPostgres,
  postgresRestart,
  failover,
  databaseCut,
  clockJumps,
  backup,
  migration,
  move,
  racesPostgres,
  crossTalk,
  rolling,
  rollingNginx,
  overloadPostgres,
  hostileStranger,
  hostileUser,
  sweepPostgres,
  largeApplicationPostgres,
  diskFullPostgres,
];

/** Whatever happens beside PostgreSQL can be run once more with TLS between it and the instances. */
export const SCENARIOS: readonly Scenario[] = [...ON_SQLITE, ...ON_POSTGRES, ...ON_POSTGRES.map(overTls)];
