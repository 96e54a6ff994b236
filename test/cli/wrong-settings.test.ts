/** What is wrong with a setting is told by the command itself: with the setting that it is, and with what to write instead. */
import assert from 'node:assert/strict';
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

test('a host that has no address is blamed on the setting of the host', async () => {
  const env = { LATCHKEY_URL: 'https://id.example.org' };
  const refused = await run(['serve', '--host', 'nohost.invalid', '--port', '0'], { env, cwd: temporaryDirectory() });

  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^latchkey: LATCHKEY_HOST: nohost\.invalid is the name of no address [^\n]+\n$/m);
});

test('one port for the service and for its figures is a wrong call', async () => {
  const port = String(await freePort());
  const cwd = temporaryDirectory();

  const refused = await run(['serve', '--port', port, '--metrics-port', port], { cwd });

  assert.equal(refused.code, 2);
  assert.equal(
    refused.stderr,
    `latchkey: LATCHKEY_PORT and LATCHKEY_METRICS_PORT are both ${port}: give each a port of its own.\n`,
  );
});
