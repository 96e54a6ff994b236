/** Proves that a description is applied as a whole or not at all, that applying it again changes nothing, and its export. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createApplication, createUser, type User } from '../support/actors.ts';
import { eachDatabase } from '../support/each-database.ts';
import { migratedDatabase } from '../support/postgres.ts';
import type { Service } from '../support/service.ts';
import { migratedFile } from '../support/sqlite-template.ts';
import { token } from '../support/token-client.ts';

interface Stage {
  readonly service: Service;
  readonly ada: User;
}

interface Applied {
  readonly applied: boolean;
  readonly changes: readonly {
    does: string;
    id: string;
    fields: readonly string[];
    client_id?: string;
    client_secret?: string;
    secret?: string;
  }[];
}

const on = eachDatabase(async (service): Promise<Stage> => ({ service, ada: await createUser(service) }), {
  LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8',
});

async function apply({ service }: Stage, text: string, ...flags: string[]): Promise<Applied> {
  const outcome = await service.cliHere(['apply', '-', ...flags, '--json'], text);
  assert.equal(outcome.code, 0, outcome.stderr);
  return JSON.parse(outcome.stdout);
}

const does = ({ changes }: Applied) => changes.map((change) => `${change.does} ${change.id}`);

const yaml = (owner: string, secretFile: string) => `# everything that this service knows
latchkey: 1
applications:
  - client_id: notes-web
    owner: ${owner}
    name: Notes
    redirect_uris: [https://notes.example/cb]
    scopes: [profile, email]
    required_scopes: [profile]
  - client_id: notes-batch
    owner: ${owner}
    name: Notes batch
    type: machine
    scopes: [profile]
    secret: { file: ${JSON.stringify(secretFile)} }
resources:
  - { identifier: "https://notes.example/api", name: Notes API, scopes: [profile], seconds: 600 }
`;

test(
  'a description makes, changes, adopts and prunes, and applying it again changes nothing',
  on(async (stage) => {
    const { service, ada } = stage;
    const secretFile = join(service.directory, 'secret');
    writeFileSync(secretFile, 'correct-horse-battery-staple\n');
    const other = await createApplication(service, { owner: ada, name: 'By hand' });
    const text = yaml(ada.nickname, secretFile);
    const all = ['create notes-web', 'create notes-batch', 'create https://notes.example/api'];

    const dry = await apply(stage, text, '--dry-run');
    assert.deepEqual(does(dry), all);
    assert.ok(!dry.applied && dry.changes.every((change) => change.client_secret === undefined));
    const first = await apply(stage, text);
    assert.deepEqual(does(first), all);
    const secrets = first.changes.map((change) => typeof change.client_secret);
    assert.deepEqual(secrets, ['string', 'undefined', 'string']);
    const { client_id, client_secret } = first.changes[2] ?? {};
    const asking = { client_id: String(client_id), client_secret: String(client_secret), token: 'x' };
    const told = await token(service.url, asking, { path: '/oauth/introspect' });
    assert.equal(told.status, 200, 'what is told of an API is what it authenticates with');
    assert.deepEqual((await apply(stage, text)).changes, []);
    const works = async (client_id: string, client_secret = '') =>
      (await token(service.url, { grant_type: 'client_credentials', client_id, client_secret })).status === 200;
    assert.ok(await works('notes-web', first.changes[0]?.client_secret));
    assert.ok(await works('notes-batch', 'correct-horse-battery-staple'));

    writeFileSync(secretFile, 'another-horse-another-staple\n');
    const renamed = text.replace('name: Notes\n', 'name: Notebook\n').replace('seconds: 600', 'seconds: 900');
    const second = await apply(stage, renamed);
    assert.deepEqual(
      second.changes.map(({ id, fields }) => [id, fields]),
      [
        ['notes-web', ['name']],
        ['notes-batch', ['secret']],
        ['https://notes.example/api', ['seconds']],
      ],
    );
    assert.equal(await works('notes-batch', 'correct-horse-battery-staple'), false);
    assert.ok(await works('notes-batch', 'another-horse-another-staple'));

    const adopting = `latchkey: 1\napplications: [{ client_id: ${JSON.stringify(other.client_id)} }]`;
    assert.deepEqual(does(await apply(stage, adopting)), [`adopt ${other.client_id}`]);
    const pruned = await apply(stage, adopting, '--prune');
    assert.deepEqual(does(pruned).sort(), [
      'delete https://notes.example/api',
      'delete notes-batch',
      'delete notes-web',
    ]);
    assert.equal(await works('notes-batch', 'another-horse-another-staple'), false);
    assert.ok(await works(other.client_id, other.client_secret));
  }),
);

test(
  'one fault anywhere leaves everything as it was, and says what and where',
  on(async (stage) => {
    const { service, ada } = stage;
    const refused = async (text: string): Promise<string> => {
      const { code, stderr, stdout } = await service.cli(['apply', '-'], text);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /Nothing was changed\./);
      return stderr;
    };
    const good = { client_id: 'good', owner: ada.nickname, name: 'Good', redirect_uris: ['https://good.example/cb'] };
    const bad = { ...good, client_id: 'bad', redirect_uris: ['http://bad.example/cb'] };
    const file = (...applications: object[]) => JSON.stringify({ latchkey: 1, applications });

    assert.match(await refused(file(good, bad)), /application bad: \/redirect_uris\/0: /);
    assert.match(await refused(file({ ...good, secret: { environment: 'NOT_THERE' } })), /NOT_THERE/);
    assert.match(
      await refused(file({ ...good, colour: 'red' }, good)),
      /\/applications\/0\/colour: There is no such member/,
    );
    assert.match(await refused('latchkey: 1\na: &a [1]\nb: *a'), /aliases/);
    assert.match(await refused('{'), /neither JSON nor YAML/);
    assert.match(await refused('latchkey: 1\n---\nlatchkey: 1\n'), /more than one YAML document.*apply each/);
    assert.match(await refused('{"latchkey":1,"scopes":[],"scopes":[]}'), /Line 1: one object has "scopes" twice/);
    assert.match(await refused('latchkey: 1\nb:\n  - a: 1\n    "a": 2'), /Line 4: one object has "a" twice/);
    assert.match(await refused('['.repeat(2000)), /nested too deeply/);
    // Comparing each name with all others would take minutes, and a line for each of them would help nobody.
    const names = Array.from({ length: 20_000 }, (_, index) => `n${index}: 1`).join('\n');
    const told = (await refused(names)).split('\n');
    assert.match(told.join('\n'), /\/n0: There is no such member.*And 19981 more faults/s);
    assert.ok(told.length < 30);
    const scopes = [{ name: 'email', description: 'Something else' }];
    assert.match(await refused(JSON.stringify({ latchkey: 1, scopes })), /LATCHKEY_SCOPES/);

    const { stdout } = await service.cli(['applications', 'list', '--json']);
    assert.doesNotMatch(stdout, /"good"/);
  }),
);

test(
  'what export writes is applied without a change, in JSON and in YAML, and holds no secret',
  on(async (stage) => {
    const { service, ada } = stage;
    const { client_id, client_secret } = await createApplication(service, { owner: ada, name: 'Exported: "yes"' });
    const many = Array.from({ length: 40 }, (_, index) => ({
      client_id: `many-${index}`,
      owner: ada.nickname,
      name: `N ${index}`,
      type: 'machine',
    }));
    assert.equal((await apply(stage, JSON.stringify({ latchkey: 1, applications: many }))).changes.length, 40);
    for (const format of [[], ['--json']]) {
      const { code, stdout } = await service.cli(['export', ...format]);
      assert.equal(code, 0);
      assert.ok(stdout.includes(client_id) && !stdout.includes(client_secret));

      const once = await apply(stage, stdout);
      const again = await apply(stage, stdout);

      assert.ok(
        once.changes.every((change) => change.does === 'adopt'),
        JSON.stringify(once),
      );
      assert.deepEqual(again.changes, []);
    }
  }),
);

/** What a move from one database to another cannot keep: numbers, moments, and what the documentation names. */
const LEFT_OUT = ['owner', 'created_at', 'updated_at', 'applied', 'suspended', 'client_id', 'since', 'id'];

