/** Proves that whatever is done to people can be aimed at the account that does it, and is then done or refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMINISTRATION } from '../../../src/endpoints/administration-routes.ts';
import { OPERATIONS } from '../../../src/endpoints/api/operations.ts';
import { createUser, signedIn } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { forms } from '../../support/html.ts';
import { assertOk, assertProblem, ifMatch, managementStage } from '../../support/management.ts';

const on = eachDatabase(managementStage, { LATCHKEY_APPLICATION_REGISTRATION: 'developers' });

const PASSWORD = 'nine herons on the weir';
const BODIES: Readonly<Record<string, unknown>> = {
  setPassword: { password: PASSWORD },
  changePerson: { name: 'Root' },
};

test(
  'an application makes its own owner a developer, and ends that again',
  on(async ({ all, root }) => {
    const path = `/people/${root.id}`;

    assertOk(await all('POST', `${path}/developer`));
    assert.equal(assertOk(await all('GET', path)).body.developer, true);
    assertOk(await all('DELETE', `${path}/developer`), 204);
    assert.equal(assertOk(await all('GET', path)).body.developer, false);
  }),
);

test(
  'every act of the management API on people answers also where the person is the owner of the application',
  on(async ({ all, root }) => {
    const acts = OPERATIONS.filter(({ method, path }) => method !== 'GET' && path.startsWith('/people/{id}'));
    assert.ok(acts.length > 10, `${acts.length} acts`);

    // Twice, since what an act finds depends on those before it.
    for (const { id, method, path } of [...acts, ...acts]) {
      const at = path.replace('{id}', String(root.id)).replace('{session}', 'none').replace('{client_id}', 'none');
      const body = BODIES[id];
      const headers = ifMatch(assertOk(await all('GET', `/people/${root.id}`)));
      const { status, answer } = await all(method, at, { headers, ...(body === undefined ? {} : { body }) });
      assert.ok(status < 500 && status !== 428, `${id}: ${status} ${answer.body}`);
    }
    assertProblem(await all('POST', `/people/${root.id}/disable`, { body: {} }), 409, 'conflict');
  }),
);

test(
  'every act of the pages on people answers also where administrators do it to themselves',
  on(async ({ service }) => {
    const acts = ADMINISTRATION.filter(({ method, path }) => method === 'POST' && path.startsWith('/admin/people/'));
    assert.ok(acts.length > 10, `${acts.length} acts`);

    const person = await createUser(service, { admin: true });
    for (const { path } of acts) {
      for (const decision of ['give', 'end']) {
        const admin = await signedIn(service, person);
        const shown = await admin.get('/account');
        const [token] = forms(shown.body).flatMap(({ fields }) => fields.filter(({ name }) => name === 'form_token'));
        assert.ok(token, 'a form token');
        const fields = { form_token: token.value, confirm_nickname: person.nickname, account: String(person.id) };
        const answer = await admin.post(path.replace(':account', String(person.id)), { ...fields, decision });
        assert.ok(answer.status < 500 && answer.status !== 403, `${path}: ${answer.status}`);
      }
    }
    assert.equal((await (await signedIn(service, person)).get('/admin')).status, 200);
  }),
);
