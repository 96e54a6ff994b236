/** Proves that `latchkey scan` finds our strings in files of any kind and size, without a database. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatSecret, formatToken, RANDOM_BYTES } from '../../src/protocol/tokens/token-string.ts';
import { run, temporaryDirectory } from '../support/service.ts';

const ACCESS = formatToken('access', 42, Buffer.alloc(RANDOM_BYTES, 7));
const SECRET = formatSecret(Buffer.alloc(RANDOM_BYTES, 9));
/** Nothing can be opened there: a scan that asked a database would fail. */
const env = { LATCHKEY_DATABASE: 'postgres://127.0.0.1:1/nowhere' };

test('a scan says where each string stands and of which kind it is, and never shows it', async () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'deep', 'deeper'), { recursive: true });
  writeFileSync(join(folder, 'clean.txt'), 'nothing here\n');
  writeFileSync(join(folder, 'deep', 'prod.env'), `A=1\nTOKEN=${ACCESS}\n`);
  writeFileSync(join(folder, 'deep', 'deeper', 'wide.txt'), Buffer.from(`\n\n x ${SECRET} y`, 'utf16le'));
  symlinkSync(join(folder, 'deep'), join(folder, 'again'));

  const { code, stdout, stderr } = await run(['scan', '.'], { cwd: folder, env });

  assert.equal(stderr, '');
  assert.equal(code, 1);
  assert.deepEqual(stdout.trimEnd().split('\n'), [
    `deep/deeper/wide.txt:3:4: client secret lks_…${SECRET.slice(-4)}`,
    `deep/prod.env:2:7: access token lka_…${ACCESS.slice(-4)}`,
  ]);
});

function finding(at: number, kind: string, string: string): object {
  return { path: 'dump.bin', line: 1, column: at + 1, kind, ends_with: string.slice(-4) };
}

test('a string that stands across two pieces of a large binary file is found once, as JSON if asked', async () => {
  const folder = temporaryDirectory();
  const file = Buffer.alloc(3_200_000, 0xfe);
  const basic = `Basic ${Buffer.from(`q:${SECRET}`).toString('base64')}`;
  file.write(basic, 2_097_152 + 100, 'latin1');
  for (const at of [1_048_576 - 30, 2_097_152 - 63, 3_000_000]) file.write(ACCESS, at, 'latin1');
  writeFileSync(join(folder, 'dump.bin'), file);

  const { code, stdout } = await run(['scan', 'dump.bin', '--json'], { cwd: folder, env });

  assert.equal(code, 1);
  assert.deepEqual(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    [
      finding(1_048_576 - 30, 'access_token', ACCESS),
      finding(2_097_152 - 63, 'access_token', ACCESS),
      finding(3_000_000, 'access_token', ACCESS),
      finding(2_097_152 + 100, 'client_secret', SECRET),
    ],
  );
});

test('standard input is read too, and the strings themselves are printed only if asked for', async () => {
  const { code, stdout } = await run(['scan', '-', '--strings'], { env, stdin: `log ${SECRET} and ${ACCESS}\n` });

  assert.equal(code, 1);
  assert.equal(stdout, `${SECRET}\n${ACCESS}\n`);
});

test('the exit code tells nothing found, not all read, and a wrong call apart', async () => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'clean'), 'lka_'.repeat(1000));
  const scan = (...words: string[]) => run(['scan', ...words], { cwd: folder, env });

  assert.deepEqual(await scan('clean'), { code: 0, stdout: '', stderr: '' });
  const missing = await scan('clean', 'absent');
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /^latchkey: absent was not read: There is no file or folder absent\.\n$/);
  const nothing = await scan();
  assert.equal(nothing.code, 2);
  assert.match(nothing.stderr, /^latchkey: PATH… is missing\./);
  assert.equal((await scan('clean', '--json', '--strings')).code, 2);
  assert.equal((await scan('-', '-')).code, 2);
});
