/** Proves the ways to say what resources there are: the configuration, the command line, and what each of them tells. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyEngine } from '../../support/each-database.ts';
import { json, send } from '../../support/http-client.ts';
import { answerOf, ask, NOTES, RESOURCE_SCOPES } from '../../support/resources.ts';
import { type Service, startService } from '../../support/service.ts';

const SETTINGS = {
  LATCHKEY_SCOPES: RESOURCE_SCOPES,
  LATCHKEY_RESOURCES: JSON.stringify({
    [NOTES]: { name: 'Notes', scopes: ['notes:read'], tokens: 'opaque', seconds: 600 },
  }),
};

async function lines(service: Service, ...words: string[]): Promise<readonly Record<string, unknown>[]> {
  const outcome = await service.cliHere(['resources', ...words, '--json']);
  assert.equal(outcome.code, 0, outcome.stderr);
  return outcome.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

test('a configured resource is there after the start, gets credentials on request, and is changed in the configuration alone', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine, env: SETTINGS });

    const [listed] = await lines(service, 'list');
    const [credentials] = await lines(service, 'rotate', '--identifier', NOTES);
    const refused = await service.cliHere(['resources', 'update', '--identifier', NOTES, '--name', 'Other']);
    const kept = await service.cliHere(['resources', 'delete', '--identifier', NOTES]);

    assert.deepEqual(
      [listed?.identifier, listed?.name, listed?.scope, listed?.seconds, listed?.configured],
      [NOTES, 'Notes', 'notes:read', 600, true],
    );
    assert.equal((await ask(service, credentials as never, 'x')).status, 200);
    for (const outcome of [refused, kept]) {
      assert.equal(outcome.code, 1);
      assert.match(outcome.stderr, /is described by LATCHKEY_RESOURCES: change it there\./);
    }
  }));

test('a resource is made, shown, changed, listed and deleted by command, named by the first word or an option', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine, env: { LATCHKEY_SCOPES: RESOURCE_SCOPES } });
    const which = ['--identifier', NOTES];
    const create = ['create', ...which, '--name', 'Notes', '--scope', 'notes:read'];

    const [made] = await lines(service, ...create);
    const twice = await service.cliHere(['resources', ...create]);
    await lines(service, 'update', ...which, '--scope', 'notes:read notes:write', '--plain', '--seconds', '120');
    const [shown] = await lines(service, 'show', ...which);
    const [byWord] = await lines(service, 'show', NOTES);
    await lines(service, 'update', NOTES, '--name', 'All notes');
    await lines(service, 'rotate', NOTES);
    const unnamed = await service.cliHere(['resources', 'delete']);
    const two = await service.cliHere(['resources', 'delete', NOTES, '--identifier', `${NOTES}/other`]);
    await lines(service, 'delete', NOTES);
    const gone = await service.cliHere(['resources', 'show', ...which]);

    assert.deepEqual(
      await answerOf(service, { ...made, client_secret: '' } as never, 'x').catch(() => 'refused'),
      'refused',
    );
    assert.match(twice.stderr, /An API with this identifier exists already\./);
    assert.deepEqual([shown?.scope, shown?.plain, shown?.seconds], ['notes:read notes:write', true, 120]);
    assert.equal(Array.isArray(shown?.secrets) && shown.secrets.length, 1);
    assert.deepEqual(byWord, shown);
    for (const outcome of [unnamed, two]) {
      assert.equal(outcome.code, 2);
      assert.match(outcome.stderr, /Say which API: IDENTIFIER is missing, or there are two of them\./);
    }
    assert.deepEqual(await lines(service, 'list'), []);
    assert.match(gone.stderr, /There is no resource https:\/\/notes\.example\/api\./);
  }));

test('what cannot be a resource is refused in one sentence that says why', async () => {
  const service = await startService({ database: 'sqlite', env: { LATCHKEY_SCOPES: RESOURCE_SCOPES } });
  const create = (identifier: string, ...more: string[]) =>
    service.cliHere([
      'resources',
      'create',
      '--identifier',
      identifier,
      '--name',
      'X',
      '--scope',
      'notes:read',
      ...more,
    ]);

  const cases: readonly [Promise<{ code: number | null; stderr: string }>, number, RegExp][] = [
    [create('notes'), 1, /absolute URI/],
    [create(`${NOTES}#here`), 1, /no fragment/],
    [create('https://ada:secret@notes.example/'), 1, /absolute URI/],
    [create(`https://notes.example/${'x'.repeat(600)}`), 1, /at most 512 characters/],
    [create(NOTES, '--seconds', '5'), 1, /from 60 to/],
    [create(NOTES, '--jwt'), 2, /JWT access tokens are not offered by this version/],
    [
      service.cliHere(['resources', 'create', '--identifier', NOTES, '--name', 'X', '--scope', 'nonsense']),
      1,
      /no scope called “nonsense”/,
    ],
  ];
  for (const [outcome, code, words] of cases) {
    const { code: exit, stderr } = await outcome;
    assert.deepEqual([exit, words.test(stderr)], [code, true], stderr);
    assert.equal(stderr.trim().split('\n').length, 1);
  }
});

test('protected resource metadata describes the service’s own API and every resource, and repeats nothing that was asked', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine, env: SETTINGS });
    const [listed] = await lines(service, 'list');
    const path = '/.well-known/oauth-protected-resource';

    const own = await send(service.url + path);
    const notes = await send(`${service.url}${path}/${listed?.client_id}`);
    const others = ['latchkey-api-unknown', 'notes.example', '..%2f..%2fadmin', '%2e%2e', 'https:%2f%2fevil.example'];
    const missing = await Promise.all(others.map((end) => send(`${service.url}${path}/${end}`)));

    assert.deepEqual(json(own), {
      resource: service.url,
      authorization_servers: [service.url],
      scopes_supported: ['profile', 'email'],
      bearer_methods_supported: ['header'],
      resource_name: 'Latchkey',
    });
    assert.deepEqual(
      [json(notes).resource, json(notes).authorization_servers, json(notes).scopes_supported],
      [NOTES, [service.url], ['notes:read']],
    );
    assert.equal(notes.headers['access-control-allow-origin'], '*');
    for (const answer of missing) {
      assert.equal(answer.status, 404);
      assert.doesNotMatch(answer.body, /evil|admin|example/);
    }
  }));
