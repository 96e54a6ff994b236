/** An import that is killed, meets another one or a full disk: nothing is half done, lost or doubled. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDisk } from '../faults/environment/disk.ts';
import { openBrowser } from '../support/browser-like.ts';
import { spawnChild } from '../support/children.ts';
import { everyEngine } from '../support/each-database.ts';
import { whoami } from '../support/grant.ts';
import { json } from '../support/http-client.ts';
import type { Outcome } from '../support/service.ts';
import { driveEverything } from './drive.ts';
import { loadFixture, type Tables, writeSource } from './fixture.ts';
import { type Report, setTakeoverStage, type TakeoverStage } from './stage.ts';

const PEOPLE = 3000;
/** Often enough to meet the middle; without a pause the import would have to share its processor with the looks. */
const LOOK_EVERY_MS = 5;
const FIRST = 100_000;

/** Enough for several chunks, so that there is a middle: each person has one token. */
function manyPeople(tables: Tables): Tables {
  const [person] = tables.users;
  const [token] = tables.oauth_access_tokens;
  assert.ok(person && token);
  const ids = Array.from({ length: PEOPLE }, (_, index) => FIRST + index);
  return {
    ...tables,
    users: [
      ...tables.users,
      ...ids.map((id) => ({ ...person, id, nickname: `many${id}`, email: `many${id}@example.org` })),
    ],
    oauth_access_tokens: [
      ...tables.oauth_access_tokens,
      ...ids.map((id) => ({
        ...token,
        id,
        token: accessOf(id),
        refresh_token: `refresh-of-${id}-${'r'.repeat(20)}`,
        resource_owner_id: id,
      })),
    ],
  };
}

function accessOf(id: number): string {
  return `access-of-${id}-${'a'.repeat(20)}`;
}

interface Interruption {
  readonly from: string;
  readonly env?: Record<string, string>;
  /** Asked again and again; once it is true, `interrupt` is called. */
  readonly isTime: () => Promise<boolean>;
  readonly interrupt: (child: ChildProcess) => void;
}

/** Starts an import as a process of its own and disturbs it in the middle; answers how it ended. */
async function interrupted(
  stage: TakeoverStage,
  { from, env = {}, isTime, interrupt }: Interruption,
): Promise<Outcome> {
  const { service, pepperFile } = stage;
  const executable = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');
  const settings = { LATCHKEY_DATABASE: service.databaseUrl, LATCHKEY_IMPORTED_PEPPER_FILE: pepperFile };
  const words = ['import', 'doorkeeper', '--from', from, '--owner', 'operator'];
  const child = spawnChild(executable, words, {
    cwd: service.directory,
    env: { PATH: process.env.PATH ?? '', ...settings, ...env },
  });
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    outcome.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    outcome.stderr += text;
  });
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    child.once('close', (code) => {
      outcome.code = code;
      isOver = true;
      resolve();
    });
  });
  while (!isOver && !(await isTime())) await pause(LOOK_EVERY_MS);
  interrupt(child);
  await ended;
  return outcome;
}

const kill = (child: ChildProcess) => void child.kill('SIGKILL');

async function hasPerson({ service }: TakeoverStage): Promise<boolean> {
  return (await openBrowser(service.url).get('/users/1')).status === 200;
}

async function hasToken({ service }: TakeoverStage, access: string): Promise<boolean> {
  return (await whoami(service, access)).status === 200;
}

test('killed among the people and stopped among the tokens, and run again, an import loses nothing and doubles nothing', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    const from = await writeSource(manyPeople(tables), 'folder');

    await interrupted(stage, { from, isTime: () => hasPerson(stage), interrupt: kill });
    const isTime = () => hasToken(stage, held.tokens.live.access);
    const stopped = await interrupted(stage, { from, isTime, interrupt: (child) => void child.kill('SIGINT') });
    const last = await stage.import(from);
    const again = await stage.import(from);

    assert.equal(stopped.code, null, 'ended by the signal, not by an exit');
    assert.match(stopped.stderr, /Stopped\. What was brought is whole; run the import again for the rest\.\n$/);
    const people = (report: Report) => (report.people.added ?? 0) + (report.people.unchanged ?? 0);
    assert.equal(people(last), PEOPLE + 8);
    assert.equal(again.people.unchanged, PEOPLE + 8);
    assert.equal(again.tokens.unchanged, PEOPLE + 13);
    assert.equal(again.tokens.added, 0);
    for (const id of [FIRST, FIRST + 1999, FIRST + 2000, FIRST + PEOPLE - 1])
      assert.equal(json(await whoami(stage.service, accessOf(id))).id, id);
    await driveEverything(stage.service, held);
    const undone = await stage.service.cliHere(['import', 'doorkeeper', '--undo']);
    assert.match(undone.stderr, /can no longer be undone/);
  }));

test('of several imports at once one runs and the others are refused with one line', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    const from = await writeSource(manyPeople(tables), 'folder');

    const outcomes: readonly Outcome[] = await Promise.all([1, 2, 3].map(() => stage.runApart(from)));

    const refused = outcomes.filter(({ code }) => code !== 0);
    for (const { code, stderr } of refused) {
      assert.equal(code, 1);
      assert.match(stderr, /^latchkey: Another import is running\. [^\n]*\n$/);
    }
    const again = await stage.import(from);
    assert.equal(again.people.unchanged, PEOPLE + 8);
    assert.equal(again.tokens.unchanged, PEOPLE + 13);
  }));

test('a disk that is full in the middle stops an import with one line, and the next run brings the rest', async () => {
  const { held, tables } = loadFixture('plain');
  const stage = await setTakeoverStage('sqlite', held);
  const from = await writeSource(manyPeople(tables), 'folder');
  const disk = openDisk({ folder: stage.service.directory });

  const { code, stderr } = await interrupted(stage, {
    from,
    env: disk.env,
    isTime: () => hasPerson(stage),
    interrupt: () => disk.turn('full'),
  });
  disk.close();

  assert.equal(code, 1, stderr);
  assert.match(stderr, /^latchkey: [^\n]* What was brought is whole; run the import again for the rest\.\n$/);
  const last = await stage.import(from);
  assert.equal((last.people.added ?? 0) + (last.people.unchanged ?? 0), PEOPLE + 8);
  await driveEverything(stage.service, held);
});
