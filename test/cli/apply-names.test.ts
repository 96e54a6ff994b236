/** Proves that `latchkey apply` names what changes as the file does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../support/actors.ts';
import { eachDatabase } from '../support/each-database.ts';

const on = eachDatabase(async (service) => ({ service, ada: await createUser(service) }));

test(
  'what would change of an application is told by the names that its description uses',
  on(async ({ service, ada }) => {
    const file = (application: object) => JSON.stringify({ latchkey: 1, applications: [application] });
    const before = {
      ...{ client_id: 'named', owner: ada.nickname, name: 'Named', type: 'web', send_iss: true },
      ...{ redirect_uris: ['https://named.example/cb'], scopes: ['profile'], required_scopes: [] },
    };
    const changed = {
      ...{ name: 'Other', type: 'spa', send_iss: false, scopes: ['profile', 'email'], required_scopes: ['profile'] },
      ...{ redirect_uris: ['https://named.example/back'] },
    };
    assert.equal((await service.cliHere(['apply', '-'], file(before))).code, 0);

    const { code, stdout, stderr } = await service.cliHere(
      ['apply', '-', '--dry-run', '--json'],
      file({ ...before, ...changed }),
    );

    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout).changes[0].fields.toSorted(), Object.keys(changed).toSorted());
  }),
);
