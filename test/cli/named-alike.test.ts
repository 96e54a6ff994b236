/** What commands take and tell is the same wherever the same thing is meant: people, applications, moments and limits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachDatabase } from '../support/each-database.ts';
import { type Stage, usualStage } from '../support/grant.ts';
import type { Outcome, Service } from '../support/service.ts';
import { token } from '../support/token-client.ts';

const onService = eachDatabase(async (service) => service);
const on = (body: (stage: Stage) => Promise<void>) => onService(async (service) => body(await usualStage(service)));

async function asked(service: Service, words: string[], stdin?: string): Promise<Record<string, unknown>> {
  const done = await service.cliHere([...words, '--json'], stdin);
  assert.equal(done.code, 0, done.stderr);
  return JSON.parse(done.stdout);
}

function assertRefused({ code, stderr }: Outcome, expected: 1 | 2, why: RegExp): void {
  assert.equal(code, expected, stderr);
  assert.match(stderr, why);
  assert.equal(stderr.split('\n').length, 2, stderr);
}

test(
  'the owner of an application is named by number, too',
  on(async ({ service, ada }) => {
    const { id } = await asked(service, ['users', 'show', ada.nickname]);
    const owner = ['--owner', String(id)];

    const made = await asked(service, [
      ...['applications', 'create', ...owner, '--name', 'Numbered'],
      ...['--redirect-uri', 'https://numbered.example/cb'],
    ]);
    const listed = await service.cliHere(['applications', 'list', ...owner, '--json']);
    const described = { client_id: 'described', owner: String(id), name: 'D', redirect_uris: ['https://d.example/cb'] };
    const description = JSON.stringify({ latchkey: 1, applications: [described] });
    const applied = await service.cliHere(['apply', '-', '--dry-run'], description);
    const unknown = await service.cliHere(['applications', 'list', '--owner', '4294967295']);

    assert.ok(listed.stdout.includes(String(made.client_id)), listed.stdout);
    assert.equal(applied.code, 0, applied.stderr);
    assertRefused(unknown, 1, /^latchkey: There is no user 4294967295\.\n/);
  }),
);

test(
  'webhooks are listed and shown with the application that they belong to',
  on(async ({ service, quill }) => {
    const words = ['webhooks', 'create', '--url', 'https://hooks.example/in', '--group', 'token'];
    const own = await asked(service, [...words, '--client-id', quill.client_id]);
    const whole = await asked(service, words);

    const lines = (await service.cliHere(['webhooks', 'list', '--json'])).stdout.trim().split('\n');
    const listed = new Map(lines.map((line) => JSON.parse(line)).map(({ id, client_id }) => [id, client_id]));
    const shown = await service.cliHere(['webhooks', 'show', String(own.id)]);
    const help = await service.cliHere(['webhooks', 'list', '--help']);

    assert.equal(listed.get(own.id), quill.client_id);
    assert.equal(listed.get(whole.id), null);
    assert.equal((await asked(service, ['webhooks', 'show', String(own.id)])).client_id, quill.client_id);
    assert.equal((await asked(service, ['webhooks', 'off', String(own.id)])).client_id, quill.client_id);
    assert.match(shown.stdout, new RegExp(`^client_id +${quill.client_id}$`, 'm'));
    assert.match(help.stdout, /Only those of this application; all without it\./);
  }),
);

test(
  'of a token that an application got for itself it is said that its first use is not recorded',
  on(async ({ service, quill }) => {
    const { client_id, client_secret } = quill;
    const { body } = await token(service.url, { grant_type: 'client_credentials', client_id, client_secret });
    const { access_token } = JSON.parse(body);

    const shown = await service.cliHere(['tokens', 'show', '--token-stdin'], access_token);

    assert.match(shown.stdout, /^first_used_at +not recorded$/m);
    assert.equal((await asked(service, ['tokens', 'show', '--token-stdin'], access_token)).first_used_at, null);
  }),
);

test(
  'where the last administrator is disabled, alone or among many, the command says what is left to do',
  on(async ({ service, ada }) => {
    const root = `root${ada.nickname}`.slice(0, 20);
    const create = ['users', 'create', '--nickname', root, '--email', `${root}@example.org`, '--password-stdin'];
    await asked(service, [...create, '--admin'], 'a lantern over the harbour');
    const none = /No administrator is left: make somebody one \(latchkey users make-admin\)/;

    const alone = await service.cliHere(['users', 'disable', root]);
    assert.equal(alone.code, 0);
    assert.match(alone.stderr, none);
    await asked(service, ['users', 'enable', root]);
    const many = ['users', 'disable-many', '--reason', 'The school year is over.'];
    const done = await service.cliHere(many, [root, ada.nickname].join('\n'));
    assert.equal(done.code, 0);
    assert.match(done.stderr, none);
    for (const name of [root, ada.nickname]) {
      assert.equal((await asked(service, ['users', 'show', name])).state, 'disabled');
      await asked(service, ['users', 'enable', name]);
    }
    await asked(service, ['users', 'make-admin', ada.nickname]);
    assert.doesNotMatch((await service.cliHere(['users', 'disable', root])).stderr, none);
    await asked(service, ['users', 'enable', root]);
    await asked(service, ['users', 'remove-admin', root]);
  }),
);

test(
  'approve and decline take the application as their neighbours do',
  on(async ({ service, quill }) => {
    for (const words of [['approve'], ['decline', '--reason', 'It is a copy.']]) {
      const [word = '', ...more] = words;
      const named = await service.cliHere(['applications', word, '--client-id', quill.client_id, ...more]);
      const missing = await service.cliHere(['applications', word, ...more]);

      assertRefused(named, 1, /does not wait for approval\.\n$/);
      assertRefused(missing, 2, /CLIENT_ID is missing/);
    }
  }),
);

test(
  'an update that names no change is refused, and one that changes nothing is no event',
  on(async ({ service, quill }) => {
    const identifier = 'https://same.example/';
    const hook = ['--url', 'https://same.example/in', '--group', 'token', '--group', 'consent'];
    const api = ['--name', 'Same', '--scope', 'profile email', '--seconds', '600', '--plain'];
    const id = String((await asked(service, ['webhooks', 'create', ...hook])).id);
    await asked(service, ['resources', 'create', '--identifier', identifier, ...api]);
    const named = await asked(service, ['applications', 'show', quill.client_id]);
    const updates = [
      { words: ['webhooks', 'update', id], same: hook, kind: 'webhook.changed' },
      { words: ['resources', 'update', identifier], same: api, kind: 'resource.changed' },
      {
        words: ['applications', 'update', quill.client_id],
        same: ['--name', String(named.name)],
        kind: 'application.changed',
      },
    ];
    for (const { words, same, kind } of updates) {
      const changes = async () => (await service.cliHere(['events', '--kind', kind, '--json'])).stdout;
      const before = await changes();

      assertRefused(await service.cliHere(words), 2, /Name what is to change\./);
      await asked(service, [...words, ...same]);

      assert.equal(await changes(), before, kind);
    }
    assertRefused(
      await service.cliHere(['resources', 'update', '--identifier', identifier, '--json']),
      2,
      /what is to change/,
    );
  }),
);

test(
  'a limit that is no number is told the word that takes it back',
  on(async ({ service, quill }) => {
    const words = ['applications', 'update', quill.client_id, '--limit', 'token_requests=x'];

    assertRefused(
      await service.cliHere(words),
      2,
      /token_requests takes a whole number from 1 to \d+, or usual, not x\./,
    );
  }),
);

test(
  'nothing is ended before a moment in the future, and the moment that was meant by now is told',
  on(async ({ service }) => {
    const future = await service.cliHere(['tokens', 'invalidate', '--before', '2999-01-01T00:00:00Z']);
    const begun = Date.now();
    const done = await asked(service, ['tokens', 'invalidate', '--before', 'now']);
    const restored = await service.cli(['restore', '--from', 'none.db', '--invalidate-before', '2999-01-01T00:00:00Z']);

    assertRefused(future, 2, /--before takes now, or a moment that has been, and 2999-\S+ is in the future\./);
    assert.ok(Math.abs(Date.parse(String(done.ended_before)) - begun) < 600_000, String(done.ended_before));
    if (service.engine === 'sqlite')
      assertRefused(restored, 2, /--invalidate-before takes now, or a moment that has been/);
  }),
);
