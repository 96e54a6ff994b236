/** Proves that a deletion which names a version deletes no other one, and what is told of one that comes in between. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachDatabase } from '../../support/each-database.ts';
import { assertOk, ifMatch, managementStage } from '../../support/management.ts';

const on = eachDatabase(managementStage, { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' });

test(
  'of a change and a deletion of a webhook that name the same version, one is done, on or off',
  on(async ({ all }) => {
    for (let round = 0; round < 20; round += 1) {
      const body = { url: 'http://127.0.0.1:9/', groups: ['token'] };
      const path = `/webhooks/${assertOk(await all('POST', '/webhooks', { body }), 201).body.id}`;
      if (round % 2 === 0) assertOk(await all('POST', `${path}/disable`));
      const headers = ifMatch(assertOk(await all('GET', path)));

      const [deleted, changed] = await Promise.all([
        all('DELETE', path, { headers }),
        all('PATCH', path, { headers, body: { groups: ['consent'] } }),
      ]);

      const left = await all('GET', path);
      const isDeleted = deleted.status === 204;
      assert.equal(changed.status === 200, !isDeleted, `round ${round}: ${deleted.status}, ${changed.status}`);
      assert.equal(left.status, isDeleted ? 404 : 200);
      assert.equal(isDeleted ? [404, 412].includes(changed.status) : deleted.status === 412, true);
      if (!isDeleted) assertOk(await all('DELETE', path, { headers: ifMatch(left) }), 204);
    }
  }),
);

test(
  'an application for an account that is deleted at the same moment is made before that, or refused for its owner',
  on(async ({ all }) => {
    for (let round = 0; round < 20; round += 1) {
      const named = { nickname: `leaving${round}x`, email: `leaving${round}@example.org` };
      const person = { ...named, password: 'a lantern over the harbour' };
      const owner = assertOk(await all('POST', '/people', { body: person }), 201).body.id;
      const body = { owner, name: 'Late', redirect_uris: ['https://late.example/cb'] };

      const [deleted, made] = await Promise.all([
        all('DELETE', `/people/${owner}`, { headers: { 'if-match': '*' } }),
        all('POST', '/applications', { body }),
      ]);

      assertOk(deleted, 204);
      if (made.status === 201) continue;
      assert.deepEqual([made.status, made.body.errors?.[0]?.pointer], [422, '/owner'], JSON.stringify(made.body));
    }
  }),
);
