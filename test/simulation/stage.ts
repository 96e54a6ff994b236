/** Opens everything that schedules share: the database in memory, two people, two applications, settings and a clock. */
import { loadSettings } from '../../src/config/load.ts';
import { withListeningPort } from '../../src/config.ts';
import { createCounters } from '../../src/counters.ts';
import { createLog } from '../../src/log.ts';
import { createPasswords } from '../../src/passwords/argon2.ts';
import type { Database } from '../../src/storage/database.ts';
import { createDeferredWrites } from '../../src/storage/later/deferred-writes.ts';
import { createWorld, type World } from '../../src/world.ts';
import { createTemplate, FIRST_MOMENT } from '../model/real.ts';
import type { Place } from './acts.ts';
import { type Memory, openMemory } from './memory.ts';

export interface Stage {
  readonly memory: Memory;
  readonly place: Place;
  readonly clientNumber: number;
  readonly now: number;
  /** For questions at the end: nobody interferes. */
  quietWorld(now: number): World;
  close(): void;
}

/** `breakIt` puts something between the core and the database, to see whether it is noticed. */
export async function openStage(breakIt: (memory: Memory) => Memory = (memory) => memory): Promise<Stage> {
  const template = await createTemplate();
  const memory = openMemory(template.file);
  const loaded = loadSettings({ flags: { 'log-level': 'silent' }, env: {}, readFile: () => '' });
  if (!loaded.ok) throw new Error(loaded.faults.join('\n'));
  const settings = withListeningPort(loaded.loaded.settings, 3000);
  const log = createLog(settings);
  const passwords = createPasswords();
  const [client] = memory.all<{ id: number }>(
    `select id from clients where public_id = '${template.applications[0]?.clientId}'`,
  );
  const direct = directPort(memory);
  return {
    memory: breakIt(memory),
    place: { template, log, passwords, settings },
    clientNumber: client?.id ?? 0,
    now: FIRST_MOMENT,
    quietWorld: (now) =>
      createWorld({
        settings,
        database: direct,
        deferred: createDeferredWrites(direct),
        passwords,
        log,
        counters: createCounters(true),
        now: () => now,
      }),
    close() {
      memory.close();
      template.remove();
    },
  };
}

function directPort(memory: Memory): Database {
  return {
    engine: 'sqlite',
    // The row type is the caller's promise about the columns it named.
    read: <Row>(statement: Parameters<Memory['read']>[0]) =>
      Promise.resolve(memory.read(statement)) as Promise<readonly Row[]>,
    list: <Row>(statement: Parameters<Memory['read']>[0]) =>
      Promise.resolve(memory.read(statement)) as Promise<readonly Row[]>,
    write: (batch) => Promise.resolve(memory.write(batch)),
    findTrouble: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
}
