/** People are imported from a file with hashes of four families, and sign in with the passwords they have. */
import assert from 'node:assert/strict';
import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashSync } from 'bcryptjs';
import { openBrowser } from '../support/browser-like.ts';
import { everyEngine } from '../support/each-database.ts';
import { eventually } from '../support/eventually.ts';
import { type Service, startService, temporaryDirectory } from '../support/service.ts';

const PASSWORD = 'zu kurz';

function hex(bytes: Buffer): string {
  return bytes.toString('hex');
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

const SALT = Buffer.from('0123456789abcdef');
// Of another program: argon2id, 8 MiB, one pass.
const ARGON2 = '$argon2id$v=19$m=8192,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$wJneKm6N8QM1ONp9OzzeAeCZOugVD8VBKv+sjzqmAQs';
const HASHES: Readonly<Record<string, string>> = {
  bcrypt: hashSync(PASSWORD, 4),
  argon2: ARGON2,
  'django.argon2': `argon2${ARGON2}`,
  'django.bcrypt': `bcrypt$${hashSync(PASSWORD, 4)}`,
  'spring.bcrypt': `{bcrypt}${hashSync(PASSWORD, 4).replace('$2b$', '$2a$')}`,
  'spring.argon2': `{argon2@SpringSecurity_v5_8}${ARGON2}`,
  passlib: `$pbkdf2-sha256$1000$${base64(SALT).replaceAll('+', '.')}$${base64(pbkdf2Sync(PASSWORD, SALT, 1000, 32, 'sha256')).replaceAll('+', '.')}`,
  django: `pbkdf2_sha256$1000$seasalt$${pbkdf2Sync(PASSWORD, 'seasalt', 1000, 32, 'sha256').toString('base64')}`,
  werkzeug: `pbkdf2:sha512:1000$seasalt$${hex(pbkdf2Sync(PASSWORD, 'seasalt', 1000, 64, 'sha512'))}`,
  scrypt: `$scrypt$ln=10,r=8,p=1$${base64(SALT)}$${base64(scryptSync(PASSWORD, SALT, 32, { N: 1024 }))}`,
  // As Django 5.2 wrote it.
  'django.scrypt':
    'scrypt$16384$seasalt$8$5$IwQqqK/8zkCGMX9j9R4VGoUfW7dK6UOW7V+k+wG5ZXYIUpau1JQE6UolixzC77jT8sWwloYAVT/T6J5Vuu5sDA==',
  'werkzeug.scrypt': `scrypt:1024:8:1$seasalt$${hex(scryptSync(PASSWORD, 'seasalt', 64, { N: 1024 }))}`,
};

type Line = Record<string, string | number | boolean | string[]>;

function linesOf(): Line[] {
  return Object.entries(HASHES).map(([nickname, hash], index) => ({
    id: 50 + index,
    nickname,
    address: `${nickname}@example.org`,
    verified: true,
    hash,
  }));
}

function fileOf(lines: readonly Line[]): string {
  const path = join(temporaryDirectory(), 'people.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

function importFrom(service: Service, path: string, ...words: string[]) {
  return service.cliHere(['import', 'users', '--from', path, ...words]);
}

async function signIn(service: Service, nickname: string, password: string): Promise<number> {
  return (await openBrowser(service.url).signIn({ nickname, password })).status;
}

test('bcrypt, argon2, PBKDF2 and scrypt hashes in the spellings of seven programs let people in, and no wrong password', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });

    const done = await importFrom(service, fileOf(linesOf()), '--json');

    assert.equal(done.code, 0, done.stderr);
    assert.equal(JSON.parse(done.stdout).people.added, Object.keys(HASHES).length);
    for (const nickname of Object.keys(HASHES)) {
      assert.equal(await signIn(service, nickname, `${PASSWORD}!`), 422, nickname);
      assert.equal(await signIn(service, nickname, PASSWORD), 303, nickname);
      assert.equal(await signIn(service, nickname, PASSWORD), 303, `${nickname} again, by argon2id`);
    }
  }));

