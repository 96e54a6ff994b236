/** What commands say to words and files that make no sense: one line that a terminal shows as it is, and the exit code. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { eachDatabase } from '../support/each-database.ts';
import { usualStage } from '../support/grant.ts';

const on = eachDatabase(usualStage);

test(
  'what was typed is repeated in one short line, without anything that a terminal obeys',
  on(async ({ service, quill: { client_id } }) => {
    const hostile = ['\u001b[31mred', 'two\nlines', 'x'.repeat(100_000), 'é'.repeat(3000), '\u009b2J'];
    for (const value of hostile)
      for (const words of [
        ['users', 'show', value],
        ['applications', 'approve', value],
        ['resources', 'show', '--identifier', value],
        ['events', '--kind', value],
        ['events', '--client', value],
        ['tokens', 'invalidate', '--before', value],
        ['applications', 'update', client_id, '--limit', value],
        ['applications', 'update', client_id, '--redirect-uri', value],
      ]) {
        const done = await service.cliHere(words);
        assert.ok(done.code === 1 || done.code === 2, `${words[0]} ${words[1]}: ${done.code}`);
        assert.match(done.stderr, /^latchkey: [^\p{Cc}]{1,900}[.?]( See: [^\p{Cc}]+)?\n$/u, `${words[0]} ${words[1]}`);
      }
  }),
);

test(
  'standard input that is not UTF-8 is refused, where a password or a name would be another one',
  on(async ({ service }) => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    const create = ['users', 'create', '--nickname', 'rene', '--email', 'rene@example.org', '--password-stdin'];
    const described = 'latchkey: 1 # Ren\u00e9\n';

    for (const [words, input] of [
      [create, latin('passé composé\n')],
      [['users', 'create-many'], latin('{"nickname":"ren","email":"ren@example.org","password":"passé composé"}\n')],
      [['apply', '-'], latin(described)],
      [['apply', '-'], Buffer.from(`\ufeff${described}`, 'utf16le')],
    ] as const) {
      const refused = await service.cli([...words], input);
      assert.deepEqual([refused.code, refused.stdout], [1, ''], words[0]);
      assert.equal(refused.stderr, 'latchkey: What stands on standard input is no text in UTF-8.\n', words[0]);
    }
    assert.doesNotMatch((await service.cliHere(['users', 'list'])).stdout, /ren/);
    assert.equal((await service.cli(['apply', '-'], `\ufeff${described}`)).code, 0);
  }),
);

test(
  'days that no calendar has, numbers with something after them and unknown names are refused',
  on(async ({ service, quill: { client_id } }) => {
    const wrong: readonly (readonly [string[], RegExp])[] = [
      [['events', '--until', '2026-02-30'], /--until must be a date/],
      [['events', '--since', '2026-04-31T00:00:00Z'], /--since must be a date/],
      [
        ['events', '--since', '2026-11-16', '--until', '2026-11-15'],
        /--since 2026-11-16 is later than --until 2026-11-15\./,
      ],
      [['events', '--since', '1h', '--until', '2d'], /--since 1h is later than --until 2d\./],
      [['tokens', 'invalidate', '--before', '2026-02-30T00:00:00Z'], /--before takes now/],
      [['applications', 'update', client_id, '--limit', 'token_requests=1=2'], /--limit: token_requests/],
      [['events', '--kind', 'account.sign_in'], /did you mean account\.signed_in\?/],
      [['events', '--client', 'nobody'], /There is no application nobody, and none was deleted\./],
      [['users', 'list', '--nonsense'], /^latchkey: --nonsense is not an option here\. See: /],
    ];
    for (const [words, why] of wrong) {
      const done = await service.cliHere(words);
      assert.notEqual(done.code, 0, words.join(' '));
      if (words.includes('--until')) assert.equal(done.code, 2);
      assert.match(done.stderr, why);
    }
  }),
);

test(
  'events of a deleted application are still found by its client_id',
  on(async ({ service, quill: { client_id } }) => {
    await service.cliHere(['applications', 'delete', client_id]);

    const found = await service.cliHere(['events', '--client', client_id, '--kind', 'application.deleted', '--json']);

    assert.equal(found.code, 0, found.stderr);
    assert.equal(JSON.parse(found.stdout).client_id, client_id);
  }),
);

test(
  'a file that is missing, a folder, binary or of another version is refused by its name, and nothing is left behind',
  on(async ({ service }) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-bad-input-'));
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'binary'), randomBytes(3000));
    writeFileSync(join(folder, 'later.yaml'), 'latchkey: 2\n');
    const before = readdirSync(folder).join();
    const wrong: readonly (readonly [string[], RegExp])[] = [
      [['import', 'users', '--from', join(folder, 'missing')], /^latchkey: There is no file or folder \S+missing\.\n$/],
      [['import', 'users', '--from', join(folder, 'inner')], /^latchkey: .* is a folder, where a file is needed\.\n$/],
      [['apply', join(folder, 'binary')], /^latchkey: \S+binary is no text in UTF-8\.\n$/],
      [['apply', join(folder, 'missing')], /^latchkey: There is no file or folder \S+missing\.\n$/],
      [['apply', join(folder, 'inner')], /^latchkey: \S+inner is a folder, where a file is needed\.\n$/],
      [['move', '--to-file', join(folder, 'inner')], /^latchkey: \S+inner is a folder, where a file is needed\.\n$/],
      [['apply', join(folder, 'later.yaml')], /a description of version 2, and this program reads version 1\./],
      [['backup', '--to', ''], /^latchkey: --to needs a value: --to FILE\. See: /],
      [['scan', join(folder, 'missing')], /^latchkey: \S+ was not read: There is no file or folder \S+\.\n$/],
    ];
    for (const [words, why] of wrong) {
      const done = await service.cli(words);
      assert.ok(done.code === 1 || done.code === 2, words.join(' '));
      assert.match(done.stderr, why);
    }
    assert.equal(readdirSync(folder).join(), before);
    rmSync(folder, { recursive: true });
  }),
);
