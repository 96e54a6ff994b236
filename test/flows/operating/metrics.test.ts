/** Proves what an operator sees from outside: /metrics on a port of its own, and the access log, both without secrets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyEngine } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import { seriesIn } from '../../support/figures.ts';
import { obtainTokens, refresh, tokensOf, usualStage } from '../../support/grant.ts';
import { send } from '../../support/http-client.ts';
import { freePort } from '../../support/postgres-home.ts';
import { run, type Service, startService, temporaryDirectory } from '../../support/service.ts';

interface Line {
  readonly msg: string;
  readonly [field: string]: unknown;
}

function linesOf(service: Service): readonly Line[] {
  const lines = service.stderr().split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line): Line => JSON.parse(line));
}

test('the figures count requests by route and status, grants, refusals and events, and know the state of the service', () =>
  everyEngine(async (engine) => {
    const port = String(await freePort());
    const service = await startService({ database: engine, env: { LATCHKEY_METRICS_PORT: port } });
    const stage = await usualStage(service);
    const { refresh: first } = await obtainTokens(stage);
    const { access } = tokensOf(await refresh(stage, first));
    const bearer = { headers: { authorization: `Bearer ${access}` } };
    for (let call = 0; call < 3; call += 1) await send(`${service.url}/api/users/whoami`, bearer);
    await send(`${service.url}/api/users/whoami`, { headers: { authorization: 'Bearer nothing' } });
    await send(`${service.url}/nothing/lives/here?secret=1`);

    const answer = await send(`http://127.0.0.1:${port}/metrics`);

    assert.equal(answer.status, 200);
    assert.match(answer.headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/);
    const requests = 'latchkey_http_request_duration_seconds_count';
    const whoami = { route: '/api/users/whoami', method: 'GET' };
    assert.equal(seriesIn(answer.body, requests, { ...whoami, status: '200' }), 3);
    assert.equal(seriesIn(answer.body, requests, { ...whoami, status: '401' }), 1);
    assert.equal(seriesIn(answer.body, requests, { route: 'none', status: '404' }), 1);
    assert.equal(seriesIn(answer.body, 'latchkey_grants_total', { grant_type: 'authorization_code' }), 1);
    assert.equal(seriesIn(answer.body, 'latchkey_grants_total', { grant_type: 'refresh_token' }), 1);
    assert.equal(seriesIn(answer.body, 'latchkey_refusals_total', { endpoint: 'whoami', reason: 'token_invalid' }), 1);
    assert.equal(seriesIn(answer.body, 'latchkey_events_total', { kind: 'consent.given' }), 1);
    assert.equal(seriesIn(answer.body, 'latchkey_database_ready'), 1);
    assert.ok(
      (seriesIn(answer.body, 'latchkey_database_operation_duration_seconds_count', { operation: 'write' }) ?? 0) > 0,
    );
    assert.ok((seriesIn(answer.body, 'process_resident_memory_bytes') ?? 0) > 0);
    assert.equal(seriesIn(answer.body, 'latchkey_log_lines_dropped_total'), 0);
    for (const what of ['answered', 'refused', 'used'])
      assert.equal(seriesIn(answer.body, 'latchkey_notes_dropped_total', { what }), 0);
    assert.equal(seriesIn(answer.body, 'latchkey_password_queue', { state: 'waiting' }), 0);
    assert.ok((seriesIn(answer.body, 'latchkey_passwords_total', { outcome: 'hashed' }) ?? 0) > 0);
    assert.equal(seriesIn(answer.body, 'latchkey_password_wait_seconds_total'), 0);
    assert.ok((seriesIn(answer.body, 'latchkey_remembered_entries') ?? 0) > 0);
    assert.ok((seriesIn(answer.body, 'latchkey_remembered_bytes') ?? 0) > 0);
    // Work beside requests may commit between any two calls, and then the rows are read anew.
    for (const outcome of ['hit', 'miss'])
      await eventually(`reads that are a ${outcome} are counted`, async () => {
        await send(`${service.url}/api/users/whoami`, bearer);
        const { body } = await send(`http://127.0.0.1:${port}/metrics`);
        return (seriesIn(body, 'latchkey_remembered_reads_total', { outcome }) ?? 0) > 0;
      });
    const open = seriesIn(answer.body, 'latchkey_database_connections', { role: 'writing', state: 'open' });
    const most = seriesIn(answer.body, 'latchkey_database_connections', { role: 'writing', state: 'most' });
    if (engine === 'postgres') assert.ok(open !== undefined && most !== undefined && open > 0 && open <= most);
    // What is written behind answers may be on its way.
    const calls = seriesIn(answer.body, 'latchkey_database_calls', { role: 'writing' });
    if (engine === 'postgres') assert.ok(calls !== undefined && calls >= 0 && calls < 10, String(calls));
    else assert.equal(calls, undefined);
    for (const secret of [access, first, stage.quill.client_secret, 'secret=1'])
      assert.ok(!answer.body.includes(secret));
    await service.stop();
  }));

test('no two figures have one name in OpenMetrics, which leaves _total out of the names of counters', async () => {
  const port = String(await freePort());
  const service = await startService({ database: 'sqlite', env: { LATCHKEY_METRICS_PORT: port } });

  const { body } = await send(`http://127.0.0.1:${port}/metrics`);

  const declared = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({ name, type }));
  for (const { name, type } of declared) assert.equal(name.endsWith('_total'), type === 'counter', name);
  const names = declared.map(({ name }) => name.replace(/_total$/, ''));
  assert.deepEqual(
    names.filter((name, place) => names.indexOf(name) !== place),
    [],
  );
  await service.stop();
});

test('the public port knows nothing of the figures, and their port knows nothing else', async () => {
  const port = String(await freePort());
  const service = await startService({ database: 'sqlite', env: { LATCHKEY_METRICS_PORT: port } });

  assert.equal((await send(`${service.url}/metrics`)).status, 404);
  assert.equal((await send(`http://127.0.0.1:${port}/`)).status, 404);
  assert.equal((await send(`http://127.0.0.1:${port}/?/metrics`)).status, 404);
  assert.equal((await send(`http://127.0.0.1:${port}/metrics?name%5B%5D=up`)).status, 200, 'a query is ignored');
  assert.equal((await send(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status, 405);
  assert.equal(await service.stop(), 0);
  await assert.rejects(send(`http://127.0.0.1:${port}/metrics`));
});

test('a port of the figures that is taken stops the start with one sentence', async () => {
  const port = String(await freePort());
  const service = await startService({ database: 'sqlite', env: { LATCHKEY_METRICS_PORT: port } });

  const env = { LATCHKEY_METRICS_PORT: port };
  const { code, stderr } = await run(['serve', '--port', '0'], { env, cwd: temporaryDirectory() });

  assert.equal(code, 1, stderr);
  assert.match(stderr, new RegExp(`${port}`));
  assert.doesNotMatch(stderr, /\n\s+at /);
  await service.stop();
});

test('the access log has one line for each request, with its route and never with what was sent', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine, env: { LATCHKEY_ACCESS_LOG: 'true' } });
    const stage = await usualStage(service);
    const { access, refresh: used } = await obtainTokens(stage);
    const names = {
      'x-request-id': 'proxy-7f3a',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    };
    await send(`${service.url}/api/users/whoami`, { headers: { authorization: `Bearer ${access}`, ...names } });
    await send(`${service.url}/oauth/authorize/lkx_made-up-code?state=private`, {
      headers: { 'x-request-id': '"\\u0000' },
    });
    // Whoever sends a secret in place of a name has it logged by everybody else on the way, but not by us.
    await send(`${service.url}/health/live`, { headers: { 'x-request-id': used } });
    const isTold = (route: string): boolean => linesOf(service).some((line) => line.route === route);
    await eventually('the last request is told', () => isTold('/health/live'));

    const answered = linesOf(service).filter(({ msg }) => msg === 'Answered.');
    const whoami = answered.find(({ route }) => route === '/api/users/whoami');
    assert.equal(whoami?.status, 200);
    assert.equal(whoami.method, 'GET');
    assert.equal(whoami.client, stage.quill.client_id);
    assert.equal(whoami.requestId, 'proxy-7f3a');
    assert.equal(whoami.traceparent, names.traceparent);
    assert.match(String(whoami.traceId), /^[0-9a-f]{16}$/);
    assert.ok(typeof whoami.ms === 'number');
    const granted = answered.find(({ route, status }) => route === '/oauth/token' && status === 200);
    assert.equal(granted?.client, stage.quill.client_id);
    const code = answered.find(({ route }) => route === '/oauth/authorize/:code');
    assert.ok(code && !('requestId' in code));
    for (const secret of [access, used, stage.quill.client_secret, 'made-up-code', 'private', stage.ada.password])
      assert.ok(!service.stderr().includes(secret), secret);
    await service.stop();
  }));

test('without the setting there is no access log', async () => {
  const service = await startService({ database: 'sqlite' });

  await send(`${service.url}/health/live`);

  assert.equal(await service.stop(), 0);
  assert.deepEqual(
    linesOf(service).filter(({ msg }) => msg === 'Answered.'),
    [],
  );
});

test('slow statements are logged with their text and without their values', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine, env: { LATCHKEY_SLOW_STATEMENT_MS: '1' } });
    const { ada } = await usualStage(service);

    const isSlow = ({ msg }: Line): boolean => msg === 'A statement was slow.';
    await eventually('a commit took a millisecond', () => linesOf(service).some(isSlow));

    const slow = linesOf(service).filter(isSlow);
    assert.ok(slow.every(({ ms, operation }) => typeof ms === 'number' && /^(read|write)$/.test(String(operation))));
    assert.ok(slow.some(({ statement }) => String(statement).includes('insert into')));
    assert.ok(!service.stderr().includes(ada.nickname));
    await service.stop();
  }));

test('the version is told by --version, in the log and by the health checks', async () => {
  const { stdout, code } = await run(['--version'], {});
  const version = /^latchkey (\d+\.\d+\.\d+)$/m.exec(stdout)?.[1];
  assert.equal(code, 0);
  assert.ok(version);
  const service = await startService({ database: 'sqlite' });

  const { body } = await send(`${service.url}/health/ready`);

  assert.equal(JSON.parse(body).version, version);
  await eventually('the start is told', () => linesOf(service).some((line) => line.version === version));
  await service.stop();
});
