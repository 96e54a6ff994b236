/** Fills a database with made-up accounts, applications and token pairs, and keeps a known sample of token strings. */
import { writeFileSync } from 'node:fs';
import type { Sizes } from './fill/filling.ts';
import { openPostgresSink } from './fill/postgres-sink.ts';
import { tablesOf } from './fill/rows.ts';
import { openSqliteSink } from './fill/sqlite-sink.ts';

export interface FillWish {
  /** Of a database that has its schema and the client already, and that no service has open. */
  readonly databaseUrl: string;
  readonly sizes: Sizes;
  readonly clientPublicId: string;
  /** Gets the token strings of the sample, as JSON. */
  readonly sampleFile: string;
  say(words: string): void;
}

export interface Filled {
  /** On disk, after everything is settled. */
  readonly bytes: number;
  readonly seconds: number;
}

/** The sizes that the bars of the specification speak of. */
export const LARGE: Sizes = {
  pairs: 10_000_000,
  accounts: 1_000_000,
  applications: 10_000,
  expired: 1_000_000,
  sample: 100_000,
};

export const SMALL: Sizes = { pairs: 1000, accounts: 1000, applications: 10, expired: 0, sample: 1000 };

export async function fill({ databaseUrl, sizes, clientPublicId, sampleFile, say }: FillWish): Promise<Filled> {
  const began = performance.now();
  const path = /^sqlite:(.*)$/.exec(databaseUrl)?.[1];
  const sink = path === undefined ? await openPostgresSink(databaseUrl) : openSqliteSink(path);
  const clientId = await sink.clientNumber(clientPublicId);
  if (clientId === 0) throw new Error(`There is no client ${clientPublicId} in the database to be filled.`);
  const sample: [access: string, refresh: string][] = [];
  const filling = {
    sizes,
    clientId,
    now: Math.floor(Date.now() / 1000),
    keep: (access: string, refresh: string) => void sample.push([access, refresh]),
  };
  for (const table of tablesOf(filling)) {
    const start = performance.now();
    await sink.load(table, (rows) => {
      const perSecond = Math.round(rows / ((performance.now() - start) / 1000));
      say(`${table.name}: ${rows} of ${table.count} rows, ${perSecond}/s`);
    });
    if (table.count > 0) say(`${table.name}: ${table.count} rows\n`);
  }
  const bytes = await sink.finish(say);
  writeFileSync(sampleFile, JSON.stringify(sample));
  return { bytes, seconds: (performance.now() - began) / 1000 };
}
