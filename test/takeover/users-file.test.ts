/** What a file of people may be: plain, in UTF-8, and with hashes that can be checked; what is wrong with it is told. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashSync } from 'bcryptjs';
import { everyEngine } from '../support/each-database.ts';
import { type Service, startService, temporaryDirectory } from '../support/service.ts';

function fileOf(text: string | Buffer): string {
  const path = join(temporaryDirectory(), 'people.jsonl');
  writeFileSync(path, text);
  return path;
}

function personLine(id: number, more: Record<string, string> = {}): string {
  return `${JSON.stringify({ id, nickname: `person${id}`, address: `person${id}@example.org`, ...more })}\n`;
}

async function assertNobody(service: Service): Promise<void> {
  assert.equal((await service.cliHere(['users', 'list'])).stdout, '');
}

test('what can be read only once is refused, where the second reading found nobody to import', async () => {
  const service = await startService({ database: 'sqlite' });

  for (const kind of ['users', 'doorkeeper']) {
    const refused = await service.cliHere(['import', kind, '--from', '/dev/null']);

    assert.equal(refused.code, 1, kind);
    assert.match(
      refused.stderr,
      /^latchkey: \/dev\/null is no plain file, and an import reads .+: write it to a file first\.\n$/,
    );
  }
});

test('a hash that is too costly to be checked is told as that, and not as none', async () => {
  const service = await startService({ database: 'sqlite' });
  const costly = [
    `$2b$16$${'a'.repeat(53)}`,
    '$argon2id$v=19$m=1048576,t=2,p=4$MDEyMzQ1Njc4OWFiY2RlZg$MDEyMzQ1Njc4OWFiY2RlZg',
  ];
  const lines = costly.map((hash, index) => personLine(index + 1, { hash })).join('');

  const done = await service.cliHere(['import', 'users', '--from', fileOf(lines + personLine(9)), '--json']);

  const { notes } = JSON.parse(done.stdout).people;
  assert.deepEqual(
    notes.map(({ id, why }: { id: number; why: string }) => [id, why]),
    [
      [1, 'unknown_hash'],
      [2, 'unknown_hash'],
      [9, 'none'],
    ],
  );
});

test('a line that is not UTF-8 is named, wherever it stands', async () => {
  const service = await startService({ database: 'sqlite' });
  const latin = Buffer.from('{"id":1,"nickname":"ren\xe9"}\n', 'latin1');
  // The last bytes of one part of the file are the first ones of a character, at whichever length it is read.
  const filler = Array.from({ length: 4000 }, (_, index) => personLine(10 + index, { name: 'é'.repeat(60) })).join('');
  const before = (text: string) => Buffer.concat([Buffer.from(text), latin, Buffer.from(personLine(4))]);

  const lines: readonly [number, Buffer][] = [
    [1, before('')],
    [3, before(personLine(1) + personLine(2))],
    [4001, before(filler)],
    [4001, before(filler.replaceAll('person', 'persons'))],
    [1, Buffer.from('\ufeff{"id":1}\n', 'utf16le')],
    [1, Buffer.from([0x80, 10])],
  ];
  for (const [number, bytes] of lines) {
    const refused = await service.cliHere(['import', 'users', '--from', fileOf(bytes), '--dry-run']);

    assert.equal(refused.code, 1);
    assert.match(refused.stderr, new RegExp(`^latchkey: Line ${number} of \\S+ is not UTF-8\\.`), `${number}`);
  }
  await assertNobody(service);
});

test('a line that says something twice is named, and what it says twice', async () => {
  const service = await startService({ database: 'sqlite' });
  const twice = `${personLine(1)}{"id":2,"address":"a@example.org","address":"b@example.org"}\n`;

  const refused = await service.cliHere(['import', 'users', '--from', fileOf(twice)]);

  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^latchkey: Line 2 of \S+ has address more than once\. Nothing was imported\.\n$/);
  await assertNobody(service);
});

test('a later run without the pepper of the one before is refused, unless it says that there is none', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const pepper = join(temporaryDirectory(), 'pepper');
    writeFileSync(pepper, 'd5b1f3a0\n');
    const from = fileOf(personLine(1, { hash: hashSync('correct horsed5b1f3a0', 4) }) + personLine(2));
    const run = (...words: string[]) => service.cliHere(['import', 'users', '--from', from, '--json', ...words]);
    const figures = async (...words: string[]) => {
      const { added, changed, unchanged } = JSON.parse((await run(...words)).stdout).people;
      return { added, changed, unchanged };
    };
    await run('--pepper-file', pepper);

    assert.equal((await run('--pepper-file', pepper, '--no-pepper')).code, 2);
    for (const words of [['--dry-run'], []]) {
      const refused = await run(...words);
      assert.equal(refused.code, 1);
      assert.match(
        refused.stderr,
        /^latchkey: Passwords were brought with a pepper before, and this run has none: [^\n]+\n$/,
      );
    }
    assert.deepEqual(await figures('--pepper-file', pepper), { added: 0, changed: 0, unchanged: 2 });
    assert.deepEqual(await figures('--no-pepper'), { added: 0, changed: 1, unchanged: 1 });
    assert.deepEqual(await figures(), { added: 0, changed: 0, unchanged: 2 });
    assert.deepEqual(await figures('--pepper-file', pepper), { added: 0, changed: 1, unchanged: 1 });
  }));
