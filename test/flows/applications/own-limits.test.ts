/** Proves that administrators give one application limits of its own, in every way, and that its owner sees them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../support/actors.ts';
import { administeredPath, eventsOf, press } from '../../support/administration.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { agree, authorizeParams, callback } from '../../support/grant.ts';
import { assertOk, assertProblem, ifMatch, managementStage } from '../../support/management.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(managementStage, {
  LATCHKEY_DANGER_NO_RATE_LIMITS: '0',
  LATCHKEY_TOKEN_REQUESTS_PER_CLIENT: '1',
  LATCHKEY_API_REQUESTS_PER_CALLER: '2',
  LATCHKEY_CODES_PER_CONSENT: '1',
});

test(
  'an administrator raises the limit of one application, its owner sees the number, and the operator takes it back',
  on(async ({ service, root, bob, other, all, robot }) => {
    // Its own requests would be over the limit below.
    const raised = await service.cliHere(['applications', 'update', robot.client_id, '--limit', 'api_requests=500']);
    assert.equal(raised.code, 0, raised.stderr);
    const { client_id, client_secret } = other;
    const ask = async () =>
      (await token(service.url, { grant_type: 'client_credentials', client_id, client_secret })).status;
    assert.deepEqual([await ask(), await ask()], [200, 429]);
    const admin = await signedIn(service, root);
    const path = administeredPath(other);
    const refused = await press(admin, path, `${path}/limit`, { token_requests: '0', codes_per_user: '1001' });
    assert.equal(refused.status, 422);
    const saved = await press(admin, path, `${path}/limit`, { token_requests: '54321' });
    assert.match(saved.location ?? '', /done=limit_saved/);
    const owner = await signedIn(service, bob);

    assert.equal(await ask(), 200);
    assert.match((await owner.get(`/oauth/applications/${client_id}/settings`)).body, /54[\s,. {2}]?321/);
    assert.equal((await owner.get(path)).status, 404);
    const [event] = await eventsOf(service, 'application.limit_changed');
    assert.match(event?.detail ?? '', /^by administrator \d+: token_requests 54321$/);
    const update = ['applications', 'update', '--client-id', client_id, '--json', '--limit'];
    for (const wrong of ['token_requests=many', 'token_requests', 'requests=5'])
      assert.equal((await service.cliHere([...update, wrong])).code, 2, wrong);
    const usual = await service.cliHere([...update, 'token_requests=usual', '--limit', 'codes_per_user=9']);
    assert.deepEqual(JSON.parse(usual.stdout).limits, { codes_per_user: 9 });
    assert.equal(await ask(), 429);
    assert.deepEqual(assertOk(await all('GET', `/applications/${client_id}`)).body.limits.codes_per_user, 9);
  }),
);

test(
  'the management API and apply give limits of every kind, which hold from the next request on',
  on(async ({ service, own, all, robot, console: client, browser }) => {
    await service.cliHere(['applications', 'update', robot.client_id, '--limit', 'api_requests=500']);
    assertOk(await own('GET', '/applications'));
    assertOk(await own('GET', '/applications'));
    assertProblem(await own('GET', '/applications'), 429, 'too-many-requests');
    const path = `/applications/${client.client_id}`;
    const seen = assertOk(await all('GET', path));
    const limits = `${path}/limits`;
    assertProblem(await all('PATCH', limits, { body: { api_requests: 0 }, headers: ifMatch(seen) }), 422, 'invalid');
    const changed = assertOk(await all('PATCH', limits, { body: { api_requests: 300 }, headers: ifMatch(seen) }));
    assert.deepEqual(changed.body.limits, { token_requests: null, api_requests: 300, codes_per_user: null });
    assertProblem(await all('PATCH', limits, { body: { api_requests: 1 }, headers: ifMatch(seen) }), 412, 'stale');

    assertOk(await own('GET', '/applications'));
    assertProblem(await own('PATCH', limits, { body: {}, headers: { 'if-match': '*' } }), 403, 'insufficient-scope');
    const params = authorizeParams(client, { scope: 'profile' });
    callback(await agree(browser, params));
    assert.match((await browser.authorize(params)).body, /name="decision"/);
    const described = { client_id: client.client_id, limits: { codes_per_user: 100, api_requests: null } };
    const description = JSON.stringify({ latchkey: 1, applications: [described] });
    const applied = await service.cli(['apply', '-', '--json'], description);
    assert.deepEqual(JSON.parse(applied.stdout).changes[0].fields, ['limits'], applied.stderr);
    const again = await service.cli(['apply', '-', '--json'], description);
    assert.deepEqual(JSON.parse(again.stdout).changes, []);

    assert.ok(callback(await browser.authorize(params)).get('code'));
    const exported = JSON.parse((await service.cli(['export', '--json'])).stdout).applications;
    const entry = exported.find((each: { client_id: string }) => each.client_id === client.client_id);
    assert.deepEqual(entry.limits, { codes_per_user: 100 });
  }),
);
