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

test(
  'an owner is named by number as YAML writes numbers, and what YAML takes for something else by its place',
  on(async ({ service, ada }) => {
    const shown = await service.cliHere(['users', 'show', ada.nickname, '--json']);
    const number: number = JSON.parse(shown.stdout).id;
    const yaml = (owner: string, name: string) =>
      `latchkey: 1\napplications:\n  - client_id: numbered\n    owner: ${owner}\n    name: ${name}\n    redirect_uris: [https://numbered.example/cb]\n`;
    const quotes = 'Must be a text: put it in quotation marks\\.';

    for (const [source, why] of [
      [yaml(String(number), '1e3'), `/applications/0/name: ${quotes}`],
      [yaml(String(number), 'true'), `/applications/0/name: ${quotes}`],
      [yaml('1e3', 'Numbered'), `/applications/0/owner: ${quotes}`],
      [yaml('0x10', 'Numbered'), `/applications/0/owner: ${quotes}`],
      ['latchkey: "1"\n', '/latchkey: Must be the number 1\\.'],
    ] as const) {
      const refused = await service.cliHere(['apply', '-'], source);
      assert.equal(refused.code, 1, refused.stdout);
      assert.match(refused.stderr, new RegExp(why));
    }
    for (const source of [
      yaml(String(number), 'Numbered'),
      yaml(`"${number}"`, 'Numbered'),
      JSON.stringify({ latchkey: 1, applications: [{ client_id: 'numbered', owner: number }] }),
    ]) {
      const done = await service.cliHere(['apply', '-'], source);
      assert.equal(done.code, 0, done.stderr);
    }
    const made = await service.cliHere(['applications', 'show', 'numbered', '--json']);
    assert.equal(JSON.parse(made.stdout).owner, number);
  }),
);
