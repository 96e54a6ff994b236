/** What keeps a service from starting names the setting that led there; and SIGQUIT ends it as SIGTERM does. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { printConfiguration } from '../../../src/config/describe.ts';
import { secretVariables } from '../../../src/config/load.ts';
import { send } from '../../support/http-client.ts';
import { freePort } from '../../support/postgres-home.ts';
import { run, startService, temporaryDirectory } from '../../support/service.ts';
import { migratedFile } from '../../support/sqlite-template.ts';

for (const workers of ['1', '2'])
  test(`with LATCHKEY_WORKERS=${workers}, a second instance on a port that is taken is told which setting to change`, async () => {
    const metricsPort = String(await freePort());
    const first = await startService({ database: 'sqlite', env: { LATCHKEY_METRICS_PORT: metricsPort } });
    const env = {
      LATCHKEY_DATABASE: migratedFile(join(temporaryDirectory(), 'latchkey.db')),
      LATCHKEY_PORT: String(await freePort()),
      LATCHKEY_WORKERS: workers,
    };

    const metrics = await run(['serve'], { env: { ...env, LATCHKEY_METRICS_PORT: metricsPort } });
    const port = await run(['serve'], { env: { ...env, LATCHKEY_PORT: new URL(first.url).port } });
    const elsewhere = { LATCHKEY_HOST: '203.0.113.7', LATCHKEY_URL: 'https://id.example.org' };
    const host = await run(['serve'], { env: { ...env, ...elsewhere } });

    for (const { code, stderr } of [metrics, port, host]) assert.equal(code, 1, stderr);
    assert.match(
      metrics.stderr,
      /^latchkey: LATCHKEY_METRICS_PORT: 127\.0\.0\.1:\d+ is in use by another program .*: name a free port\.\n$/,
    );
    assert.match(
      port.stderr,
      /^latchkey: LATCHKEY_PORT: \S+:\d+ is in use by another program .*: name a free port\.\n$/,
    );
    assert.match(host.stderr, /^latchkey: LATCHKEY_HOST: 203\.0\.113\.7:\d+ is no address of this machine .*\.$/m);
    await first.stop();
  });

test('a log file in a folder that cannot be made is told with its setting', async () => {
  const folder = temporaryDirectory();
  const env = { LATCHKEY_LOG_FILE: join(folder, 'missing', 'logs', 'latchkey.log') };

  const { code, stderr } = await run(['migrate'], { cwd: folder, env });

  assert.equal(code, 1);
  assert.match(stderr, /^latchkey: LATCHKEY_LOG_FILE: There is no file or folder \S+missing\/logs\.\n$/);
});

for (const workers of ['1', '2'])
  test(`with LATCHKEY_WORKERS=${workers}, SIGQUIT stops the service as SIGTERM does`, async () => {
    const service = await startService({ database: 'sqlite', env: { LATCHKEY_WORKERS: workers } });
    assert.equal((await send(`${service.url}/health/live`)).status, 200);

    service.signal('SIGQUIT');

    assert.equal(await service.exited, 0, service.stderr());
    assert.match(service.stderr(), /"signal":"SIGQUIT".*Told to stop/);
    assert.match(service.stderr(), /The service has stopped\./);
  });

test('the page about settings names every variable that reads one from a file', () => {
  const page = printConfiguration();

  for (const variable of secretVariables()) assert.ok(page.includes(`\`${variable}_FILE\``), variable);
});
