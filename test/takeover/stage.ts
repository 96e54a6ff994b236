/** The stage of a takeover: a service with an administrator, the scopes of the old one, and the pepper in a file. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUser } from '../support/actors.ts';
import { type Engine, type Outcome, type Service, startService, temporaryDirectory } from '../support/service.ts';
import { type Form, type Tables, writeSource } from './fixture.ts';
import type { Held } from './held.ts';

/** As Doorkeeper has them; `unknown` is left out on purpose. */
const SCOPES = JSON.stringify({
  public: { description: 'Read what is public', default: true },
  write: { description: 'Write' },
  notes: { description: 'Read notes' },
});

export interface TakeoverStage {
  readonly service: Service;
  readonly pepperFile: string;
  /** Runs `latchkey import doorkeeper` from this source, in this process. */
  run(from: string, ...words: string[]): Promise<Outcome>;
  /** The same as a process of its own. */
  runApart(from: string, ...words: string[]): Promise<Outcome>;
  /** The same, which must end well; answers its report. */
  import(from: string, ...words: string[]): Promise<Report>;
  importTables(tables: Tables, form: Form, ...words: string[]): Promise<Report>;
}

/** As `--json` prints it, as far as tests read it. */
export interface Report {
  readonly people: Record<string, number> & {
    readonly notes: readonly { id: number; kind: string; why: string | null; nickname: string }[];
  };
  readonly tokens: Record<string, number>;
  readonly applications: readonly {
    readonly publicId: string;
    readonly name: string;
    readonly outcome: string;
    readonly redirectUris: readonly string[];
    readonly findings: readonly { readonly kind: string; readonly uri?: string; readonly count?: number }[];
    readonly tokens: Record<string, number>;
  }[];
}

export async function setTakeoverStage(
  engine: Engine,
  held: Held,
  more: Record<string, string> = {},
): Promise<TakeoverStage> {
  const pepperFile = join(temporaryDirectory(), 'pepper');
  writeFileSync(pepperFile, `${held.pepper}\n`);
  const env = { LATCHKEY_IMPORTED_PEPPER_FILE: pepperFile, LATCHKEY_SCOPES: SCOPES, ...more };
  const service = await startService({ database: engine, env });
  await createUser(service, { nickname: 'operator', admin: true });
  const kept = held.mode === 'hashed' ? ['--tokens', 'sha256', '--secrets', 'sha256'] : [];
  const wordsOf = (from: string, words: readonly string[]) => [
    ...['import', 'doorkeeper', '--from', from, '--owner', 'operator'],
    ...kept,
    ...words,
  ];
  const run = (from: string, ...words: string[]) => service.cliHere(wordsOf(from, words));
  const brought = async (from: string, ...words: string[]): Promise<Report> => {
    const { code, stdout, stderr } = await run(from, '--json', ...words);
    assert.equal(code, 0, stderr);
    // Printed by the command that was just run.
    return JSON.parse(stdout) as Report;
  };
  return {
    service,
    pepperFile,
    run,
    runApart: (from, ...words) => service.cli(wordsOf(from, words)),
    import: brought,
    importTables: async (tables, form, ...words) => await brought(await writeSource(tables, form), ...words),
  };
}
