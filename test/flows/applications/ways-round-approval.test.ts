/** Proves that what was not approved is not to be had by a change afterwards, and not by many requests at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, CALLBACK, createUser, signedIn } from '../../support/actors.ts';
import type { Browser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { assertRefused, authorizeParams } from '../../support/grant.ts';
import { text } from '../../support/html.ts';
import { json } from '../../support/http-client.ts';
import { assertOk, ifMatch, type ManagementStage, managementStage } from '../../support/management.ts';
import { credentialsOn, edit, register } from '../../support/portal.ts';
import type { Service } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';

type Stage = ManagementStage & { eve: Browser };

async function stageOf(service: Service): Promise<Stage> {
  const stage = await managementStage(service);
  return { ...stage, eve: await signedIn(service, await createUser(service)) };
}

const on = eachDatabase(stageOf, { LATCHKEY_APPLICATION_APPROVAL: 'changes' });

/** Registered by Ada on the pages, and approved. */
async function approved({ browser, all }: Stage, name: string, scopes: string[]): Promise<Application> {
  const page = await register(browser, { name, redirectUris: [CALLBACK], scopes });
  assert.equal(page.status, 201, text(page.body));
  const quill = { ...credentialsOn(page), redirect_uris: [CALLBACK] };
  assertOk(await all('POST', `/applications/${quill.client_id}/approve`, { headers: { 'if-match': '*' } }));
  return quill;
}

const machine = ({ client_id, client_secret }: Application, scope?: string) => ({
  ...{ grant_type: 'client_credentials', client_id, client_secret },
  ...(scope === undefined ? {} : { scope }),
});

test(
  'in its own name an application gets what was approved, and what it added since only with the next approval',
  on(async (stage) => {
    const { service, browser, all, own } = stage;
    const quill = await approved(stage, 'Widening', ['profile']);
    const path = `/applications/${quill.client_id}`;
    await edit(browser, quill, { scopes: ['profile', 'email'] });

    assertRefused(await token(service.url, machine(quill, 'email')), 400, 'unauthorized_client');
    assertRefused(await token(service.url, machine(quill, 'profile email')), 400, 'unauthorized_client');
    assertRefused(await token(service.url, machine(quill, 'nonsense')), 400, 'invalid_scope');
    const usual = await token(service.url, machine(quill));
    assert.deepEqual([usual.status, json(usual).scope], [200, 'profile']);

    // Neither a refusal, nor a further change, nor asking again makes it more.
    const reason = { body: { reason: 'Why e-mail?' }, headers: { 'if-match': '*' } };
    assertOk(await all('POST', `${path}/decline`, reason));
    assertRefused(await token(service.url, machine(quill, 'email')), 400, 'unauthorized_client');
    await edit(browser, quill, { scopes: ['email'] });
    assertRefused(await token(service.url, machine(quill)), 400, 'unauthorized_client');
    assertOk(await own('POST', `${path}/request-approval`));
    assertRefused(await token(service.url, machine(quill)), 400, 'unauthorized_client');
    await edit(browser, quill, { scopes: ['profile', 'email'] });
    assert.equal((await token(service.url, machine(quill, 'profile'))).status, 200);

    assertOk(await all('POST', `${path}/approve`, { headers: { 'if-match': '*' } }));
    assert.equal((await token(service.url, machine(quill, 'profile email'))).status, 200);
  }),
);

test(
  'another homepage, which people read beside the name, waits for approval; none at all does not',
  on(async (stage) => {
    const { browser, own, eve } = stage;
    const quill = await approved(stage, 'Homely', ['profile']);
    const state = async () => assertOk(await own('GET', `/applications/${quill.client_id}`)).body.approval.state;

    await edit(browser, quill, { set: { homepage_url: 'https://bank.example/' } });

    assert.equal(await state(), 'waiting');
    assert.equal((await eve.authorize(authorizeParams(quill))).status, 403);
    const other = await approved(stage, 'Homeless', ['profile']);
    await edit(browser, other, { set: { homepage_url: '', description: 'Says little.' } });
    assert.equal(assertOk(await own('GET', `/applications/${other.client_id}`)).body.approval.state, 'approved');
  }),
);

test(
  'sixteen approvals and changes at once never leave approved what was not looked at',
  on(async (stage) => {
    const { all, own, eve } = stage;
    const quill = await approved(stage, 'Raced', ['profile']);
    const path = `/applications/${quill.client_id}`;
    for (let round = 0; round < 3; round += 1) {
      const before = assertOk(await own('GET', path));
      const seen = { headers: ifMatch(before) };
      const change = (index: number) =>
        own('PATCH', path, { body: { name: `Raced ${round} ${index}` }, headers: { 'if-match': '*' } });
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          index % 2 === 0 ? all('POST', `${path}/approve`, seen) : change(index),
        ),
      );
      assert.ok(
        answers.every(({ status }) => [200, 409, 412].includes(status)),
        answers.map((a) => a.status).join(),
      );
      const { name, approval } = assertOk(await own('GET', path)).body;
      assert.notEqual(name, before.body.name);
      assert.equal(approval.state, 'waiting');
      assert.equal((await eve.authorize(authorizeParams(quill))).status, 403);
    }
  }),
);
