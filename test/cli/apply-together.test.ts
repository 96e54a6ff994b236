/** Proves that descriptions which are applied at the same time are all applied, one after the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../support/actors.ts';
import { eachDatabase } from '../support/each-database.ts';

const on = eachDatabase(async (service) => ({ service, ada: await createUser(service) }));

test(
  'of several descriptions of one application that are applied at once each one is applied',
  on(async ({ service, ada }) => {
    const application = {
      client_id: `at-once-${ada.nickname}`,
      owner: ada.nickname,
      type: 'machine',
      scopes: ['profile'],
    };
    const file = (name: string) => JSON.stringify({ latchkey: 1, applications: [{ ...application, name }] });
    const names = Array.from({ length: 6 }, (_, index) => `Name ${index}`);

    const outcomes = await Promise.all(names.map((name) => service.cliHere(['apply', '-', '--json'], file(name))));

    const does: string[] = [];
    for (const { code, stdout, stderr } of outcomes) {
      assert.deepEqual([code, stderr], [0, '']);
      const { applied, changes } = JSON.parse(stdout);
      assert.deepEqual([applied, changes.length], [true, 1]);
      does.push(changes[0].does);
    }
    assert.deepEqual(does.sort(), ['change', 'change', 'change', 'change', 'change', 'create']);
    const { stdout } = await service.cliHere(['applications', 'show', application.client_id, '--json']);
    assert.ok(names.includes(JSON.parse(stdout).name));
  }),
);

test(
  'who reads what is planned is told when it was planned again',
  on(async ({ service, ada }) => {
    const named = (name: string) =>
      JSON.stringify({
        latchkey: 1,
        resources: [{ identifier: `https://${ada.nickname}.example/`, name, scopes: ['profile'] }],
      });
    const names = Array.from({ length: 6 }, (_, index) => `API ${index}`);

    const outcomes = await Promise.all(names.map((name) => service.cliHere(['apply', '-'], named(name))));

    for (const { code, stdout, stderr } of outcomes) {
      assert.equal(code, 0, stderr);
      assert.match(stdout, /Done\.\n$/);
      if (stderr !== '')
        assert.match(stderr, /^(latchkey: Something has changed meanwhile: it is planned again\.\n)+$/);
    }
    assert.ok(
      outcomes.some(({ stderr }) => stderr !== ''),
      'at least one came in between',
    );
    assert.equal(outcomes.filter(({ stdout }) => /^The secret of /m.test(stdout)).length, 1);
  }),
);
