/** Proves the figures by which an operator finds out what is held back, what piles up and what the sweep has left. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createUser } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { everyEngine } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import { type Figure, figuresAt } from '../../support/figures.ts';
import { introspect, obtainTokens, refresh, revoke, rivalStage, usualStage, whoami } from '../../support/grant.ts';
import { freePort } from '../../support/postgres-home.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { type Environment, type Service, startService } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';
import { openReceiver, status } from '../../webhooks/receiver.ts';

function withFigures(env: Environment, body: (service: Service, figure: Figure) => Promise<void>): () => Promise<void> {
  return () =>
    everyEngine(async (engine) => {
      const port = String(await freePort());
      const service = await startService({ database: engine, env: { LATCHKEY_METRICS_PORT: port, ...env } });
      await body(service, figuresAt(port));
      await service.stop();
    });
}

async function addWebhook(service: Service, url: string): Promise<string> {
  const { code, stdout, stderr } = await service.cliHere([
    ...['webhooks', 'create', '--url', url, '--group', 'account', '--json'],
  ]);
  assert.equal(code, 0, stderr);
  return String(JSON.parse(stdout).id);
}

test(
  'what waits for webhooks is counted, with its age and how many fail, and nothing of one that is switched off',
  withFigures({ LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' }, async (service, figure) => {
    assert.equal(await figure('latchkey_deliveries', { state: 'due' }), 0);
    assert.equal(await figure('latchkey_deliveries_oldest_seconds', { state: 'later' }), 0);
    const receiver = await openReceiver(status(500));
    const webhook = await addWebhook(service, receiver.url);

    const user = await createUser(service);
    await openBrowser(service.url).signIn(user);

    await eventually('the first attempt has failed', async () => (await figure('latchkey_webhooks_failing')) === 1);
    assert.ok(((await figure('latchkey_deliveries', { state: 'later' })) ?? 0) > 0);
    await eventually(
      'the oldest one grows old',
      async () => ((await figure('latchkey_deliveries_oldest_seconds', { state: 'later' })) ?? 0) > 0,
    );
    await service.cliHere(['webhooks', 'off', webhook]);
    assert.equal(await figure('latchkey_deliveries', { state: 'later' }), 0);
    assert.equal(await figure('latchkey_webhooks_failing'), 0);
  }),
);

const LIMITED = {
  LATCHKEY_DANGER_NO_RATE_LIMITS: 'false',
  LATCHKEY_FAILURES_PER_NETWORK: '1',
  LATCHKEY_SIGN_INS_PER_ACCOUNT: '1',
};

test(
  'what limits refuse is counted by the limit, of pages and of endpoints alike',
  withFigures(LIMITED, async (service, figure) => {
    const user = await createUser(service);
    assert.equal(await figure('latchkey_limited_total', { limit: 'failures_of_network' }), 0);

    const answers = [];
    for (let tries = 0; tries < 3; tries += 1) answers.push((await whoami(service, 'nothing')).status);
    const wrong = { nickname: user.nickname, password: 'wrong wrong wrong' };
    const pages = [];
    for (let tries = 0; tries < 2; tries += 1) pages.push((await openBrowser(service.url).signIn(wrong)).status);

    assert.deepEqual(
      [answers, pages],
      [
        [401, 429, 429],
        [422, 429],
      ],
    );
    assert.equal(await figure('latchkey_limited_total', { limit: 'failures_of_network' }), 2);
    assert.equal(await figure('latchkey_limited_total', { limit: 'sign_ins_of_name' }), 1);
    assert.equal(await figure('latchkey_limited_total', { limit: 'token_requests' }), 0);
  }),
);

test(
  'the sweep tells when it ended and how many tokens it found alive, and no ended one is among them',
  withFigures({ LATCHKEY_SWEEP_SECONDS: '1' }, async (service, figure) => {
    const stage = await usualStage(service);
    const tokens = await obtainTokens(stage);
    await refresh(stage, tokens.refresh);
    const live = (kind: string) => figure('latchkey_live_tokens', { kind });

    await eventually('both pairs live, since the first is good until the second is used', async () => {
      return (await live('access')) === 2 && (await live('refresh')) === 2;
    });
    const ended = (await figure('latchkey_sweep_finished_timestamp_seconds')) ?? 0;
    assert.ok(Math.abs(ended - Date.now() / 1000) < 60, String(ended));
    assert.ok(((await figure('latchkey_sweep_duration_seconds')) ?? -1) >= 0);
    assert.match(String(await figure('latchkey_sweep_running')), /^[01]$/);
    assert.equal(await figure('latchkey_swept_rows_total', { table: 'pairs' }), 0);
    await revoke(stage, tokens.refresh);
    await eventually('none is live', async () => (await live('access')) === 0 && (await live('refresh')) === 0);
  }),
);

test('the last backup is told once there is one', async () => {
  const port = String(await freePort());
  const service = await startService({ database: 'sqlite', env: { LATCHKEY_METRICS_PORT: port } });
  const figure = figuresAt(port);
  assert.equal(await figure('latchkey_backup_timestamp_seconds'), undefined);

  const { code, stderr } = await service.cli(['backup', '--to', join(service.directory, 'copy.db')]);

  assert.equal(code, 0, stderr);
  const at = (await figure('latchkey_backup_timestamp_seconds')) ?? 0;
  assert.ok(Math.abs(at - Date.now() / 1000) < 60, String(at));
  await service.stop();
});

const FIRST = 'latchkey_client_requests_total';

test(
  'the first applications that prove who they are have figures of their own, and all others have theirs together',
  withFigures({ LATCHKEY_METRICS_CLIENTS: '1' }, async (service, figure) => {
    const stage = await rivalStage(service);
    const { quill, other } = stage;
    // A name that nobody has must not take the one place.
    const invented = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'invented', client_secret: 'y' };
    await token(service.url, invented);
    const { access, refresh: second } = await obtainTokens(stage);
    await whoami(service, access);
    await introspect(stage, access);
    await revoke(stage, second);
    await whoami(service, access);
    await token(service.url, { ...invented, client_id: quill.client_id });
    await token(service.url, { ...invented, client_id: other.client_id, client_secret: other.client_secret });

    const own = (endpoint: string, outcome: string) => figure(FIRST, { client_id: quill.client_id, endpoint, outcome });
    for (const endpoint of ['authorize', 'token', 'whoami', 'introspect', 'revoke'])
      assert.equal(await own(endpoint, 'ok'), 1, endpoint);
    assert.equal(await own('whoami', 'refused'), 1);
    assert.equal(await own('token', 'refused'), 1);
    assert.equal(await own('token', 'limited'), 0);
    assert.equal(await figure(FIRST, { client_id: 'other', endpoint: 'token', outcome: 'refused' }), 2);
    for (const name of ['invented', other.client_id]) assert.equal(await figure(FIRST, { client_id: name }), undefined);
  }),
);

test(
  'nobody is told by name unless that is asked for',
  withFigures({}, async (service, figure) => {
    const stage = await usualStage(service);
    await obtainTokens(stage);

    assert.equal(await figure(FIRST, { client_id: stage.quill.client_id }), undefined);
    assert.equal(await figure(FIRST), undefined);
  }),
);

test('while the database is out of reach, requests that were shed are counted and all else is still told', async () => {
  const server = await startPostgres();
  const port = String(await freePort());
  const env = { LATCHKEY_DATABASE: server.url, LATCHKEY_METRICS_PORT: port };
  const service = await startService({ database: 'postgres', env });
  const figure = figuresAt(port);
  assert.equal(await figure('latchkey_shed_requests_total', { shortage: 'database' }), 0);
  await server.halt();

  const unknown = `${service.url}/oauth/authorize?client_id=nobody&response_type=code`;
  await eventually('a request is shed', async () => (await fetch(unknown)).status === 503);

  assert.ok(((await figure('latchkey_shed_requests_total', { shortage: 'database' })) ?? 0) > 0);
  assert.equal(await figure('latchkey_shed_requests_total', { shortage: 'slots' }), 0);
  assert.equal(await figure('latchkey_database_ready'), 0);
  assert.equal(await figure('latchkey_live_tokens', { kind: 'access' }), undefined);
  await service.kill();
  await server.stop();
});
