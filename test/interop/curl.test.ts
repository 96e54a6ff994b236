/** Proves the specification's own requests, sent by curl with -F as its sections 4.2 and 4.3 describe them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { obtainCode } from '../support/grant.ts';
import { send } from '../support/http-client.ts';
import { interopStage } from '../support/interop.ts';

type Reply = { status: number; body: string };
const AGENT = 'My application';

/** A machine without curl gets the same bytes from the test itself, so that nothing is left out. */
async function post(url: string, fields: Record<string, string>): Promise<Reply> {
  const form = Object.entries(fields).flatMap(([name, value]) => ['-F', `${name}=${value}`]);
  return (await curl(['-X', 'POST', url, '-H', `User-Agent: ${AGENT}`, ...form])) ?? sendLikeCurl(url, fields);
}

async function get(url: string, authorization: string): Promise<Reply> {
  const headers = { 'user-agent': AGENT, authorization };
  return (
    (await curl([url, '-H', `User-Agent: ${AGENT}`, '-H', `Authorization: ${authorization}`])) ?? send(url, { headers })
  );
}

function curl(args: string[]): Promise<Reply | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn('curl', [
      '--silent',
      '--show-error',
      '--noproxy',
      '*',
      '--write-out',
      '\n%{http_code}',
      ...args,
    ]);
    let output = '';
    let trouble = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      trouble += chunk;
    });
    child.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(undefined) : reject(error),
    );
    child.once('close', (code) => {
      if (code !== 0) return reject(new Error(`curl ended with ${code}: ${trouble}`));
      const cut = output.lastIndexOf('\n');
      resolve({ status: Number(output.slice(cut + 1)), body: output.slice(0, cut) });
    });
  });
}

function sendLikeCurl(url: string, fields: Record<string, string>): Promise<Reply> {
  const boundary = '------------------------d74496d66958873e';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = { 'user-agent': AGENT, accept: '*/*', 'content-type': `multipart/form-data; boundary=${boundary}` };
  return send(url, { method: 'POST', headers, body: `${parts.join('')}--${boundary}--\r\n` });
}

test('curl -F exchanges a code, asks who the user is, refreshes, and meets the 401 of a dead token', async () => {
  const { service, browser, user, register } = await interopStage();
  const application = await register();
  const { client_id, client_secret } = application;
  const code = await obtainCode(browser, application);
  const redirect_uri = 'https://app.example.com/cb';

  const exchanged = await post(`${service.url}/oauth/token`, {
    grant_type: 'authorization_code',
    client_id,
    client_secret,
    code,
    redirect_uri,
  });
  assert.equal(exchanged.status, 200, exchanged.body);
  const first = JSON.parse(exchanged.body);
  const me = await get(`${service.url}/api/users/whoami`, `Bearer ${first.access_token}`);
  assert.equal(JSON.parse(me.body).nickname, user.nickname);

  const { refresh_token } = first;
  const refreshed = await post(`${service.url}/oauth/token`, {
    grant_type: 'refresh_token',
    client_id,
    client_secret,
    refresh_token,
  });
  const second = JSON.parse(refreshed.body);
  assert.equal(refreshed.status, 200);
  assert.notEqual(second.access_token, first.access_token);
  assert.notEqual(second.refresh_token, first.refresh_token);

  assert.equal((await get(`${service.url}/api/users/whoami`, `Bearer ${second.access_token}`)).status, 200);
  const dead = await get(`${service.url}/api/users/whoami`, `Bearer ${first.access_token}`);
  assert.equal(dead.status, 401);
  assert.deepEqual(JSON.parse(dead.body), {
    error: 'invalid_token',
    error_description: 'The access token is invalid',
    state: 'unauthorized',
  });
});
