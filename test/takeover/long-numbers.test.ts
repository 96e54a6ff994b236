/** Numbers beyond 2^53, which some services give out, keep apart what belongs to whom. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { everyEngine } from '../support/each-database.ts';
import { driveEverything } from './drive.ts';
import { type Cell, type Form, loadFixture, type Tables, writeSource } from './fixture.ts';
import { setTakeoverStage } from './stage.ts';

/** So close to each other that half of them are the same as numbers of JavaScript. */
const FIRST = 1_234_567_890_123_456_784n;

function withLongNumbers(tables: Tables): void {
  const long = (cell: Cell | undefined) => (typeof cell === 'number' ? String(FIRST + BigInt(cell)) : (cell ?? null));
  for (const row of tables.oauth_applications) row.id = long(row.id);
  for (const row of [...tables.oauth_access_tokens, ...tables.oauth_access_grants])
    row.application_id = long(row.application_id);
}

/** As a database writes them: without quotation marks. */
async function writeUnquoted(tables: Tables, form: Form): Promise<string> {
  const from = await writeSource(tables, form);
  if (form === 'sqlite' || form === 'postgres') return from;
  const files = statSync(from).isDirectory() ? readdirSync(from).map((name) => join(from, name)) : [from];
  for (const path of files)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/("(?:application_)?id":)"(\d{19})"/g, '$1$2'));
  return from;
}

test('applications whose numbers are beyond 2^53 keep their tokens, secrets and codes, in every form of a source', () =>
  everyEngine(async (engine) => {
    const forms: readonly Form[] = engine === 'sqlite' ? ['folder', 'file', 'sqlite'] : ['file', 'postgres'];
    for (const form of forms) {
      const { held, tables } = loadFixture('plain');
      withLongNumbers(tables);
      const stage = await setTakeoverStage(engine, held);

      const report = await stage.import(await writeUnquoted(tables, form));

      assert.equal(report.applications.length, tables.oauth_applications.length, form);
      await driveEverything(stage.service, held);
      await stage.service.stop();
    }
  }));

test('an application whose number comes twice is refused, since its tokens could be those of either', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const [first] = tables.oauth_applications;
    assert.ok(first);
    tables.oauth_applications.push({ ...first, uid: 'another-one' });
    const stage = await setTakeoverStage(engine, held);

    const refused = await stage.run(await writeSource(tables, 'folder'));

    assert.equal(refused.code, 1);
    assert.equal(refused.stderr, `latchkey: The table oauth_applications has the id "${first.id}" twice.\n`);
  }));