test('running it again brings new people and new hashes, leaves out nobody, and can be undone before a sign-in', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const lines = linesOf();
    await importFrom(service, fileOf(lines));
    const [first, ...others] = lines;
    const changed = [
      ...others,
      { ...first, hash: hashSync('ein neues', 4) },
      { id: 999, nickname: 'late', address: 'late@example.org' },
    ];

    const again = JSON.parse((await importFrom(service, fileOf(changed), '--json')).stdout);
    const undone = await service.cliHere(['import', 'users', '--undo', '--json']);

    assert.equal(again.people.added, 1);
    assert.equal(again.people.changed, 1);
    assert.equal(again.people.unchanged, others.length);
    assert.equal(again.people.gone, 0);
    assert.equal(undone.code, 0, undone.stderr);
    assert.deepEqual(JSON.parse(undone.stdout), { undone: true });
    assert.equal((await service.cliHere(['users', 'list'])).stdout, '');
  }));

test('whoever was locked out stays out, in all spellings that other programs have for yes, no and when', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const hash = HASHES.bcrypt ?? '';
    const out = [true, 1, '1', 'true', 'TRUE', 't', 'yes', 'on', '2026-11-15T12:00:00Z', 1_700_000_000];
    const inside = [false, 0, '0', 'false', 'f', 'no', '', '0000-00-00 00:00:00'];
    const lines = [...out, ...inside].map((mark, index) => ({
      ...{ id: 60 + index, nickname: `person${index}`, address: `person${index}@example.org`, hash },
      disabled: mark,
    }));

    const done = JSON.parse((await importFrom(service, fileOf(lines), '--json')).stdout);

    assert.deepEqual([done.people.added, done.people.disabled], [lines.length, out.length]);
    const { stdout } = await service.cliHere(['users', 'list', '--json']);
    const listed = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const states = lines.map(({ id }) => listed.find((person) => person.id === id)?.state);
    assert.deepEqual(states, [...out.map(() => 'disabled'), ...inside.map(() => 'active')]);
    assert.equal(await signIn(service, 'person2', PASSWORD), 422);
    assert.equal(await signIn(service, `person${out.length + 1}`, PASSWORD), 303);
  }));

test('names with characters that no database keeps are replaced, and nobody is lost for them', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const odd = ['a\0b', '\0', 'a\ud800b', 'x'.repeat(9000), '\u202egpj', '__proto__'];
    const lines = odd.map((nickname, index) => ({
      id: 70 + index,
      nickname,
      name: nickname,
      address: `${nickname}@b.c`,
    }));

    const done = await importFrom(service, fileOf(lines), '--json');

    assert.equal(done.code, 0, done.stderr);
    assert.equal(JSON.parse(done.stdout).people.added, odd.length);
    const { stdout } = await service.cliHere(['users', 'list', '--json']);
    const names = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).nickname);
    assert.ok(
      names.every((name) => /^[A-Za-z0-9_.-]{1,40}$/.test(name)),
      names.join(),
    );
  }));

test('an empty text, or a hash of Django that lets nobody in, says that there is nothing and takes no password away', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const ada = { id: 91, nickname: 'ada', address: 'ada@example.org', hash: HASHES.bcrypt ?? '' };
    await importFrom(service, fileOf([ada]));
    const empty = { hash: '', verified: '', disabled: '', created_at: '', name: '', locale: '' };

    const done = await importFrom(
      service,
      fileOf([
        { ...ada, ...empty },
        { ...empty, id: 92, nickname: 'bob', address: '' },
        // As Django 5.2 wrote it for somebody who signs in elsewhere.
        { ...empty, id: 93, nickname: 'eve', hash: '!7ymBpMN1flSnbV0vY92ftFQXkKP3rMYuSh1Ra5h9' },
      ]),
      '--json',
    );

    assert.equal(done.code, 0, done.stderr);
    const { added, unchanged, notes } = JSON.parse(done.stdout).people;
    assert.deepEqual([added, unchanged], [2, 1]);
    const without = notes.filter(({ kind }: { kind: string }) => kind === 'without_password');
    assert.deepEqual(
      without.map(({ id, why }: { id: number; why: string }) => [id, why]),
      [
        [92, 'none'],
        [93, 'none'],
      ],
    );
    assert.equal(await signIn(service, 'ada', PASSWORD), 303);
  }));