function comparable(line: string): unknown {
  return JSON.parse(line, (name, value) => (LEFT_OUT.includes(name) ? undefined : value));
}

test(
  'what export writes makes the same on another database, marks of administrators included, and again changes nothing',
  on(async (stage) => {
    const { service, ada } = stage;
    const { client_id } = await createApplication(service, { owner: ada, name: 'First', noIss: true });
    const { client_id: waiting } = await createApplication(service, { owner: ada, name: 'Second', isPublic: true });
    const limits = { token_requests: 70, codes_per_user: 5 };
    const said = { description: 'D', policy_url: 'https://p.example/', required_scopes: ['profile'], limits };
    const applications = [
      { client_id, ...said, verified: true, first_party: true },
      { client_id: waiting, verified: true },
      { client_id: 'held', owner: ada.nickname, name: 'Held', type: 'machine', approved: false },
    ];
    const resources = [{ identifier: 'https://r.example/', name: 'R', scopes: ['email'], seconds: 900, plain: true }];
    const webhooks = [{ url: 'http://127.0.0.1:9/moved', application: client_id, groups: ['token'] }];
    const marked = await apply(stage, JSON.stringify({ latchkey: 1, applications, resources, webhooks }));
    assert.deepEqual(marked.changes[0]?.fields.slice(-3), ['limits', 'verified', 'first_party']);
    const { stdout: file } = await service.cliHere(['export', '--json']);
    const other =
      service.engine === 'sqlite' ? await migratedDatabase() : migratedFile(join(service.directory, 'other.db'));
    const there = async (words: string[], input?: string) => {
      const outcome = await service.cliHere([...words, '--database', other, '--json'], input);
      assert.equal(outcome.code, 0, outcome.stderr);
      return outcome.stdout;
    };
    const here = async (words: string[]) => (await service.cliHere([...words, '--json'])).stdout;
    const person = ['users', 'create', '--nickname', ada.nickname, '--email', ada.email, '--password-stdin'];
    await there(person, ada.password);

    await there(['apply', '-'], file);
    assert.deepEqual(JSON.parse(await there(['apply', '-'], file)).changes, []);

    for (const id of [client_id, waiting, 'held']) {
      const show = ['applications', 'show', id];
      assert.deepEqual(comparable(await there(show)), comparable(await here(show)), id);
    }
    const list = ['resources', 'show', '--identifier', 'https://r.example/'];
    const apart = (text: string) => ({ ...Object(comparable(text)), secrets: [] });
    assert.deepEqual(apart(await there(list)), apart(await here(list)));
    assert.deepEqual(JSON.parse(await there(['export'])), JSON.parse(file));
    const events = (await there(['events', '--kind', 'application.made_first_party'])).trim().split('\n');
    assert.equal(events.length, 1);
    assert.match(JSON.parse(events[0] ?? '').detail, /^by the operator/);
  }),
);

