/** Proves `latchkey try`: the whole flow in a terminal, with the real consent page, and every way it can end early. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { createUser, signedIn, type User } from '../support/actors.ts';
import type { Browser } from '../support/browser-like.ts';
import { spawnChild } from '../support/children.ts';
import { send } from '../support/http-client.ts';
import { run, type Service, startService } from '../support/service.ts';

let service: Service;
let ada: User;
let browser: Browser;

before(async () => {
  service = await startService({ database: 'sqlite' });
  ada = await createUser(service, { nickname: 'ada' });
  browser = await signedIn(service, ada);
});

const executable = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');

/** The command beside its service; `address` is what it asks the person to open. */
async function begin() {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, LATCHKEY_DATABASE: service.databaseUrl };
  const child = spawnChild(executable, ['try', '--owner', 'ada', '--url', service.url], { env });
  const output = { stdout: '', stderr: '' };
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.stderr += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const address = await new Promise<URL>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output.stdout += text;
      const found = /^ {3}(http:\S+\/oauth\/authorize\?\S+)$/m.exec(output.stdout)?.[1];
      if (found !== undefined) resolve(new URL(found));
    });
    void ended.then(() => reject(new Error(output.stderr)));
  });
  return { address, output, ended };
}

test('a person who allows it sees code, token, API and refresh, and no whole token', async () => {
  const { address, output, ended } = await begin();
  const consent = await browser.get(address.pathname + address.search);
  const answered = await browser.approve(consent);
  const callback = answered.location ?? '';
  const foreign = await send(`${new URL(callback).origin}/callback?code=x&state=guessed`);
  const landed = await send(callback);

  assert.equal(foreign.status, 404);
  assert.match(landed.body, /go back to the terminal/);
  assert.equal(await ended, 0, output.stderr);
  assert.match(output.stdout, /"token_type":"Bearer"/);
  assert.match(output.stdout, /"nickname":"ada"/);
  assert.equal(output.stdout.match(/"refresh_token":"lkr_.{8}…"/g)?.length, 2);
  assert.doesNotMatch(output.stdout, /lk[ar]_[A-Za-z0-9_-]{20}/);
  assert.match(output.stdout, /Done, and revoked again/);
});

test('a person who cancels is told what an application is told, and the application is not registered twice', async () => {
  const { address, output, ended } = await begin();
  const consent = await browser.get(address.pathname + address.search);
  const answered = await browser.deny(consent);
  await send(answered.location ?? '');

  assert.equal(await ended, 1);
  assert.match(output.stderr, /access_denied/);
  const listed = await service.cli(['applications', 'list', '--owner', 'ada', '--json']);
  assert.equal(listed.stdout.match(/"name":"Terminal"/g)?.length, 1);
});

test('an unknown owner and what is no address are one line each', async () => {
  const env = { LATCHKEY_DATABASE: service.databaseUrl };
  const unknown = await run(['try', '--owner', 'nobody'], { env });
  const wrong = await run(['try', '--owner', 'ada', '--url', 'ftp://x'], { env });

  assert.deepEqual([unknown.code, unknown.stderr], [1, 'latchkey: There is no user nobody.\n']);
  assert.equal(wrong.code, 2);
});