test('whose name is left out is told, since a later run takes it from an account that has one', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const named = (name: string) => fileOf([{ id: 90, nickname: 'ada', address: 'ada@example.org', name }]);
    await importFrom(service, named('Ada'));

    const dry = await importFrom(service, named('A'.repeat(101)), '--dry-run');
    const done = await importFrom(service, named('A'.repeat(101)), '--json');
    const unnamed = await importFrom(service, named(' '), '--json');

    assert.match(dry.stdout, /1 lose their name/);
    assert.match(dry.stdout, /90 \(ada\) has no name: what the source has breaks a rule/);
    assert.equal(JSON.parse(done.stdout).people.withoutName, 1);
    assert.equal(JSON.parse(unnamed.stdout).people.withoutName, 0);
  }));

test('the last line needs no line break where it is a whole JSON object, and is told as cut off where it is not', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const whole = fileOf([
      { id: 1, nickname: 'first', address: 'first@example.org' },
      { id: 2, nickname: 'last', address: 'last@example.org', name: 'Zoë' },
    ]);
    const text = readFileSync(whole).subarray(0, -1);
    for (const length of [text.length - 1, text.length - 3]) {
      writeFileSync(whole, text.subarray(0, length));
      const refused = await importFrom(service, whole);

      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /^latchkey: Line 2 of .* has no end: the file was cut off there/);
    }
    writeFileSync(whole, text);
    const imported = await importFrom(service, whole);

    assert.equal(imported.code, 0, imported.stderr);
    const listed = (await service.cliHere(['users', 'list'])).stdout;
    assert.match(listed, /first@example\.org/);
    assert.match(listed, /last@example\.org/);
  }));

test('a file with a line that cannot be understood is refused with the number of the line, and nobody is imported', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const [first] = linesOf();
    const refusals: readonly [Line, RegExp][] = [
      [
        { nickname: 'x', address: 'x@example.org' },
        /Line 2 of \S+ has no id that is a whole number from 1 to 9007199254740991/,
      ],
      [{ id: 7, hash: 'md5:1234' }, /Line 2 of \S+ has a hash that is none of bcrypt, argon2, PBKDF2 and scrypt/],
      [{ id: 7, password: 'secret' }, /Line 2 of \S+ has "password", which is none of id, nickname, address/],
      [{ id: 50 }, /Line 2 of \S+ has the id 50 again/],
      [{ id: 7, disabled: 'since spring' }, /Line 2 of \S+ has in disabled neither true, false nor a moment/],
      [{ id: 7, disabled: 1_794_801_995_000 }, /Line 2 of \S+ has in disabled neither true, false nor a moment/],
      [{ id: 7, verified: 'perhaps' }, /Line 2 of \S+ has in verified neither true, false nor a moment/],
      [{ id: 7, created_at: '2026-11-15' }, /Line 2 of \S+ has in created_at no moment/],
      [{ id: 7, created_at: 1_794_801_995_000 }, /Line 2 of \S+ has in created_at no moment/],
      [{ id: 7, disabled: ['yes'] }, /Line 2 of \S+ has a list or an object in disabled/],
    ];

    for (const [line, why] of refusals) {
      const refused = await importFrom(service, fileOf([first ?? {}, line]));
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, why);
      assert.match(refused.stderr, /^latchkey: [^\n]+\n$/);
    }
    assert.equal((await service.cliHere(['users', 'list'])).stdout, '');
  }));

