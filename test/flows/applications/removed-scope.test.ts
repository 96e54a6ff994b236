/** A scope that the operator takes out of the catalogue is granted to nobody; what had it can be changed all the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applicationArguments, signedIn } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { type ManagementStage, managementStage } from '../../support/management.ts';
import { edit } from '../../support/portal.ts';
import { run } from '../../support/service.ts';

const SCOPES = JSON.stringify({ notes: { description: 'Read your notes' } });

/** What was done while `notes` was still among the scopes of the service. */
const before = (stage: ManagementStage, words: string[]) =>
  run(words, {
    cwd: stage.service.directory,
    env: { LATCHKEY_DATABASE: stage.service.databaseUrl, LATCHKEY_SCOPES: SCOPES },
  });

async function made(stage: ManagementStage, words: string[]) {
  const { code, stdout, stderr } = await before(stage, words);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

const application = (stage: ManagementStage) =>
  made(stage, applicationArguments({ owner: stage.ada, scope: 'profile notes' }));

const on = eachDatabase(managementStage);

test(
  'an application that has a removed scope is changed by API, command, description and page, and keeps the scope',
  on(async (stage) => {
    const { service, all, ada } = stage;
    const notes = await application(stage);
    const path = `/applications/${notes.client_id}`;
    const scopes = async () => (await all('GET', path)).body.scopes;

    const changed = await all('PATCH', path, { body: { description: 'Keeps notes.' }, headers: { 'if-match': '*' } });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const named = await service.cliHere(['applications', 'update', notes.client_id, '--name', 'Jotter']);
    assert.equal(named.code, 0, named.stderr);
    const exported = await service.cliHere(['export', '--json']);
    const applied = await service.cliHere(['apply', '-'], exported.stdout);
    assert.equal(applied.code, 0, applied.stderr);
    const saved = await edit(await signedIn(service, ada), notes, { set: { description: 'Keeps them well.' } });
    assert.equal(saved.status, 303, saved.body);

    assert.deepEqual(await scopes(), ['profile', 'notes']);
    const { body } = await all('GET', path);
    assert.deepEqual([body.name, body.description], ['Jotter', 'Keeps them well.']);
  }),
);

test(
  'a removed scope that was taken from an application is not given back, and no other gets it',
  on(async (stage) => {
    const { all, other } = stage;
    const notes = await application(stage);
    const ask = (id: string, scopes: string[]) =>
      all('PATCH', `/applications/${id}`, { body: { scopes }, headers: { 'if-match': '*' } });

    assert.equal((await ask(notes.client_id, ['profile', 'notes', 'openid'])).status, 200);
    assert.equal((await ask(notes.client_id, ['profile'])).status, 200);
    for (const id of [notes.client_id, other.client_id]) {
      const refused = await ask(id, ['profile', 'notes']);
      assert.equal(refused.status, 422);
      assert.match(JSON.stringify(refused.body.errors), /no scope called “notes”/);
    }
  }),
);

test(
  'an API that has a removed scope is changed, and keeps the scope',
  on(async (stage) => {
    const { service, all } = stage;
    const words = ['--identifier', 'https://notes.example/', '--name', 'Notes', '--scope', 'profile notes', '--json'];
    const { client_id } = await made(stage, ['resources', 'create', ...words]);

    const changed = await all('PATCH', `/resources/${client_id}`, {
      body: { seconds: 600 },
      headers: { 'if-match': '*' },
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const named = await service.cliHere(['resources', 'update', 'https://notes.example/', '--name', 'Jotter']);
    assert.equal(named.code, 0, named.stderr);

    const { name, seconds, scopes } = (await all('GET', `/resources/${client_id}`)).body;
    assert.deepEqual({ name, seconds, scopes }, { name: 'Jotter', seconds: 600, scopes: ['profile', 'notes'] });
  }),
);
