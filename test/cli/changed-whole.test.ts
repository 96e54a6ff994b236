/** Proves that a change of an application by the operator is made as a whole or not at all, by command and by description. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createApplication, createUser, type User } from '../support/actors.ts';
import { eachDatabase } from '../support/each-database.ts';
import { adminToken, apiOf } from '../support/management.ts';
import type { Service } from '../support/service.ts';
import { token } from '../support/token-client.ts';

interface Stage {
  readonly service: Service;
  readonly ada: User;
}

const on = eachDatabase(async (service): Promise<Stage> => ({ service, ada: await createUser(service) }));

const SECRET = 'a-secret-that-programs-know-already';

async function told(service: Service, words: string[], stdin?: string): Promise<Record<string, unknown>> {
  const done = await service.cliHere([...words, '--json'], stdin);
  assert.equal(done.code, 0, done.stderr);
  return JSON.parse(done.stdout);
}

async function refused(service: Service, words: string[], why: RegExp, stdin?: string): Promise<void> {
  const done = await service.cliHere(words, stdin);
  assert.equal(done.code, 1, done.stdout);
  assert.match(done.stderr, why);
}

const isPublic = ['--auth-method', 'none'];
const isConfidential = ['--auth-method', 'client_secret_basic'];

async function register({ service, ada }: Stage, ...words: string[]): Promise<string> {
  const redirect = ['--redirect-uri', 'https://whole.example/cb'];
  const named = ['applications', 'create', '--owner', ada.nickname, '--name', 'Whole', ...redirect];
  return String((await told(service, [...named, ...words])).client_id);
}

async function secretsOf(service: Service, clientId: string): Promise<number> {
  const listed = await service.cliHere(['secrets', 'list', clientId, '--json']);
  return listed.stdout.trim().split('\n').filter(Boolean).length;
}

async function isToken(service: Service, clientId: string): Promise<boolean> {
  const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: SECRET };
  return (await token(service.url, fields)).status === 200;
}

test(
  'an update of which one part cannot be done changes nothing, and makes no secret that nobody is shown',
  on(async (stage) => {
    const { service } = stage;
    const clientId = await register(stage, ...isPublic);
    const before = await told(service, ['applications', 'show', clientId]);
    const update = ['applications', 'update', clientId, '--name', 'Other', '--limit', 'token_requests=5'];

    await refused(service, [...update, ...isConfidential, '--first-party', '--admin'], /is no administrator/);
    await refused(service, [...update, '--admin'], /is public: an application without a secret/);
    await refused(service, [...update, '--client-secret-stdin'], /is public and has no secret/, SECRET);

    assert.deepEqual(await told(service, ['applications', 'show', clientId]), before);
    assert.equal(await secretsOf(service, clientId), 0);
  }),
);

test(
  'details, a secret, a limit, a mark and the right to manage are changed by one update, each with its event',
  on(async (stage) => {
    const { service } = stage;
    const root = await createUser(service);
    await told(service, ['users', 'make-admin', root.nickname]);
    const clientId = await register({ service, ada: root }, ...isPublic);
    const words = ['--name', 'Other', ...isConfidential, '--client-secret-stdin', '--first-party', '--admin'];

    const changed = await told(
      service,
      ['applications', 'update', clientId, ...words, '--limit', 'token_requests=5'],
      SECRET,
    );

    assert.deepEqual(
      [changed.name, changed.limits, 'client_secret' in changed],
      ['Other', { token_requests: 5 }, false],
    );
    const shown = await told(service, ['applications', 'show', clientId]);
    assert.deepEqual(
      [shown.name, shown.type, shown.first_party, shown.admin, await secretsOf(service, clientId)],
      ['Other', 'web', true, true, 1],
    );
    assert.ok(await isToken(service, clientId));
    const events = await service.cliHere(['events', '--client', clientId, '--kind', 'application', '--json']);
    const kinds = events.stdout
      .trim()
      .split('\n')
      .map((line) => String(JSON.parse(line).kind));
    assert.deepEqual(kinds.toSorted(), [
      'application.administration_given',
      'application.changed',
      'application.created',
      'application.limit_changed',
      'application.made_first_party',
      'application.secret_added',
    ]);
    await told(service, ['applications', 'update', clientId, '--no-admin', '--no-first-party']);
    const after = await told(service, ['applications', 'show', clientId]);
    assert.deepEqual([after.first_party, after.admin, after.name], [false, false, 'Other']);
  }),
);

test(
  'updates of different fields at the same moment all hold',
  on(async (stage) => {
    const { service } = stage;
    const clientId = await register(stage);
    const fields = {
      '--name': 'At once',
      '--description': 'Changed at once.',
      '--homepage-url': 'https://whole.example/',
      '--policy-url': 'https://whole.example/policy',
      '--terms-url': 'https://whole.example/terms',
    };

    await Promise.all(
      Object.entries(fields).map((words) => told(service, ['applications', 'update', clientId, ...words])),
    );

    const { name, description, homepage_url, policy_url, terms_url } = await told(service, [
      ...['applications', 'show', clientId],
    ]);
    assert.deepEqual([name, description, homepage_url, policy_url, terms_url], Object.values(fields));
  }),
);

test(
  'so do those of an API',
  on(async ({ service }) => {
    const identifier = 'https://whole.example/api';
    await told(service, ['resources', 'create', '--identifier', identifier, '--name', 'Whole', '--scope', 'profile']);
    const changes = [['--name', 'At once'], ['--scope', 'profile email'], ['--seconds', '600'], ['--plain']];

    await Promise.all(changes.map((words) => told(service, ['resources', 'update', identifier, ...words])));

    const { name, scope, seconds, plain } = await told(service, ['resources', 'show', identifier]);
    assert.deepEqual([name, scope, seconds, plain], ['At once', 'profile email', 600, true]);
  }),
);

test(
  'and those of a webhook, by command and through the management API',
  on(async ({ service }) => {
    const root = await createUser(service, { admin: true });
    const robot = await createApplication(service, { owner: root, name: 'Robot' });
    await told(service, ['applications', 'update', robot.client_id, '--admin']);
    const call = apiOf(service, await adminToken(service, robot));
    const create = ['webhooks', 'create', '--url', 'https://whole.example/one', '--group', 'account'];
    const ids = await Promise.all(Array.from({ length: 4 }, async () => String((await told(service, create)).id)));
    const url = 'https://whole.example/two';
    const byApi = async (id: string, body: unknown) => {
      const done = await call('PATCH', `/webhooks/${id}`, { body, headers: { 'if-match': '*' } });
      assert.equal(done.status, 200, JSON.stringify(done.body));
    };

    const byCommand = (id: string, ...words: string[]) => told(service, ['webhooks', 'update', id, ...words]);
    const changesOf = (id: string, index: number): readonly Promise<unknown>[] =>
      index % 2 === 0
        ? [byCommand(id, '--url', url), byCommand(id, '--group', 'consent')]
        : [byApi(id, { url }), byApi(id, { groups: ['consent'] })];

    await Promise.all(ids.flatMap(changesOf));

    for (const id of ids) {
      const shown = await told(service, ['webhooks', 'show', id]);
      assert.deepEqual([shown.url, shown.groups], [url, ['consent']]);
    }
  }),
);

test(
  'a description makes a public application confidential with the secret that it names, in one go',
  on(async (stage) => {
    const { service } = stage;
    const clientId = await register(stage, ...isPublic);
    const file = join(service.directory, 'secret');
    writeFileSync(file, `${SECRET}\n`);
    const described = JSON.stringify({
      latchkey: 1,
      applications: [{ client_id: clientId, type: 'web', secret: { file } }],
    });

    const applied = await told(service, ['apply', '-'], described);

    assert.deepEqual(applied.changes, [
      { does: 'change', kind: 'application', id: clientId, fields: ['type', 'secret'] },
    ]);
    assert.equal(await secretsOf(service, clientId), 1);
    assert.ok(await isToken(service, clientId));
    assert.deepEqual((await told(service, ['apply', '-'], described)).changes, []);
  }),
);