test(
  'a description takes the marks of administrators away again, and leaves those that it does not name',
  on(async (stage) => {
    const { service, ada } = stage;
    const { client_id } = await createApplication(service, { owner: ada, name: 'Marked' });
    const file = (said: object) => JSON.stringify({ latchkey: 1, applications: [{ client_id, ...said }] });
    await apply(stage, file({ verified: true, first_party: true }));

    const renamed = await apply(stage, file({ name: 'Marked again' }));
    const ended = await apply(stage, file({ first_party: false }));

    assert.deepEqual(
      [renamed, ended].flatMap(({ changes }) => changes.map(({ fields }) => fields)),
      [['name'], ['first_party']],
    );
    const { stdout } = await service.cliHere(['applications', 'show', client_id, '--json']);
    const { verified, first_party } = JSON.parse(stdout);
    assert.deepEqual([verified, first_party], [true, false]);
    const told = await service.cliHere(['events', '--kind', 'application.first_party_ended', '--json']);
    assert.ok(told.stdout.includes('by the operator'));
  }),
);

test(
  'webhooks are made with the applications of the same file, changed, exported without secrets, and pruned',
  on(async (stage) => {
    const { service, ada } = stage;
    const application = { client_id: 'hooked', owner: ada.nickname, name: 'Hooked', type: 'machine' };
    const own = { application: 'hooked', url: 'http://127.0.0.1:9/own', groups: ['consent'] };
    const wide = { url: 'http://127.0.0.1:9/all', groups: ['account', 'application'] };
    const file = (webhooks: object[], applications: object[] = [application]) =>
      JSON.stringify({ latchkey: 1, applications, webhooks });
    // What other tests applied to this service would be pruned along.
    await apply(stage, file([], []), '--prune');

    const first = await apply(stage, file([own, wide]));
    assert.deepEqual(does(first), ['create hooked', `create ${own.url} of hooked`, `create ${wide.url}`]);
    assert.match(first.changes[1]?.secret ?? '', /^whsec_/);
    assert.deepEqual((await apply(stage, file([own, wide]))).changes, []);
    const second = await apply(stage, file([{ ...own, groups: ['token', 'consent'] }, wide]));
    assert.deepEqual(
      second.changes.map(({ id, fields }) => [id, fields]),
      [[`${own.url} of hooked`, ['groups']]],
    );
    const { stdout } = await service.cli(['export', '--applied', '--json']);
    assert.deepEqual(JSON.parse(stdout).webhooks, [{ ...own, groups: ['consent', 'token'] }, wide]);
    assert.doesNotMatch(stdout, /whsec_/);
    assert.deepEqual((await apply(stage, stdout)).changes, []);

    const many = Array.from({ length: 6 }, (_, index) => ({ ...own, url: `${own.url}/${index}` }));
    for (const [webhooks, why] of [
      [[own, { ...own, url: 'HTTP://127.0.0.1:9/own' }], /is described twice/],
      [[{ ...own, application: 'nobody' }], /There is no application nobody/],
      [[{ ...own, groups: ['account'] }], /groups: /],
      [many, /There are 5 webhooks already/],
    ] as const) {
      const outcome = await service.cli(['apply', '-'], file([...webhooks]));
      assert.equal(outcome.code, 1);
      assert.match(outcome.stderr, why);
    }
    assert.deepEqual(does(await apply(stage, file([own]), '--prune')), [
      `change ${own.url} of hooked`,
      `delete ${wide.url}`,
    ]);
    const byHand = ['webhooks', 'create', '--url', `${own.url}/by-hand`, '--group', 'token', '--client-id', 'hooked'];
    assert.equal((await service.cliHere(byHand)).code, 0);
    // Those that go with their application are told of, whoever made them.
    const gone = ['delete hooked', `delete ${own.url} of hooked`, `delete ${own.url}/by-hand of hooked`];
    assert.deepEqual(does(await apply(stage, file([], []), '--prune', '--dry-run')), gone);
    assert.deepEqual(does(await apply(stage, file([], []), '--prune')), gone);
    const left = (await service.cli(['webhooks', 'list', '--json'])).stdout;
    assert.doesNotMatch(left, /127\.0\.0\.1:9/);
  }),
);

