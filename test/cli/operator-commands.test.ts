/** The commands with which an operator answers questions and ends things, on both databases beside the running service. */
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import { signedIn } from '../support/actors.ts';
import { eachDatabase } from '../support/each-database.ts';
import { assertAlive, assertDead, obtainTokens, type Stage, usualStage } from '../support/grant.ts';
import type { Service } from '../support/service.ts';
import { token } from '../support/token-client.ts';

const onService = eachDatabase(async (service) => service);
/** People and an application of its own for each test. */
const on = (body: (stage: Stage) => Promise<void>) => onService(async (service) => body(await usualStage(service)));

async function asked(service: Service, words: string[], stdin?: string): Promise<Record<string, unknown>> {
  const done = await service.cliHere([...words, '--json'], stdin);
  assert.equal(done.code, 0, done.stderr);
  return JSON.parse(done.stdout);
}

async function refused(service: Service, words: string[], why: RegExp): Promise<void> {
  const done = await service.cliHere(words);
  assert.equal(done.code, 1, done.stdout);
  assert.match(done.stderr, why);
  assert.equal(done.stderr.split('\n').length, 2, done.stderr);
}

test(
  'an account is shown and named by nickname, address or number alike',
  on(async (stage) => {
    const { service, ada, quill } = stage;
    await obtainTokens(stage);
    const byName = await asked(service, ['users', 'show', ada.nickname]);
    const byNumber = await asked(service, ['users', 'show', String(byName.id)]);
    const byAddress = await asked(service, ['users', 'show', String(byName.email)]);

    assert.deepEqual(byNumber, byName);
    assert.deepEqual(byAddress, byName);
    assert.deepEqual(byName.authorized_applications, [quill.client_id]);
    const disable = ['users', 'disable', String(byName.id), '--reason', 'Sends spam'];
    assert.equal((await asked(service, disable)).state, 'disabled');
    const disabled = await asked(service, ['users', 'show', ada.nickname]);
    assert.deepEqual([disabled.state, disabled.disabled_because], ['disabled', 'Sends spam']);
    assert.match(String(disabled.disabled_at), /^\d{4}-\d\d-\d\dT/);
    const event = await asked(service, ['events', '--kind', 'account.disabled', '--limit', '1']);
    assert.equal(event.detail, `by the operator: Sends spam (${userInfo().username})`);
    await refused(service, ['users', 'show', '4294967295'], /^latchkey: There is no user 4294967295\.\n/);
  }),
);

test(
  'rights of an administrator are taken away, but not from the last one',
  on(async ({ service, ada }) => {
    await asked(service, ['users', 'make-admin', ada.nickname]);
    await refused(service, ['users', 'remove-admin', ada.nickname], /is the last administrator/);
    await refused(service, ['users', 'delete', ada.nickname, '--yes'], /is the last administrator/);
    const words = [
      'users',
      'create',
      '--nickname',
      'grace',
      '--email',
      'grace@example.org',
      '--password-stdin',
      '--admin',
    ];
    await asked(service, words, 'a compiler for the harbour');

    const taken = await asked(service, ['users', 'remove-admin', ada.nickname]);

    assert.equal(taken.role, 'user');
    await refused(service, ['users', 'remove-admin', ada.nickname], /is no administrator/);
    const browser = await signedIn(service, ada);
    assert.equal((await browser.get('/admin')).status, 404);
  }),
);

test(
  'an account is deleted for somebody, with what it allowed; one that owns applications only when that is confirmed',
  on(async (stage) => {
    const { service, ada } = stage;
    const tokens = await obtainTokens(stage);
    await refused(service, ['users', 'delete', ada.nickname], /owns 1 application with 1 user, .* add --yes/);
    await assertAlive(service, tokens.access);

    const deleted = await asked(service, ['users', 'delete', ada.nickname, '--yes']);

    assert.equal(deleted.state, 'deleted');
    await assertDead(service, tokens.access);
    await refused(service, ['users', 'show', ada.nickname], /There is no user/);
  }),
);

test(
  'a token is shown without being ended or used, and never printed',
  on(async (stage) => {
    const { service, quill, ada } = stage;
    const tokens = await obtainTokens(stage);
    const access = await asked(service, ['tokens', 'show', '--token-stdin'], tokens.access);
    const refresh = await asked(service, ['tokens', 'show', '--token-stdin'], tokens.refresh);

    assert.deepEqual([access.kind, access.state, access.client_id], ['access', 'live', quill.client_id]);
    assert.deepEqual([refresh.kind, refresh.state, refresh.nickname], ['refresh', 'live', ada.nickname]);
    assert.ok(!JSON.stringify([access, refresh]).includes(tokens.access.slice(-8)));
    await assertAlive(service, tokens.access);
    await asked(service, ['tokens', 'revoke', '--token-stdin'], tokens.access);
    assert.equal((await asked(service, ['tokens', 'show', '--token-stdin'], tokens.access)).state, 'ended');
  }),
);

