/** Opens empty databases of each engine for the storage tests, and closes them when the file is done. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Database } from '../../src/storage/database.ts';
import { type Migration, migrations } from '../../src/storage/migrations.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { freshDatabase, migratedDatabase } from '../support/postgres.ts';
import { migratedFile } from '../support/sqlite-template.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

const POOL = 8;
const folder = mkdtempSync(join(tmpdir(), 'latchkey-storage-'));
const opened: Database[] = [];
let files = 0;

/** Where there is nothing yet, not even tables. */
export async function addressOf(engine: Engine): Promise<string> {
  return engine === 'postgres' ? await freshDatabase() : `sqlite:${nextFile()}`;
}

async function addressWithTables(engine: Engine): Promise<string> {
  return engine === 'postgres' ? await migratedDatabase() : migratedFile(nextFile());
}

function nextFile(): string {
  files += 1;
  return join(folder, `${files}.db`);
}

export async function openAt(address: string): Promise<Database> {
  const database = await openDatabase(address, POOL);
  opened.push(database);
  return database;
}

export async function openEmpty(engine: Engine): Promise<Database> {
  return await openAt(await addressWithTables(engine));
}

/** Works as the program did that knew no migration from this one on: the list is constant for the program of now. */
export async function beforeMigration(name: string, work: () => Promise<void>): Promise<void> {
  const list = migrations as Migration[];
  const later = list.splice(list.findIndex((migration) => migration.name === name));
  try {
    await work();
  } finally {
    list.push(...later);
  }
}

/** Two instances of the program on one database. */
export async function openTwice(engine: Engine): Promise<[Database, Database]> {
  const address = await addressWithTables(engine);
  return [await openAt(address), await openAt(address)];
}

after(async () => {
  for (const database of opened) await database.close();
  rmSync(folder, { recursive: true, force: true });
});
