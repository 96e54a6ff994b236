/** Proves the audit log: every security event once, readable by the operator, in part by the user and the developer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  authorizeParams,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  type Stage,
  tokensOf,
  usualStage,
} from '../../support/grant.ts';
import { formTo, text } from '../../support/html.ts';
import { addSecret, applicationPath, credentialsOn, deleteApplication, edit, register } from '../../support/portal.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(usualStage, { LATCHKEY_REFRESH_LEEWAY_SECONDS: '0' });

type Event = {
  id: number;
  at: string;
  kind: string;
  account_id: number | null;
  client_id: string | null;
  address: string | null;
  user_agent: string | null;
  traceparent: string | null;
};

async function events({ service }: Pick<Stage, 'service'>, ...filter: string[]): Promise<Event[]> {
  const { code, stdout, stderr } = await service.cliHere(['events', '--json', '--limit', '1000', ...filter]);
  assert.equal(code, 0, stderr);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const kinds = (list: Event[]) => list.map(({ kind }) => kind);
const count = (list: Event[], kind: string) => list.filter((event) => event.kind === kind).length;

test(
  'a flow leaves one event for each step, with who, what, which application, when and from where',
  on(async (stage) => {
    const { service, quill } = stage;
    const user = await createUser(service);
    const browser = await signedIn(service, user);
    const tokens = await obtainTokens({ service, browser, quill });
    await refresh(stage, tokens.refresh);

    const list = await events(stage, '--account', user.nickname);

    for (const kind of [
      'account.created',
      'account.signed_in',
      'consent.given',
      'code.issued',
      'code.exchanged',
      'token.refreshed',
    ]) {
      assert.equal(count(list, kind), 1, `${kind}: ${kinds(list)}`);
    }
    const exchanged = list.find(({ kind }) => kind === 'code.exchanged');
    assert.ok(exchanged);
    const { account_id, client_id, address, user_agent, at } = exchanged;
    assert.deepEqual(
      { account_id, client_id, address, user_agent },
      { account_id: user.id, client_id: quill.client_id, address: '127.0.0.1', user_agent: 'Token-client' },
    );
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
  }),
);

test(
  'an event says which trace its request belonged to, where that came with a traceparent that names one',
  on(async (stage) => {
    const { service, quill } = stage;
    const user = await createUser(service);
    const browser = await signedIn(service, user);
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const code = await obtainCode(browser, quill);
    tokensOf(await token(service.url, codeFields(quill, code), { headers: { traceparent } }));

    const list = await events(stage, '--account', user.nickname);

    const traced = list.filter((event) => event.traceparent !== null);
    assert.deepEqual(kinds(traced), ['code.exchanged']);
    assert.equal(traced[0]?.traceparent, traceparent);
  }),
);

test(
  'a token that a client sends as its User-Agent stands in no event',
  on(async (stage) => {
    const { service, quill } = stage;
    const user = await createUser(service);
    const browser = await signedIn(service, user);
    const { access } = tokensOf(await token(service.url, codeFields(quill, await obtainCode(browser, quill))));
    const headers = { 'user-agent': `curl ${access} Bearer abcdefghij` };
    tokensOf(await token(service.url, codeFields(quill, await obtainCode(browser, quill)), { headers }));

    const list = await events(stage, '--account', user.nickname);

    const told = list.filter(({ kind }) => kind === 'code.exchanged').map(({ user_agent }) => user_agent);
    assert.deepEqual(told, [`curl ${access.slice(0, 4)}[redacted] Bearer [redacted]`, 'Token-client']);
  }),
);

test(
  'what went wrong is recorded as well',
  on(async (stage) => {
    const { service, quill } = stage;
    const user = await createUser(service);
    const browser = await signedIn(service, user);
    await openBrowser(service.url).signIn({ nickname: user.nickname, password: 'wrong wrong wrong' });
    await browser.deny(await browser.authorize(authorizeParams(quill)));
    const fields = codeFields(quill, await obtainCode(browser, quill));
    tokensOf(await token(service.url, fields));
    await token(service.url, fields);
    await token(service.url, { ...fields, client_secret: 'wrong' });
    const old = await obtainTokens({ service, browser, quill });
    await refresh(stage, tokensOf(await refresh(stage, old.refresh)).refresh);
    await refresh(stage, old.refresh);

    const mine = kinds(await events(stage, '--account', user.nickname)).join(' ');
    const theirs = kinds(await events(stage, '--client', quill.client_id)).join(' ');

    for (const part of [
      /sign_in_(failed|refused)/,
      /consent\.(denied|refused)/,
      /code\.replayed|code\.reuse/,
      /token\.reuse_detected/,
    ])
      assert.match(mine, part);
    assert.match(theirs, /client\.\S*(fail|refus)|authentication_(failed|refused)/);
  }),
);

test(
  'the life of an application is recorded',
  on(async (stage) => {
    const { browser } = stage;
    const application = {
      ...credentialsOn(await register(browser, { name: 'Recorded', redirectUris: ['https://a.example/'] })),
      redirect_uris: ['https://a.example/'],
    };
    await addSecret(browser, application);
    await edit(browser, application, { name: 'Renamed' });
    await deleteApplication(browser, application, 'Renamed');

    const list = kinds(await events(stage, '--client', application.client_id));

    for (const part of ['created', 'secret', 'changed', 'deleted'])
      assert.ok(
        list.some((kind) => kind.includes(part)),
        `${part}: ${list}`,
      );
  }),
);

test(
  'the user and the developer each see their own part',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const user = await createUser(service);
    const theirs = await signedIn(service, user);
    await obtainTokens({ service, browser: theirs, quill });

    const mine = text((await theirs.get('/account/events')).body);
    const developers = (await browser.get(applicationPath(quill))).body;
    const other = text((await browser.get('/account/events')).body);

    assert.ok(mine.includes('Quill'));
    assert.ok(!other.includes(user.nickname) && !other.includes(user.email), 'no other user appears');
    assert.ok(!developers.includes(user.nickname) && !developers.includes(user.email), 'the developer learns no names');
  }),
);

test(
  'signing out, changing the password and taking access back are recorded',
  on(async (stage) => {
    const { service, quill } = stage;
    const user = await createUser(service);
    const browser = await signedIn(service, user);
    await obtainTokens({ service, browser, quill });
    const granted = await browser.get('/oauth/authorized_applications');
    await browser.submit(granted, formTo(granted.body, /revoke$/));
    const account = await browser.get('/account/password');
    const set = { current_password: user.password, new_password: 'another lantern, another harbour' };
    await browser.submit(account, formTo(account.body, '/account/password'), { set });
    const again = await browser.get('/account');
    await browser.submit(again, formTo(again.body, '/sign-out'));

    const list = kinds(await events(stage, '--account', user.nickname)).join(' ');

    for (const part of [/consent\.revoked|revoked/, /password_changed/, /signed_out/]) assert.match(list, part);
  }),
);

test(
  'the log is in order, newest first, whichever process wrote a line',
  on(async (stage) => {
    const { service } = stage;
    const user = await createUser(service);
    await signedIn(service, user);
    await service.cliHere(['users', 'disable', user.nickname]);
    await service.cliHere(['users', 'enable', user.nickname]);
    await signedIn(service, user);

    const list = await events(stage, '--account', user.nickname);

    const expected = [
      'account.signed_in',
      'account.enabled',
      'account.disabled',
      'account.signed_in',
      'account.created',
    ];
    assert.deepEqual(kinds(list), expected);
  }),
);

test(
  'the log is asked for several kinds and for groups of them, and an unknown one lists what there is',
  on(async (stage) => {
    const chosen = await events(stage, '--kind', 'account', '--kind', 'application.created');
    const { stderr } = await stage.service.cliHere(['events', '--kind', 'harbour']);
    const other = await stage.service.cliHere(['events', '--kind', 'code.harboured']);

    assert.ok(chosen.length > 0);
    for (const kind of kinds(chosen)) assert.match(kind, /^account\.|^application\.created$/);
    for (const kind of ['account.created', 'account.signed_in', 'application.created'])
      assert.ok(kinds(chosen).includes(kind), kind);
    assert.match(stderr, /there is no "harbour": Write a group \(account, application, .*setup\) or one of its kinds/);
    assert.match(other.stderr, /Of code there are code\.issued, code\.exchanged, .*code\.leaked\./);
  }),
);

test(
  'a log that is followed up to a limit ends with it',
  on(async ({ service }) => {
    const words = ['events', '--since', '7d', '--follow', '--limit', '2', '--json'];

    const { code, stdout } = await service.cliHere(words);

    assert.equal(code, 0);
    assert.equal(stdout.trim().split('\n').length, 2);
  }),
);

test(
  'the log filters by kind and time, and refuses nonsense',
  on(async (stage) => {
    const list = await events(stage, '--kind', 'account.signed_in');
    assert.deepEqual([...new Set(kinds(list))], ['account.signed_in']);
    assert.deepEqual(await events(stage, '--since', '2100-01-01'), []);
    for (const args of [
      ['--since', 'yesterdayish'],
      ['--limit', '-1'],
      ['--limit', "1;'"],
      ['--kind', 'no.such.kind'],
    ]) {
      const { code, stdout } = await stage.service.cliHere(['events', '--json', ...args]);
      assert.ok(code === 2 || stdout === '', `${args}: ${code} ${stdout.slice(0, 80)}`);
    }
  }),
);
