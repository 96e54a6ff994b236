/** Proves that administrators give one application a limit of its own, on both databases, and that its owner sees it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../support/actors.ts';
import { administeredPath, administeredStage, eventsOf, press } from '../../support/administration.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(administeredStage, {
  LATCHKEY_DANGER_NO_RATE_LIMITS: '0',
  LATCHKEY_TOKEN_REQUESTS_PER_CLIENT: '1',
});

test(
  'an administrator raises the limit of one application, its owner sees the number, and the operator takes it back',
  on(async ({ service, admin, ada, quill }) => {
    const { client_id, client_secret } = quill;
    const ask = async () =>
      (await token(service.url, { grant_type: 'client_credentials', client_id, client_secret })).status;
    assert.deepEqual([await ask(), await ask()], [200, 429]);
    const path = administeredPath(quill);
    const refused = await press(admin, path, `${path}/limit`, { limit: '0' });
    assert.equal(refused.status, 422);
    const saved = await press(admin, path, `${path}/limit`, { limit: '54321' });
    assert.match(saved.location ?? '', /done=limit_saved/);
    const owner = await signedIn(service, ada);

    assert.equal(await ask(), 200);
    assert.match((await owner.get(`/oauth/applications/${client_id}/settings`)).body, /54[\s,. {2}]?321/);
    assert.equal((await owner.get(path)).status, 404);
    assert.match((await eventsOf(service, 'application.limit_changed'))[0]?.detail ?? '', /54321.*by administrator/);
    const update = ['applications', 'update', '--client-id', client_id, '--json', '--limit'];
    const wrong = await service.cliHere([...update, 'many']);
    assert.equal(wrong.code, 2);
    const usual = await service.cliHere([...update, 'usual']);
    assert.equal(JSON.parse(usual.stdout).token_limit, null);
    assert.equal(await ask(), 429);
  }),
);