test(
  'an account gets no more applications by a description than otherwise, and the dry run names the account',
  on(async (stage) => {
    const { service } = stage;
    const bob = await createUser(service);
    const machines = (count: number, from = 0) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ client_id: `${bob.nickname}-${from + index}`, owner: bob.nickname, name: `Robot ${from + index}` },
        type: 'machine',
      }));
    const file = (applications: object[]) => JSON.stringify({ latchkey: 1, applications });
    const refused = async (applications: object[], ...flags: string[]) => {
      const outcome = await service.cliHere(['apply', '-', ...flags], file(applications));
      assert.equal(outcome.code, 1);
      assert.match(outcome.stderr, new RegExp(`${bob.nickname} would have 51 applications: an account has at most 50`));
    };

    await refused(machines(51));
    await refused(machines(51), '--dry-run');
    assert.equal((await apply(stage, file(machines(50)))).changes.length, 50);
    await refused(machines(51));
    assert.deepEqual((await apply(stage, file(machines(50)))).changes, []);
  }),
);

test(
  'whatever client_id an application has, its export is applied; a file in another encoding than UTF-8 is not',
  on(async (stage) => {
    const { service, ada } = stage;
    const made = { client_id: 'my app', owner: ada.nickname, name: 'My app', type: 'machine' };
    const text = JSON.stringify({ latchkey: 1, applications: [made] });
    assert.deepEqual(does(await apply(stage, text)), ['create my app']);
    const { stdout } = await service.cliHere(['export', '--applied', '--json']);
    assert.deepEqual((await apply(stage, stdout)).changes, []);

    const path = join(service.directory, 'latin.json');
    writeFileSync(path, text.replace('My app', 'Caf\u00e9'), 'latin1');
    const outcome = await service.cli(['apply', path]);
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, /is no text in UTF-8/);
  }),
);

