/** Proves the figures by which an operator finds out what is held back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { everyEngine } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import { type Figure, figuresAt } from '../../support/figures.ts';
import { whoami } from '../../support/grant.ts';
import { freePort } from '../../support/postgres-home.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { type Environment, type Service, startService } from '../../support/service.ts';

function withFigures(env: Environment, body: (service: Service, figure: Figure) => Promise<void>): () => Promise<void> {
  return () =>
    everyEngine(async (engine) => {
      const port = String(await freePort());
      const service = await startService({ database: engine, env: { LATCHKEY_METRICS_PORT: port, ...env } });
      await body(service, figuresAt(port));
      await service.stop();
    });
}

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
  await service.kill();
  await server.stop();
});
