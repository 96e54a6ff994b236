/** Proves that the figures count what the management API refuses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyEngine } from '../../support/each-database.ts';
import { seriesIn } from '../../support/figures.ts';
import { send } from '../../support/http-client.ts';
import { apiOf, assertOk, managementStage } from '../../support/management.ts';
import { freePort } from '../../support/postgres-home.ts';
import { startService } from '../../support/service.ts';

test('requests that the management API refuses for their token, their scope or a limit are counted by their reason', () =>
  everyEngine(async (engine) => {
    const port = String(await freePort());
    const limits = { LATCHKEY_DANGER_NO_RATE_LIMITS: 'false', LATCHKEY_API_REQUESTS_PER_CALLER: '2' };
    const service = await startService({ database: engine, env: { ...limits, LATCHKEY_METRICS_PORT: port } });
    const { own } = await managementStage(service);
    assert.equal((await apiOf(service, null)('GET', '/applications')).status, 401);
    assert.equal((await apiOf(service, 'invented')('GET', '/applications')).status, 401);
    assert.equal((await own('GET', '/people')).status, 403);
    for (let time = 1; time <= 2; time += 1) assertOk(await own('GET', '/applications'));
    assert.equal((await own('GET', '/applications')).status, 429);

    const { body } = await send(`http://127.0.0.1:${port}/metrics`);

    for (const reason of ['token_absent', 'token_invalid', 'scope_missing', 'rate_limited'])
      assert.equal(seriesIn(body, 'latchkey_refusals_total', { endpoint: 'api', reason }), 1, reason);
  }));
