/** Proves how the right to manage everything is given and taken back, and how its use is limited. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../../../src/clients/act.ts';
import { changeAdministration } from '../../../src/clients/administration.ts';
import { createApplication } from '../../support/actors.ts';
import { administeredPath, administeredStage, eventsOf, press } from '../../support/administration.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { obtainTokens } from '../../support/grant.ts';
import { json, send } from '../../support/http-client.ts';
import { adminToken, apiOf, assertOk, assertProblem, ifMatch } from '../../support/management.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(administeredStage);

test(
  'an administrator gives the right on the page of an own application, and takes it back',
  on(async ({ service, root, admin, quill }) => {
    const tool = await createApplication(service, { owner: root, name: 'Tool' });
    const path = administeredPath(tool);
    const foreign = await admin.get(administeredPath(quill));
    assert.ok(!foreign.body.includes('/management"'), 'no button for what belongs to somebody else');

    assert.equal((await press(admin, path, `${path}/management`)).status, 303);
    const api = apiOf(service, await adminToken(service, tool));
    assertOk(await api('GET', '/people'));
    assert.equal((await press(admin, path, `${path}/management`)).status, 303);

    assertProblem(await api('GET', '/people'), 403, 'insufficient-scope');
    const fields = { grant_type: 'client_credentials', client_id: tool.client_id, client_secret: tool.client_secret };
    assert.equal((await token(service.url, { ...fields, scope: 'admin' })).status, 400);
    for (const kind of ['application.administration_given', 'application.administration_taken'])
      assert.equal((await eventsOf(service, kind))[0]?.account_id, root.id);
  }),
);

test(
  'what an administrator allows an application does not reach those that manage everything',
  on(async ({ service, root, admin, ada }) => {
    const tool = await createApplication(service, { owner: root, name: 'Machine room' });
    const plain = await createApplication(service, { owner: root, name: 'Plain' });
    const third = await createApplication(service, { owner: ada, name: 'Third', scope: 'applications' });
    const path = administeredPath(tool);
    await press(admin, path, `${path}/management`);
    const tokens = await obtainTokens({ service, browser: admin, quill: third }, { scope: 'applications' });
    const api = apiOf(service, tokens.access);
    const one = `/applications/${tool.client_id}`;
    const read = assertOk(await api('GET', one));

    const attempts = [
      await api('POST', `${one}/secrets`),
      await api('POST', `${one}/secrets/rotate`, { body: { overlap: 'now' } }),
      await api('DELETE', `${one}/secrets/1`),
      await api('POST', `${one}/revoke`),
      await api('PATCH', one, { body: { redirect_uris: ['https://evil.example/cb'] }, headers: ifMatch(read) }),
      await api('DELETE', one, { headers: ifMatch(read) }),
    ];

    for (const reply of attempts) assertProblem(reply, 403, 'insufficient-scope');
    assertOk(await api('POST', `/applications/${plain.client_id}/secrets`), 201);
    const all = apiOf(service, await adminToken(service, tool));
    assertOk(await all('POST', `${one}/secrets`), 201);
  }),
);

test(
  'requests of one caller are counted, and an Idempotency-Key is forgotten after a day',
  onMovedClock(
    async ({ url, world, createUser, createApplication, pass }) => {
      const root = await createUser('root', true);
      const tool = await createApplication(root);
      assert.ok((await changeAdministration(world, { publicId: tool.client_id, isGiven: true }, OPERATOR)).ok);
      const ask = async (): Promise<string> => {
        const fields = { grant_type: 'client_credentials', ...tool, redirect_uris: '', scope: 'admin' };
        return String(json(await token(url, fields)).access_token);
      };
      let access = await ask();
      const create = () =>
        send(`${url}/api/v1/applications`, {
          method: 'POST',
          headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json', 'idempotency-key': 'k' },
          body: JSON.stringify({ owner: root.id, name: 'Once', redirect_uris: ['https://a.example/cb'] }),
        });

      const first = json(await create());
      assert.equal(json(await create()).client_id, first.client_id);
      const limited = await create();
      assert.equal(limited.status, 429);
      assert.ok(Number(limited.headers['retry-after']) > 0);
      pass(86_401);
      access = await ask();
      const next = await create();

      assert.equal(next.status, 201);
      assert.notEqual(json(next).client_id, first.client_id);
    },
    { LATCHKEY_API_REQUESTS_PER_CALLER: '2' },
  ),
);
