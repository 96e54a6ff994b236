/** What carries all data away or turns the clock back is an event in the database that goes on being used. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Migration, migrations } from '../../src/storage/migrations.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { createUser } from '../support/actors.ts';
import { everyEngine } from '../support/each-database.ts';
import { freshDatabase } from '../support/postgres.ts';
import { type Outcome, run, startService, temporaryDirectory } from '../support/service.ts';

const WHO = `by the operator (${userInfo().username})`;

interface Told {
  readonly kind: string;
  readonly detail: string | null;
}

function eventsIn({ code, stdout, stderr }: Outcome): readonly Told[] {
  assert.equal(code, 0, stderr);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line)).filter(({ kind }) => /administration\.(?:backed|rest|moved)/.test(kind));
}

const LOG = ['events', '--limit', '10000', '--json'];

test('a backup is an event of the database that was copied, and a restore is one of the restored database', async () => {
  const service = await startService({ database: 'sqlite' });
  await createUser(service);
  const backup = join(temporaryDirectory(), 'backup.db');

  const made = await service.cli(['backup', '--to', backup]);

  assert.deepEqual([made.code, made.stderr], [0, '']);
  const noted = eventsIn(await service.cli(LOG));
  assert.deepEqual(
    noted.map(({ kind, detail }) => [kind, detail]),
    [['administration.backed_up', WHO]],
  );
  const bytes = readFileSync(backup);
  await service.stop();
  for (const more of [[], ['--invalidate-before', 'now']]) {
    const restored = await service.cli(['restore', '--from', backup, ...more]);
    assert.deepEqual([restored.code, restored.stderr], [0, '']);
    const [turned, ...others] = eventsIn(await service.cli(LOG));
    assert.equal(turned?.kind, 'administration.restored');
    assert.match(String(turned?.detail), /^until \d{4}-\S+Z; by the operator \(/);
    assert.deepEqual(others, []);
  }
  assert.ok(bytes.equals(readFileSync(backup)), 'the backup stays as it is');
  assert.equal((await service.cli(['events', 'verify'])).code, 0);
});

test('a backup is whole though its event cannot be written, and a line on standard error says so', async () => {
  const file = join(temporaryDirectory(), 'latchkey.db');
  // As a program left it that knew a few migrations less: it may be serving, and is not migrated by a backup.
  const list = migrations as Migration[];
  const later = list.splice(migrations.length - 4);
  try {
    await (await openDatabase(`sqlite:${file}`, 1)).close();
  } finally {
    list.push(...later);
  }
  const env = { LATCHKEY_DATABASE: `sqlite:${file}` };

  const made = await run(['backup', '--to', join(temporaryDirectory(), 'backup.db')], { env });

  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /it is whole/);
  assert.match(
    made.stderr,
    /^latchkey: It is done, but its event administration\.backed_up could not be written: .+\n$/,
  );
  assert.equal((await run(['migrate', '--check'], { env })).code, 1, 'its schema is as it was');
});

test('a move is an event of the database that everything came to, which names the other one without its password', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const to = engine === 'sqlite' ? await freshDatabase() : join(service.directory, 'moved.db');

    const moved = await service.cli(['move', '--to', to]);
    const again = await service.cli(['move', '--to', to]);

    assert.deepEqual([moved.code, moved.stderr, again.code], [0, '', 0]);
    const [told, ...others] = eventsIn(await service.cli(LOG));
    assert.equal(told?.kind, 'administration.moved');
    const from = engine === 'sqlite' ? /^sqlite:\// : /^postgres:\/\/[^;]+@/;
    assert.match(String(told?.detail), from);
    assert.ok(told?.detail?.endsWith(`; ${WHO}`), String(told?.detail));
    const { password } = new URL(service.databaseUrl.replace('sqlite:', 'file:'));
    assert.ok(password === '' || !told?.detail?.includes(`:${password}@`));
    assert.deepEqual(others, []);
    assert.equal((await service.cli(['events', 'verify'])).code, 0);
  }));
