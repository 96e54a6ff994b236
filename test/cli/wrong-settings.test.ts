/** What is wrong with a setting is told by the command itself: with the setting that it is, and with what to write instead. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../support/postgres-home.ts';
import { run, temporaryDirectory } from '../support/service.ts';

test('a stray % in the address of a database is a wrong call that says how to write it', async () => {
  const address = 'postgres://latchkey:100%sure@db.example/latchkey';
  const cwd = temporaryDirectory();

  for (const words of [['config'], ['users', 'list']]) {
    const refused = await run(words, { env: { LATCHKEY_DATABASE: address }, cwd });
    assert.equal(refused.code, 2, words.join(' '));
    assert.match(refused.stderr, /^latchkey: LATCHKEY_DATABASE must write % as %25 [^\n]+\n$/);
  }
  const moved = await run(['move', '--to', address], { cwd });
  assert.equal(moved.code, 2);
  assert.match(moved.stderr, /^latchkey: --to must write % as %25 [^\n]+\n$/);
  const right = await run(['config'], { env: { LATCHKEY_DATABASE: address.replace('%', '%25') }, cwd });
  assert.equal(right.code, 0, right.stderr);
});

test('a file with a password, a pepper or settings that is no text in UTF-8 is told as such', async () => {
  const cwd = temporaryDirectory();
  const path = join(cwd, 'secret');
  writeFileSync(path, Buffer.from('postgres://me:g\u00e9heim@db.example/latchkey\n', 'latin1'));
  const wrong = (variable: string) => `latchkey: ${variable} names a file that is no text in UTF-8: ${path}.\n`;

  for (const variable of ['LATCHKEY_DATABASE_FILE', 'LATCHKEY_IMPORTED_PEPPER_FILE', 'LATCHKEY_CONFIG']) {
    const refused = await run(['config'], { env: { [variable]: path }, cwd });
    assert.deepEqual([refused.code, refused.stdout, refused.stderr], [2, '', wrong(variable)]);
  }
  for (const words of [
    ['move', '--to-file', path],
    ['import', 'users', '--from', path, '--pepper-file', path],
  ]) {
    const refused = await run(words, { cwd });
    assert.deepEqual([refused.code, refused.stderr], [1, `latchkey: ${path} is no text in UTF-8.\n`]);
  }
});

test('a host that has no address is blamed on the setting of the host', async () => {
  const env = { LATCHKEY_URL: 'https://id.example.org' };
  const refused = await run(['serve', '--host', 'nohost.invalid', '--port', '0'], { env, cwd: temporaryDirectory() });

  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^latchkey: --host: nohost\.invalid is the name of no address [^\n]+\n$/m);
});

test('one port for the service and for its figures is a wrong call', async () => {
  const port = String(await freePort());
  const cwd = temporaryDirectory();

  const refused = await run(['serve', '--port', port, '--metrics-port', port], { cwd });

  assert.equal(refused.code, 2);
  assert.equal(refused.stderr, `latchkey: --port and --metrics-port are both ${port}: give each a port of its own.\n`);
});

test('a port that is taken is blamed on the flag, the variable or the line of the file that named it', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const folder = temporaryDirectory();
  const config = join(folder, 'latchkey.json');
  writeFileSync(config, JSON.stringify({ port }));

  const byFlag = await run(['serve', '--port', `${port}`], { cwd: folder, env: { LATCHKEY_PORT: '0' } });
  const byVariable = await run(['serve'], { cwd: folder, env: { LATCHKEY_PORT: `${port}` } });
  const byFile = await run(['serve'], { cwd: folder, env: { LATCHKEY_CONFIG: config } });

  taken.close();
  const says = (name: string) =>
    `latchkey: ${name}: 127.0.0.1:${port} is in use by another program (EADDRINUSE): name a free port.`;
  assert.ok(byFlag.stderr.includes(says('--port')), byFlag.stderr);
  assert.ok(byVariable.stderr.includes(says('LATCHKEY_PORT')), byVariable.stderr);
  assert.ok(byFile.stderr.includes(says('"port" in the configuration file')), byFile.stderr);
  for (const { code } of [byFlag, byVariable, byFile]) assert.equal(code, 1);
});
