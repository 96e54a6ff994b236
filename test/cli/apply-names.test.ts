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
  'a tag that YAML does not know, or that does not fit, is refused with its line',
  on(async ({ service, ada }) => {
    const yaml = (name: string) =>
      `latchkey: 1\napplications:\n  - client_id: tagged\n    owner: ${ada.nickname}\n    name: ${name}\n    redirect_uris: [https://tagged.example/cb]\n`;
    const says = (what: string) => `latchkey: ${what}\nlatchkey: Nothing was changed.\n`;
    const tagged = (line: number, tag: string) =>
      says(`Line ${line} has the tag ${tag}, which is not known here or does not fit what follows it: leave it out.`);

    for (const [source, why] of [
      [yaml('!foo bar'), tagged(5, '!foo')],
      [yaml('!Ref Name'), tagged(5, '!Ref')],
      [yaml('!!int Tagged'), tagged(5, 'tag:yaml.org,2002:int')],
      [`!described\n${yaml('Tagged')}`, tagged(1, '!described')],
      [
        '%FOO bar\n---\nlatchkey: 1\n',
        says('It has something that is not known here: Unknown directive %FOO at line 1, column 1.'),
      ],
      ['latchkey: 1\n? [a, b]\n: c\n', says('/[ a, b ]: There is no such member here.')],
    ] as const) {
      const refused = await service.cli(['apply', '-'], source);
      assert.deepEqual([refused.code, refused.stdout, refused.stderr], [1, '', why]);
    }
    const taken = await service.cliHere(['apply', '-'], yaml('!!str 1e3'));
    assert.equal(taken.code, 0, taken.stderr);
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
