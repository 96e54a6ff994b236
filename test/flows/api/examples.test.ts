/** Proves that the examples of docs/api.md work as they are written, one after the other. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createApplication, createUser } from '../../support/actors.ts';
import { spawnChild } from '../../support/children.ts';
import { startService } from '../../support/service.ts';

const document = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'api.md'), 'utf8');

test('every example of docs/api.md runs', async () => {
  const service = await startService({ database: 'sqlite' });
  const root = await createUser(service, { admin: true });
  const { client_id, client_secret } = await createApplication(service, { owner: root });
  assert.equal((await service.cliHere(['applications', 'update', '--client-id', client_id, '--admin'])).code, 0);
  const blocks = [...document.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block);
  const env = { PATH: process.env.PATH ?? '', URL: service.url, CLIENT_ID: client_id, CLIENT_SECRET: client_secret };

  const script = spawnChild('bash', ['-euo', 'pipefail', '-c', blocks.join('\n')], { cwd: service.directory, env });
  let told = '';
  script.stdout.on('data', (piece) => {
    told += piece;
  });
  const code = await new Promise((resolve) => script.once('close', resolve));

  assert.ok(blocks.length > 4, `${blocks.length} blocks`);
  assert.equal(code, 0, told);
  assert.match(told, /"description":"Keeps your notes."/);
  assert.match(told, /"nickname":"grace"/);
});
