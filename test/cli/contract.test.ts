/** The contract for scripts (SPEC parts 4 and 9): names of commands and options, and what they print, on both databases. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLBACK, createUser, signedIn } from '../support/actors.ts';
import { eachDatabase } from '../support/each-database.ts';
import { assertAlive, authorizeParams, obtainTokens, type Stage, usualStage } from '../support/grant.ts';
import type { Service } from '../support/service.ts';
import { token } from '../support/token-client.ts';

const onService = eachDatabase(async (service) => service);
const on = (body: (stage: Stage) => Promise<void>) => onService(async (service) => body(await usualStage(service)));

async function asked(service: Service, words: string[], stdin?: string): Promise<Record<string, unknown>> {
  const done = await service.cliHere([...words, '--json'], stdin);
  assert.equal(done.code, 0, done.stderr);
  return JSON.parse(done.stdout);
}

async function refused(service: Service, words: string[], code: number, why: RegExp, stdin?: string): Promise<void> {
  const done = await service.cliHere(words, stdin);
  assert.deepEqual([done.code, done.stdout], [code, ''], done.stderr);
  assert.match(done.stderr, why);
  assert.equal(done.stderr.split('\n').length, 2, done.stderr);
}

const create = (nickname: string, ...more: string[]) => [
  'users',
  'create',
  ...['--nickname', nickname, '--email', `${nickname}@example.org`, '--password-stdin'],
  ...more,
];

test(
  'an account is created with a name and an address that the operator vouches for',
  on(async ({ service, quill }) => {
    const password = 'a compiler for the harbour';
    const made = await asked(service, create('grace', '--name', 'Grace Hopper', '--email-verified'), password);
    const browser = await signedIn(service, { ...(made as { id: number; nickname: string }), email: '', password });
    const tokens = await obtainTokens({ service, browser, quill }, { scope: 'profile email' });
    const who = (await (
      await fetch(`${service.url}/api/users/whoami`, { headers: { authorization: `Bearer ${tokens.access}` } })
    ).json()) as Record<string, unknown>;

    assert.deepEqual(Object.keys(made), ['id', 'nickname']);
    assert.deepEqual([who.name, who.email_verified], ['Grace Hopper', true]);
    await refused(service, create('hidden', '--name', 'Gra\u202ece'), 1, /name/, password);
  }),
);

test(
  'accounts in bulk may have a name and a verified address; a line that says it wrongly makes none',
  on(async ({ service }) => {
    const line = (nickname: string, more: object) =>
      JSON.stringify({ nickname, email: `${nickname}@example.org`, password: 'a boat under the bridge', ...more });
    const input = [
      line('mary', { name: 'Mary', email_verified: true }),
      '',
      line('joan', { email_verified: 'yes' }),
      line('jane', { email_verifed: true }),
    ];
    const done = await service.cliHere(['users', 'create-many', '--json'], input.join('\n'));
    const mary = await asked(service, ['users', 'show', 'mary']);

    assert.equal(done.code, 1);
    assert.match(
      done.stdout,
      /"line":3,"name":"joan","error":"name must be a text, and email_verified true or false\."/,
    );
    assert.match(done.stdout, /"line":4,"name":"jane","error":"email_verifed is nothing that a line can have\."/);
    assert.deepEqual([mary.name, mary.email_verified], ['Mary', true]);
    await refused(service, ['users', 'show', 'joan'], 1, /There is no user joan/);
  }),
);

test(
  'somebody is signed out everywhere by the operator, and applications keep their access',
  on(async (stage) => {
    const { service, browser, ada } = stage;
    const tokens = await obtainTokens(stage);
    const shown = await asked(service, ['users', 'show', ada.nickname]);

    const out = await asked(service, ['users', 'sign-out', ada.nickname]);

    assert.equal((shown.signed_in as unknown[]).length, 1);
    assert.deepEqual(out, { id: ada.id, nickname: ada.nickname, sessions_ended: 1 });
    assert.match((await browser.get('/account')).location ?? '', /sign-in/);
    await assertAlive(service, tokens.access);
    const event = await asked(service, ['events', '--kind', 'account.signed_out_everywhere', '--limit', '1']);
    assert.match(String(event.detail), /^by the operator/);
    await refused(service, ['users', 'sign-out', 'nobody'], 1, /^latchkey: There is no user nobody\.\n/);
  }),
);

test(
  'live tokens of an account are listed by their grant, whoever holds them, and no longer once they have ended',
  on(async (stage) => {
    const { service, ada, quill } = stage;
    const words = ['tokens', 'list', '--account', ada.nickname, '--json'];
    const tokens = await obtainTokens(stage, { scope: 'profile' });
    await obtainTokens(stage, { scope: 'profile email' });
    const listed = (await service.cliHere(words)).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

    assert.deepEqual(
      listed.map(({ client_id, resource, scope }) => [client_id, resource, scope]),
      [
        [quill.client_id, null, 'profile email'],
        [quill.client_id, null, 'profile'],
      ],
    );
    await assertAlive(service, tokens.access);
    await asked(service, ['tokens', 'revoke', '--token-stdin'], tokens.access);
    assert.equal((await asked(service, words.slice(0, -1))).scope, 'profile email');
    await service.cliHere(['tokens', 'revoke', '--account', ada.nickname]);
    assert.deepEqual(await service.cliHere(words), { code: 0, stdout: '', stderr: '' });
    await refused(service, ['tokens', 'list', '--account', 'nobody'], 1, /^latchkey: There is no user nobody\.\n/);
  }),
);

test(
  'enabling answers the account like its neighbours, whether or not it was disabled',
  on(async ({ service, ada: { id, nickname } }) => {
    const before = await asked(service, ['users', 'enable', nickname]);
    await asked(service, ['users', 'disable', nickname]);

    const after = await asked(service, ['users', 'enable', String(id)]);

    assert.deepEqual(before, { id, nickname, state: 'active', changed: false });
    assert.deepEqual(after, { id, nickname, state: 'active', changed: true });
  }),
);

const register = (owner: string, ...more: string[]) => [
  ...['applications', 'create', '--owner', owner, '--name', 'Robot'],
  ...more,
];

test(
  'an application of a machine is created by its grant type, without a redirect URI, and acts for itself',
  on(async ({ service, ada: { nickname } }) => {
    const made = await asked(service, register(nickname, '--grant-type', 'client_credentials'));
    const fields = { client_id: String(made.client_id), client_secret: String(made.client_secret) };
    const shown = await asked(service, ['applications', 'show', fields.client_id]);

    assert.deepEqual(made.redirect_uris, []);
    assert.deepEqual([shown.type, shown.confidential, shown.owner_nickname], ['machine', true, nickname]);
    assert.equal((await token(service.url, { grant_type: 'client_credentials', ...fields })).status, 200);
    const web = ['--grant-type', 'authorization_code', '--redirect-uri', CALLBACK];
    await asked(service, ['applications', 'update', fields.client_id, ...web]);
    assert.equal((await asked(service, ['applications', 'show', fields.client_id])).type, 'web');
  }),
);

test(
  'a grant type that limits nothing is told: what the application can use as well, on standard error',
  on(async ({ service, ada: { nickname } }) => {
    const uri = ['--redirect-uri', CALLBACK];
    const told = async (...words: string[]) => {
      const done = await service.cliHere([...register(nickname, ...words), '--json']);
      assert.equal(done.code, 0, done.stderr);
      return { stderr: done.stderr, fields: JSON.parse(done.stdout) as { client_id: string; client_secret: string } };
    };
    const codes = ['--grant-type', 'authorization_code', '--grant-type', 'refresh_token'];
    const web = await told(...codes, ...uri);
    const { client_id, client_secret } = web.fields;
    const own = await token(service.url, { grant_type: 'client_credentials', client_id, client_secret });

    assert.equal(own.status, 200);
    const limits = /--grant-type chooses the kind of an application, which is web, and limits nothing else\.\n$/;
    assert.match(web.stderr, /^latchkey: It can use client_credentials as well: /);
    assert.match(web.stderr, limits);
    const alone = await told(...codes.slice(0, 2), ...uri);
    assert.match(alone.stderr, /^latchkey: It can use refresh_token and client_credentials as well: /);
    assert.equal((await told('--public', ...codes, ...uri)).stderr, '');
    assert.equal((await told('--grant-type', 'client_credentials')).stderr, '');
    assert.equal((await told(...codes, '--grant-type', 'client_credentials', ...uri)).stderr, '');
    const changed = await service.cliHere(['applications', 'update', client_id, ...codes]);
    assert.match(changed.stderr, limits);
  }),
);

test(
  'no application is made under a client_id to which no address leads, by command or by description',
  on(async ({ service, ada: { nickname } }) => {
    const why = /may not be "\.", "\.\." or "new": no page and no address of the API would lead/;
    for (const id of ['.', '..', 'new']) {
      await refused(service, register(nickname, '--redirect-uri', CALLBACK, `--client-id=${id}`), 1, why);
      const application = { client_id: id, owner: nickname, name: 'Robot', redirect_uris: [CALLBACK] };
      const applied = await service.cliHere(
        ['apply', '-'],
        JSON.stringify({ latchkey: 1, applications: [application] }),
      );

      assert.notEqual(applied.code, 0);
      assert.match(applied.stderr + applied.stdout, why);
      await refused(service, ['applications', 'show', id], 1, /There is no application/);
    }
    assert.ok((await asked(service, register(nickname, '--redirect-uri', CALLBACK, '--client-id=new.'))).client_id);
  }),
);

test(
  'the authentication method says whether an application has a secret; what this version lacks is refused in one line',
  on(async ({ service, ada: { nickname } }) => {
    const uri = ['--redirect-uri', CALLBACK];
    const open = await asked(service, register(nickname, ...uri, '--auth-method', 'none'));
    const closed = await asked(service, register(nickname, ...uri, '--auth-method', 'client_secret_post'));

    assert.equal(open.client_secret, null);
    assert.match(String(closed.client_secret), /^lks_/);
    const made = await asked(service, [
      ...['applications', 'update', String(open.client_id), '--auth-method', 'client_secret_basic'],
    ]);
    assert.match(String(made.client_secret), /^lks_/);
    const wrong: readonly (readonly [string[], RegExp])[] = [
      [['--auth-method', 'private_key_jwt', ...uri], /private_key_jwt is not offered by this version: choose/],
      [['--auth-method', 'odd', ...uri], /there is no "odd": choose client_secret_basic/],
      [['--grant-type', 'implicit', ...uri], /there is no "implicit"/],
      [['--grant-type', 'client_credentials', ...uri], /leave --redirect-uri out/],
      [['--public', '--grant-type', 'client_credentials'], /cannot act for itself/],
      [['--public', '--auth-method', 'client_secret_basic', ...uri], /has no secret/],
      [['--grant-type', 'refresh_token', ...uri], /add --grant-type authorization_code/],
      [[], /^latchkey: --redirect-uri U is missing\./],
    ];
    for (const [words, why] of wrong) await refused(service, register(nickname, ...words), 2, why);
  }),
);

test(
  'what people read of an application, and whether iss is sent, is set and changed by options',
  on(async ({ service, ada: { nickname } }) => {
    const urls = ['--policy-url', 'https://quill.example/policy', '--terms-url', 'https://quill.example/terms'];
    const words = register(nickname, '--redirect-uri', CALLBACK, '--scope', 'profile email', ...urls);
    const { client_id } = await asked(service, [...words, '--required-scope', 'profile', '--no-iss']);
    const which = String(client_id);
    const show = () => asked(service, ['applications', 'show', which]);

    const before = await show();
    await asked(service, ['applications', 'update', which, '--iss', '--required-scope', '', '--terms-url', '']);
    const after = await show();

    const told = ({ policy_url, terms_url, required_scopes, send_iss }: Record<string, unknown>) =>
      JSON.stringify([policy_url, terms_url, required_scopes, send_iss]);
    assert.equal(told(before), '["https://quill.example/policy","https://quill.example/terms",["profile"],false]');
    assert.equal(told(after), '["https://quill.example/policy","",[],true]');
    await refused(service, ['applications', 'update', which], 2, /Name what is to change/);
    await refused(service, ['applications', 'update', which, '--iss', '--no-iss'], 2, /one of --iss and --no-iss/);
  }),
);

test(
  'a first-party application is created and asks nobody, until the mark is taken away',
  on(async ({ service, ada: { nickname } }) => {
    const made = await asked(service, register(nickname, '--redirect-uri', CALLBACK, '--first-party'));
    const application = made as { client_id: string; client_secret: string; redirect_uris: string[] };
    const browser = await signedIn(service, await createUser(service));
    const first = await browser.authorize(authorizeParams(application));

    assert.match(first.location ?? '', /[?&]code=/);
    await asked(service, ['applications', 'update', application.client_id, '--no-first-party']);
    assert.equal((await asked(service, ['applications', 'show', application.client_id])).first_party, false);
    const another = await signedIn(service, await createUser(service));
    assert.match((await another.authorize(authorizeParams(application))).body, /name="decision"/);
  }),
);

test(
  'a secret from standard input takes the place of all that an application has',
  on(async ({ service, quill: { client_id, client_secret } }) => {
    const secret = 'z'.repeat(43);
    const works = async (tried: string) => {
      const fields = { grant_type: 'client_credentials', client_id, client_secret: tried };
      return (await token(service.url, fields)).status === 200;
    };
    const changed = await asked(service, ['applications', 'update', client_id, '--client-secret-stdin'], secret);

    assert.ok(!JSON.stringify(changed).includes(secret));
    assert.deepEqual([await works(client_secret), await works(secret)], [false, true]);
    const words = ['applications', 'update', client_id, '--client-secret-stdin'];
    await refused(service, words, 1, /^latchkey: /, 'two\nlines');
  }),
);

test(
  'an application is named by the first word or by --client-id, wherever one is named',
  on(async ({ service, quill: { client_id } }) => {
    const acts = [
      ['applications', 'suspend', '--reason', 'Tried'],
      ['applications', 'resume'],
      ['secrets', 'list'],
      ['secrets', 'rotate'],
      ['applications', 'delete'],
    ];
    for (const words of acts) {
      await refused(service, words, 2, /^latchkey: Say which application/);
      await refused(service, [...words, client_id, '--client-id', 'other'], 2, /^latchkey: Say which application/);
      await asked(service, [...words, client_id]);
    }
    await refused(service, ['applications', 'show', client_id], 1, /^latchkey: There is no application/);
  }),
);
