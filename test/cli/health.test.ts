/** Proves that `latchkey health` says of a running service whether it is ready, and nothing of any other address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run, startService } from '../support/service.ts';

test('a service that is ready is reported so, by its settings and by its address', async () => {
  const service = await startService({ database: 'sqlite' });
  const { port } = new URL(service.url);

  const env = { LATCHKEY_HOST: '0.0.0.0', LATCHKEY_URL: 'https://id.example.org', LATCHKEY_PORT: port };
  const byAddress = await run(['health', '--url', service.url], {});
  const bySettings = await run(['health', '--json'], { env });

  assert.deepEqual([byAddress.code, byAddress.stdout], [0, `${service.url}/health/ready: ready\n`]);
  assert.equal(bySettings.code, 0, bySettings.stderr);
  assert.deepEqual(JSON.parse(bySettings.stdout), { url: `${service.url}/health/ready`, ready: true, says: 'ready' });
});

test('the very address that the service listens on is asked, and loopback where it listens on all', async () => {
  const asked = async (host: string) => {
    const env = { LATCHKEY_HOST: host, LATCHKEY_URL: 'https://id.example.org', LATCHKEY_PORT: '1' };
    return new URL(JSON.parse((await run(['health', '--json'], { env })).stdout).url).hostname;
  };

  // Another instance may listen on the same port of 127.0.0.1.
  for (const host of ['127.0.0.2', 'localhost']) assert.equal(await asked(host), host);
  assert.equal(await asked('0.0.0.0'), '127.0.0.1');
  for (const host of ['::', '::1']) assert.equal(await asked(host), '[::1]');
});

test('where nobody listens, the command fails in one line', async () => {
  const service = await startService({ database: 'sqlite' });
  await service.stop();

  const asked = await run(['health', '--url', service.url], {});
  const json = await run(['health', '--url', service.url, '--json'], {});

  assert.deepEqual([asked.code, asked.stdout], [1, '']);
  assert.match(asked.stderr, /^latchkey: http:\/\/127\.0\.0\.1:\d+\/health\/ready: unreachable: \S+ ECONNREFUSED\.\n$/);
  assert.deepEqual([json.code, JSON.parse(json.stdout).ready], [1, false]);
});

test('what is no address is a wrong call', async () => {
  const asked = await run(['health', '--url', 'ftp://x'], {});

  assert.equal(asked.code, 2);
});