test(
  'an application whose owner was disabled is described and changed as before, and no new one is made for that owner',
  on(async (stage) => {
    const { service } = stage;
    const bob = await createUser(service);
    const robot = { client_id: `robot-${bob.nickname}`, owner: bob.nickname, name: 'Robot', type: 'machine' };
    const file = (...applications: object[]) => JSON.stringify({ latchkey: 1, applications });
    await apply(stage, file(robot));
    assert.equal((await service.cliHere(['users', 'disable', bob.nickname])).code, 0);

    assert.deepEqual((await apply(stage, file(robot))).changes, []);
    const { stdout } = await service.cliHere(['export', '--applied']);
    assert.deepEqual((await apply(stage, stdout)).changes, []);
    assert.deepEqual(does(await apply(stage, file({ ...robot, name: 'Machine' }))), [`change ${robot.client_id}`]);
    const refused = await service.cliHere(['apply', '-'], file({ ...robot, client_id: `${robot.client_id}-2` }));
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /There is no user \S+, or it is disabled\./);
  }),
);

test(
  'two webhooks with one address and other groups are exported, applied here without a change, and pruned alone',
  on(async (stage) => {
    const { service, ada } = stage;
    await apply(stage, JSON.stringify({ latchkey: 1 }), '--prune');
    const application = { client_id: `twice-${ada.nickname}`, owner: ada.nickname, name: 'Twice', type: 'machine' };
    const url = 'http://127.0.0.1:9/both';
    const hook = (...groups: string[]) => ({ application: application.client_id, url, groups });
    const file = (...webhooks: object[]) => JSON.stringify({ latchkey: 1, applications: [application], webhooks });
    await apply(stage, file());
    for (const group of ['consent', 'token', 'token']) {
      const words = ['webhooks', 'create', '--url', url, '--group', group, '--client-id', application.client_id];
      assert.equal((await service.cliHere(words)).code, 0);
    }

    const { stdout } = await service.cliHere(['export', '--json']);
    const { webhooks } = JSON.parse(stdout) as { webhooks: { url: string }[] };
    const own = webhooks.filter((webhook) => webhook.url === url);
    assert.deepEqual(own, [hook('consent'), hook('token')], 'what is the same in everything stands once');
    const name = `${url} of ${application.client_id}`;
    assert.deepEqual(does(await apply(stage, file(...own))), [`adopt ${name}`, `adopt ${name}`]);
    assert.deepEqual((await apply(stage, file(...own))).changes, []);
    const changed = file(hook('consent', 'token'), hook('token'));
    assert.deepEqual(does(await apply(stage, changed)), [`change ${name}`]);
    assert.deepEqual(does(await apply(stage, file(hook('token')), '--prune')), [`delete ${name}`]);
  }),
);
