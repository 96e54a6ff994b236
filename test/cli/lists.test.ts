/** Proves that every list of the command line begins with the names of its columns, for people and not for programs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser } from '../support/actors.ts';
import { eachDatabase } from '../support/each-database.ts';
import type { Service } from '../support/service.ts';

const on = eachDatabase(
  async (service) => {
    const ada = await createUser(service);
    const quill = await createApplication(service, { owner: ada });
    const done = async (words: string[]) => {
      const { code, stdout, stderr } = await service.cliHere(words);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    await done(['resources', 'create', '--identifier', 'https://r.example/', '--name', 'R', '--scope', 'email']);
    const hook = JSON.parse(
      await done(['webhooks', 'create', '--url', 'http://127.0.0.1:9/', '--group', 'account', '--json']),
    );
    await done(['webhooks', 'test', String(hook.id)]);
    return { service, ada, quill, hook };
  },
  { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' },
);

async function linesOf(service: Service, words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await service.cliHere([...words]);
  assert.equal(code, 0, stderr);
  return stdout.split('\n').filter(Boolean);
}

test(
  'a plain list begins with a line of names, as many as each line has values, and JSON has none',
  on(async ({ service, quill, hook }) => {
    const lists: Readonly<Record<string, readonly string[]>> = {
      'id  nickname  email  role  state  created_at': ['users', 'list'],
      'client_id  name  owner  type  scope  users  state  created_at': ['applications', 'list'],
      'identifier  client_id  name  scope  seconds  plain  configured  created_at': ['resources', 'list'],
      'id  ends_in  created_at  last_used_at  expires_at  added_by': ['secrets', 'list', quill.client_id],
      'id  url  groups  state  off_because  failing_since  last_delivery_at  dropped  created_at  client_id': [
        'webhooks',
        'list',
      ],
      'id  type  state  status  attempts  happened_at  next_attempt_at  why': [
        'webhooks',
        'deliveries',
        String(hook.id),
      ],
      'id  kind  state  at  attempts  last_error': ['jobs', 'list'],
      'at  kind  account  client_id  address  detail  id': ['events'],
    };

    for (const [heading, words] of Object.entries(lists)) {
      const [first, ...rows] = await linesOf(service, words);
      const json = await linesOf(service, [...words, '--json']);
      assert.equal(first, heading, words.join(' '));
      assert.equal(rows.length, json.length, words.join(' '));
      for (const row of rows) assert.equal(row.split('  ').length, heading.split('  ').length, row);
      for (const line of json) assert.equal(typeof JSON.parse(line), 'object');
    }
  }),
);

test(
  'an application is listed with the type, the scopes and the owner that it is shown with',
  on(async ({ service, quill }) => {
    const lines = await linesOf(service, ['applications', 'list', '--json']);
    const listed = lines.map((line) => JSON.parse(line)).find(({ client_id }) => client_id === quill.client_id);
    const [text = ''] = await linesOf(service, ['applications', 'show', quill.client_id, '--json']);
    const shown = JSON.parse(text);

    for (const name of ['name', 'type', 'confidential', 'scopes', 'owner_nickname', 'created_at'])
      assert.deepEqual(listed[name], shown[name], name);
    assert.equal(listed.type, 'web');
    assert.equal(listed.scope, shown.scopes.join(' '));
  }),
);

test(
  'what shows one thing prints a line for each fact, with a dash for nothing, and no JSON',
  on(async ({ service, ada, quill, hook }) => {
    const shown = [
      ['users', 'show', ada.nickname],
      ['applications', 'show', quill.client_id],
      ['resources', 'show', 'https://r.example/'],
      ['webhooks', 'show', String(hook.id)],
    ];

    for (const words of shown) {
      const lines = await linesOf(service, words);
      const names = Object.keys(JSON.parse((await linesOf(service, [...words, '--json']))[0] ?? ''));
      const column = Math.max(...names.map((name) => name.length)) + 2;
      const told = lines.map((line) => line.slice(0, column).trim()).filter(Boolean);
      assert.deepEqual(told, names, words.join(' '));
      for (const line of lines) assert.doesNotMatch(line.slice(column), /^$|["{}[\]]|null|undefined|object/, line);
    }
    const api = await linesOf(service, ['resources', 'show', 'https://r.example/']);
    assert.ok(api.includes('seconds     -'), api.join('\n'));
    assert.match(api.join('\n'), /^secrets +ends_with \S{4}, created_at 20\S+$/m);
  }),
);

test(
  'an empty list prints nothing',
  on(async ({ service, ada }) => {
    for (const words of [
      ['tokens', 'list', '--account', ada.nickname],
      ['events', '--since', '2999-01-01'],
    ])
      assert.deepEqual(await linesOf(service, words), [], words.join(' '));
  }),
);
