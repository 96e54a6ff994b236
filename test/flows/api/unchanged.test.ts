/** Proves that a change through the management API which changes nothing is no event, and makes no other version. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachDatabase } from '../../support/each-database.ts';
import { assertOk, ifMatch, managementStage } from '../../support/management.ts';

const on = eachDatabase(managementStage, { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' });

test(
  'what is sent as it is already changes nothing, is no event, and leaves the tag',
  on(async ({ all, other, bob }) => {
    const api = { identifier: 'https://same.example/', name: 'Same', scopes: ['email', 'profile'], plain: true };
    const hook = { url: 'http://127.0.0.1:9/', groups: ['token', 'consent'] };
    const made = assertOk(await all('POST', '/resources', { body: api }), 201).body;
    const told = assertOk(await all('POST', '/webhooks', { body: hook }), 201).body;
    const { identifier: _, ...terms } = api;
    const person = (await all('GET', `/people?search=${bob.nickname}`)).body.items[0];
    const cases = [
      { path: `/resources/${made.client_id}`, same: terms, kind: 'resource.changed' },
      { path: `/webhooks/${told.id}`, same: hook, kind: 'webhook.changed' },
      { path: `/people/${person.id}`, same: { nickname: bob.nickname }, kind: 'account.profile_changed' },
      { path: `/applications/${other.client_id}`, same: { name: 'Other' }, kind: 'application.changed' },
    ];
    for (const { path, same, kind } of cases) {
      const changes = async () => (await all('GET', `/events?kind=${kind}`)).body.items.length;
      const read = assertOk(await all('GET', path));
      const before = await changes();

      for (const body of [{}, same]) {
        const changed = assertOk(await all('PATCH', path, { body, headers: ifMatch(read) }));
        assert.equal(changed.headers.etag, read.headers.etag, path);
      }

      assert.equal(await changes(), before, path);
    }
  }),
);