test('an undo together with a dry run is a wrong call that takes nothing back', async () => {
  const service = await startService({ database: 'sqlite' });
  await importFrom(service, fileOf(linesOf()));
  const before = (await service.cliHere(['users', 'list'])).stdout;

  for (const kind of ['users', 'doorkeeper']) {
    const refused = await service.cliHere(['import', kind, '--undo', '--dry-run']);
    assert.equal(refused.code, 2, kind);
    assert.match(refused.stderr, /^latchkey: --undo cannot be tried with --dry-run: [^\n]+\n$/);
  }
  assert.equal((await service.cliHere(['users', 'list'])).stdout, before);
});

test('after an import that brought nothing there is nothing to undo', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    await importFrom(service, fileOf([{ nickname: 'without a number' }]));

    const undone = await service.cliHere(['import', 'users', '--undo']);
    const again = await service.cliHere(['import', 'users', '--undo']);

    assert.deepEqual(
      [undone.code, undone.stdout, undone.stderr],
      [1, '', 'latchkey: There is nothing to undo: the import brought nothing.\n'],
    );
    assert.equal(again.stderr, 'latchkey: There is no import to undo.\n');
    assert.doesNotMatch((await service.cliHere(['events'])).stdout, /import\.undone/);
  }));

test('the report is a page, JSON or text by the name of its file', async () => {
  const service = await startService({ database: 'sqlite' });
  const path = fileOf(linesOf());
  const folder = temporaryDirectory();
  const reportAs = async (name: string) => {
    const done = await importFrom(service, path, '--dry-run', '--report', join(folder, name));
    assert.equal(done.code, 0, done.stderr);
    return readFileSync(join(folder, name), 'utf8');
  };

  const [page, object, text] = [await reportAs('r.html'), await reportAs('r.json'), await reportAs('r.txt')];

  assert.match(page, /^<!doctype html>\n<html lang="en">/);
  assert.match(page, /<th scope="row">people: new<\/th><td>12<\/td>/);
  assert.equal(JSON.parse(object).isDry, true);
  assert.match(text, /^What an import would do\. Nothing was written\.\n/);
});

test('a report that cannot be written is told before anybody is imported', async () => {
  const service = await startService({ database: 'sqlite' });
  const nowhere = join(temporaryDirectory(), 'missing', 'report.html');
  const words = ['import', 'users', '--from', fileOf(linesOf()), '--report', nowhere];

  const refused = await service.cli(words);

  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^latchkey: There is no file or folder \S+report\.html\.\n$/);
  assert.equal((await service.cliHere(['users', 'list'])).stdout, '');
});

test('a service that has lost the pepper of imported passwords says so in its log, and nobody else is told', () =>
  everyEngine(async (engine) => {
    const pepper = join(temporaryDirectory(), 'pepper');
    writeFileSync(pepper, 'a pinch of it');
    const people = [
      { id: 70, nickname: 'pat', address: 'pat@example.org', hash: hashSync(`${PASSWORD}a pinch of it`, 4) },
      { id: 71, nickname: 'sam', address: 'sam@example.org', hash: HASHES.argon2 ?? '' },
    ];
    const service = await startService({ database: engine });
    const done = await importFrom(service, fileOf(people), '--pepper-file', pepper);
    assert.equal(done.code, 0, done.stderr);

    assert.equal(await signIn(service, 'sam', PASSWORD), 303);
    assert.doesNotMatch(service.stderr(), /importedPepper/);
    assert.equal(await signIn(service, 'pat', PASSWORD), 422);
    assert.equal(await signIn(service, 'pat', `${PASSWORD}!`), 422);

    const line = /"level":"error".*importedPepper is not set/;
    await eventually('a line in the log', () => line.test(service.stderr()));
    await service.stop();
    assert.equal(service.stderr().match(/importedPepper is not set/g)?.length, 1, 'once a minute');
    const env = { LATCHKEY_IMPORTED_PEPPER_FILE: pepper };
    const mended = await startService({ database: engine, databaseUrl: service.databaseUrl, env });
    assert.equal(await signIn(mended, 'pat', PASSWORD), 303);
    assert.doesNotMatch(mended.stderr(), /importedPepper/);
  }));
