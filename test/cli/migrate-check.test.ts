/** Before an upgrade one asks whether a database would be migrated, and the answer changes nothing. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Migration, migrations } from '../../src/storage/migrations.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { addressOf, ENGINES } from '../storage/engines.ts';
import { run } from '../support/service.ts';

const NEWEST = migrations.length;
const BEFORE = NEWEST - 4;

for (const engine of ENGINES) {
  describe(`migrate --check, on ${engine}`, () => {
    test('says which schema an older program left, and leaves it', async () => {
      const env = { LATCHKEY_DATABASE: await oldDatabase(engine) };
      const says = `latchkey: The database has schema ${BEFORE}, and this program would bring it to ${NEWEST}: back up and stop every instance first.\n`;

      for (let round = 0; round < 2; round += 1) {
        const { code, stdout, stderr } = await run(['migrate', '--check'], { env });
        assert.deepEqual([code, stdout, stderr], [1, '', says]);
      }
    });

    test('says that there is nothing to do where that is so', async () => {
      const env = { LATCHKEY_DATABASE: await oldDatabase(engine) };

      const migrated = await run(['migrate', '--json'], { env });
      const checked = await run(['migrate', '--check', '--json'], { env });

      assert.deepEqual([migrated.code, checked.code, checked.stderr], [0, 0, '']);
      assert.deepEqual(JSON.parse(checked.stdout), { schema: NEWEST, newest: NEWEST });
      assert.equal(checked.stdout, migrated.stdout);
    });

    test('answers with --json whatever the answer is', async () => {
      const check = ['migrate', '--check', '--json'];
      const old = await run(check, { env: { LATCHKEY_DATABASE: await oldDatabase(engine) } });
      const none = await run(check, { env: { LATCHKEY_DATABASE: await addressOf(engine) } });

      const { says, ...facts } = JSON.parse(old.stdout);
      assert.deepEqual([old.code, old.stderr, facts], [1, '', { schema: BEFORE, newest: NEWEST }]);
      assert.match(says, /^The database has schema \d+, and this program would bring it to \d+: /);
      const { says: why, ...nothing } = JSON.parse(none.stdout);
      assert.deepEqual([none.code, none.stderr, nothing], [3, '', { schema: null, newest: NEWEST }]);
      assert.match(why, /^(There is no database file|The database .+ has no tables of this service)/);
    });

    test('makes no database where there is none', async () => {
      const env = { LATCHKEY_DATABASE: await addressOf(engine) };

      for (let round = 0; round < 2; round += 1) {
        const { code, stderr } = await run(['migrate', '--check'], { env });
        assert.equal(code, 3);
        assert.match(stderr, /^latchkey: (There is no database file|The database .+ has no tables of this service)/);
      }
    });
  });
}

test('migrate --check has a code of its own for a database that it cannot ask, and for a wrong call', async () => {
  const check = ['migrate', '--check'];
  const away = await run(check, { env: { LATCHKEY_DATABASE: 'postgres://latchkey:hidden@127.0.0.1:1/latchkey' } });
  const wrong = await run([...check, '--nonsense'], { env: {} });

  assert.equal(away.code, 3, away.stderr);
  assert.match(away.stderr, /^latchkey: .+\n$/);
  assert.ok(!away.stderr.includes('hidden'));
  assert.equal(wrong.code, 2, wrong.stderr);
});

/** As a program left it that knew a few migrations less. */
async function oldDatabase(engine: (typeof ENGINES)[number]): Promise<string> {
  const address = await addressOf(engine);
  // The list is constant for the program; here it is the program of before.
  const list = migrations as Migration[];
  const later = list.splice(BEFORE);
  try {
    await (await openDatabase(address, 4)).close();
  } finally {
    list.push(...later);
  }
  return address;
}
