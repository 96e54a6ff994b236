/**
 * Proves that an act on PostgreSQL which ends things also ends those that another instance is about to commit. The other instance is a
 * connection of the test that holds the rows which such a request holds.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { digest } from '../../../src/protocol/digest.ts';
import { createApplication, createUser, signedIn, type User } from '../../support/actors.ts';
import { press } from '../../support/administration.ts';
import { asksToSignIn, type Browser, openBrowser } from '../../support/browser-like.ts';
import { eventually } from '../../support/eventually.ts';
import { agree, authorizeParams, callback, codeFields, usualStage } from '../../support/grant.ts';
import { formTo, formWith } from '../../support/html.ts';
import { managementStage } from '../../support/management.ts';
import { applicationPath } from '../../support/portal.ts';
import { type Service, startService } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';

let service: Service;
let other: postgres.Sql;

before(async () => {
  service = await startService({ database: 'postgres', env: { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.1' } });
  other = postgres(service.databaseUrl, { max: 2, onnotice: () => {} });
});

after(() => other.end());

async function isWaitedFor(): Promise<boolean> {
  const waiting = await other`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length > 0;
}

/** Writes as another instance would, begins the act, and commits once the act waits for it. */
async function beside<Answer>(
  write: (transaction: postgres.TransactionSql) => Promise<unknown>,
  act: () => Promise<Answer>,
): Promise<Answer> {
  let acting: Promise<Answer> | undefined;
  await other.begin(async (transaction) => {
    await write(transaction);
    acting = act();
    await eventually('the act waits', isWaitedFor);
  });
  if (acting === undefined) throw new Error('The act has not begun.');
  return await acting;
}

async function changePassword(browser: Browser, { password }: User): Promise<void> {
  const page = await browser.get('/account/password');
  const set = { current_password: password, new_password: 'seven quiet otters by the mill' };
  const answer = await browser.submit(page, formWith(page.body, 'current_password', 'new_password'), { set });
  assert.equal(answer.status, 303);
}

test('a session that is opened with the old password while it is changed ends with the others', async () => {
  const ada = await createUser(service);
  const owner = await signedIn(service, ada);
  const value = 'T'.repeat(43);

  await beside(
    async (transaction) => {
      await transaction`update accounts set online_at = online_at where id = ${ada.id}`;
      await transaction`insert into sessions (digest, account_id, created_at, seen_at, auth_time, amr, expires_at)
        select ${digest(value)}, account_id, created_at, seen_at, auth_time, amr, expires_at
        from sessions where account_id = ${ada.id}`;
    },
    () => changePassword(owner, ada),
  );

  const thief = openBrowser(service.url);
  for (const name of owner.cookies.keys()) thief.cookies.set(name, value);
  assert.ok(asksToSignIn(await thief.get('/account')));
  assert.equal((await owner.get('/account')).status, 200);
});

test('an application that is registered by the API while its owner is deleted ends with the account', async () => {
  const { ada, browser, console } = await managementStage(service);

  await beside(
    async (transaction) => {
      await transaction`update accounts set online_at = online_at where id = ${ada.id}`;
      await transaction`insert into clients
          (id, public_id, owner_id, name, description, homepage_url, logo_url, scope, created_at, updated_at)
        select id + 1, 'late-one', owner_id, name, description, homepage_url, logo_url, scope, created_at, updated_at
        from clients where public_id = ${console.client_id}`;
    },
    async () => {
      const page = await browser.get('/account/delete');
      const set = { confirm_nickname: ada.nickname, password: ada.password };
      assert.equal((await browser.submit(page, formTo(page.body, '/account/delete'), { set })).status, 303);
    },
  );

  const left = await other`select public_id from clients where owner_id = ${ada.id} and deleted_at is null`;
  assert.deepEqual([...left], []);
});

test('nothing is registered by the API for an account whose deletion is about to be committed', async () => {
  const { ada, own } = await managementStage(service);
  const body = { name: 'Late', redirect_uris: ['https://late.example/cb'] };

  const answer = await beside(
    (transaction) => transaction`update accounts set deleted_at = created_at where id = ${ada.id}`,
    () => own('POST', '/applications', { body }),
  );

  assert.ok(answer.status >= 400 && answer.status < 500, String(answer.status));
  assert.deepEqual([...(await other`select id from clients where name = 'Late'`)], []);
});

test('a permission that is taken back is gone from a token whose code is being exchanged', async () => {
  const { browser, quill } = await usualStage(service);
  const params = authorizeParams(quill, { scope: 'profile email' });
  const first = callback(await agree(browser, params)).get('code') ?? '';
  assert.equal((await token(service.url, codeFields(quill, first))).status, 200);
  callback(await agree(browser, params));
  const path = `/oauth/authorized_applications/${quill.client_id}`;

  await beside(
    async (transaction) => {
      const [code] = await transaction`update codes set redeemed_at = issued_at
        where redeemed_at is null returning consent_id`;
      await transaction`insert into families (id, consent_id, client_id, scope, created_at)
        select id + 1, consent_id, client_id, scope, created_at from families where consent_id = ${code?.consent_id}`;
    },
    async () => {
      const page = await browser.get(path);
      const form = formTo(page.body, `${path}/scopes/remove`);
      assert.equal((await browser.submit(page, form, { set: { scope: 'email' } })).status, 303);
    },
  );

  const left = await other`select f.scope from families f join clients c on c.id = f.client_id
    where c.public_id = ${quill.client_id} and f.consent_id is not null`;
  assert.deepEqual(
    left.map(({ scope }) => scope),
    ['profile', 'profile'],
  );
});

test('a webhook that its owner switches on while the application changes hands is off afterwards', async () => {
  const [ada, heir] = [await createUser(service), await createUser(service)];
  const nib = await createApplication(service, { owner: ada, name: 'Nib' });
  const url = 'http://127.0.0.1:9/';
  const made = await service.cliHere([
    'webhooks',
    'create',
    '--url',
    url,
    '--client-id',
    nib.client_id,
    '--group',
    'token',
  ]);
  assert.equal(made.code, 0, made.stderr);
  await other`update webhooks set off_at = created_at, off_because = 'owner' where url = ${url}`;
  const path = applicationPath(nib);
  await press(await signedIn(service, ada), `${path}/settings`, `${path}/transfer`, { nickname: heir.nickname });
  const heirs = await signedIn(service, heir);

  await beside(
    async (transaction) => {
      await transaction`update clients set owner_id = owner_id where public_id = ${nib.client_id}`;
      await transaction`update webhooks set off_at = null, off_because = null where url = ${url}`;
    },
    () => press(heirs, '/oauth/applications', `${path}/transfer/accept`),
  );

  const [webhook] = await other`select off_because from webhooks where url = ${url}`;
  assert.equal(webhook?.off_because, 'transferred');
});