test(
  'a secret is rotated with an overlap, listed, and the old one removed',
  on(async ({ service, quill }) => {
    const which = ['--client-id', quill.client_id];
    const rotated = await asked(service, ['secrets', 'rotate', ...which, '--overlap', 'hour']);
    const listed = await service.cli(['secrets', 'list', ...which, '--json']);
    const secrets = listed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const old = secrets.find(({ expires_at }) => expires_at !== null);
    const works = async (client_secret: unknown) => {
      const fields = {
        grant_type: 'client_credentials',
        client_id: quill.client_id,
        client_secret: String(client_secret),
      };
      return (await token(service.url, fields)).status === 200;
    };

    assert.equal(secrets.length, 2);
    assert.deepEqual([await works(quill.client_secret), await works(rotated.client_secret)], [true, true]);
    await asked(service, ['secrets', 'remove', ...which, '--secret', String(old.id)]);
    assert.deepEqual([await works(quill.client_secret), await works(rotated.client_secret)], [false, true]);
    const left = secrets.find(({ id }) => id !== old.id);
    await refused(service, ['secrets', 'remove', ...which, '--secret', String(left.id)], /only secret/);
  }),
);

test(
  'an application is changed in what is named, and keeps the rest; the event says which user of the system did it',
  on(async ({ service, quill }) => {
    const which = ['--client-id', quill.client_id];
    const uri = 'https://quill.example/other';
    const changed = await asked(service, ['applications', 'update', ...which, '--redirect-uri', uri]);
    const events = await service.cli([
      'events',
      '--kind',
      'application.changed',
      '--client',
      quill.client_id,
      '--json',
    ]);

    assert.deepEqual(changed.redirect_uris, [uri]);
    assert.equal(changed.name, 'Quill');
    assert.equal(JSON.parse(events.stdout).detail, `redirect_uri; by the operator (${userInfo().username})`);
    await refused(
      service,
      ['applications', 'update', ...which, '--redirect-uri', 'http://quill.example'],
      /http:\/\/quill/,
    );
  }),
);

test(
  'of two lines with the same nickname or address the first one is done',
  on(async ({ service }) => {
    const line = (nickname: string, email: string) =>
      JSON.stringify({ nickname, email: `${email}@example.org`, password: 'a lantern over the harbour' });
    const input = Array.from({ length: 12 }, (_, index) => [
      line(`twin${index}`, `twin${index}`),
      index % 2 === 0 ? line(`TWIN${index}`, `other${index}`) : line(`other${index}`, `Twin${index}`),
    ]);

    const made = await service.cli(['users', 'create-many', '--json'], input.flat().join('\n'));

    const refused = made.stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text))
      .filter(({ error }) => error !== undefined);
    assert.deepEqual(
      refused.map((each) => Number(each.line)).toSorted((one, other) => one - other),
      input.map((_, index) => 2 * index + 2),
    );
  }),
);

test(
  'accounts are made and disabled by the line; what is wrong is told with its line, and the rest is done',
  on(async ({ service }) => {
    const people = Array.from({ length: 20 }, (_, index) => ({
      nickname: `crowd${index}`,
      email: `crowd${index}@example.org`,
      password: 'a lantern over the harbour',
    }));
    const input = [...people.map((person) => JSON.stringify(person)), '{"nickname": 1}', JSON.stringify(people[0])];
    const made = await service.cli(['users', 'create-many', '--json'], input.join('\n'));
    const lines = made.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const disabled = await service.cli(
      ['users', 'disable-many'],
      [...people.map(({ email }) => email), 'nobody'].join('\n'),
    );

    assert.equal(made.code, 1);
    assert.equal(lines.filter(({ id }) => id !== undefined).length, 20);
    assert.deepEqual(
      lines
        .filter(({ error }) => error !== undefined)
        .map(({ line }) => line)
        .toSorted(),
      [21, 22],
    );
    assert.match(made.stderr, /^latchkey: 20 done, 2 not\.\n$/);
    const nameless = await service.cli(['users', 'create-many'], 'no JSON');
    assert.match(nameless.stdout, /^1: not done: The line must be a JSON object /);
    const twice = '{"nickname":"twice","email":"a@example.org","email":"b@example.org"}';
    const doubled = await service.cliHere(['users', 'create-many'], twice);
    assert.deepEqual([doubled.code, doubled.stdout], [1, '1: not done: twice The line has "email" more than once.\n']);
    assert.match(disabled.stderr, /^latchkey: 20 done, 1 not\.\n$/);
    assert.equal((await asked(service, ['users', 'show', 'crowd7'])).state, 'disabled');
  }),
);
