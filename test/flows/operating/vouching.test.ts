/** Proves that the address of an account that exists can be marked as verified, on its page, by the API and by command. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn, type User } from '../../support/actors.ts';
import { administeredStage, eventsOf, personPath, press } from '../../support/administration.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { formTo, text } from '../../support/html.ts';
import { assertOk, assertProblem, ifMatch, managementStage } from '../../support/management.ts';
import type { Service } from '../../support/service.ts';

const onPages = eachDatabase(administeredStage);
const onApi = eachDatabase(managementStage);

async function shown(service: Service, { id }: Pick<User, 'id'>) {
  const { stdout } = await service.cliHere(['users', 'show', String(id), '--json']);
  return JSON.parse(stdout);
}

async function told(service: Service, kind: string, { id }: Pick<User, 'id'>) {
  return (await eventsOf(service, kind)).filter(({ account_id }) => account_id === id).map(({ detail }) => detail);
}

test(
  'an administrator marks the address of an account as verified and takes that back; its owner reads both',
  onPages(async ({ service, admin, root }) => {
    const person = await createUser(service);
    const path = personPath(person);
    assert.match(text((await admin.get(path)).body), new RegExp(`${person.email} not verified`));

    const marked = await press(admin, path, `${path}/email`);

    assert.equal(marked.location, `${path}?done=person_email_verified`);
    assert.match(text((await admin.follow(marked)).body), new RegExp(`${person.email} verified`));
    const own = await signedIn(service, person);
    assert.match(text((await own.get('/account/email')).body), new RegExp(`${person.email} verified`));
    await press(admin, path, `${path}/email`);
    assert.equal((await shown(service, person)).email_verified, false);
    for (const kind of ['account.email_verified', 'account.email_unverified'])
      assert.deepEqual(await told(service, kind, person), [`by administrator ${root.id}`], kind);
    assert.match(text((await own.get('/account/events')).body), /Your email address was marked as verified/);
  }),
);

test(
  'an administrator vouches only for the address that was looked at',
  onPages(async ({ service, admin }) => {
    const person = await createUser(service);
    const path = personPath(person);
    const looked = await admin.get(path);
    await service.cliHere(['users', 'update', person.nickname, '--email', 'other@example.net']);

    const late = await admin.submit(looked, formTo(looked.body, `${path}/email`));

    assert.equal(late.status, 409);
    assert.match(text(late.body), /was changed meanwhile.*Nothing was changed/);
    assert.ok(late.body.includes(`href="${path}"`));
    assert.equal((await shown(service, person)).email_verified, false);
    assert.deepEqual(await told(service, 'account.email_verified', person), []);
  }),
);

test(
  'an administrator vouches for the own address',
  onPages(async ({ service, admin, root }) => {
    const marked = await press(admin, personPath(root), `${personPath(root)}/email`);

    assert.equal(marked.location, `${personPath(root)}?done=person_email_verified`);
    assert.equal((await shown(service, root)).email_verified, true);
  }),
);

test(
  'an application with the right vouches for an address that stays or is new, and an address alone is not verified',
  onApi(async ({ service, all }) => {
    const person = await createUser(service);
    const path = `/people/${person.id}`;
    const change = async (body: object, status = 200) => {
      const headers = ifMatch(assertOk(await all('GET', path)));
      return assertOk(await all('PATCH', path, { body, headers }), status).body;
    };

    assert.equal((await change({ email_verified: true })).email_verified, true);
    assert.equal((await change({ name: 'Ada' })).email_verified, true, 'another field leaves it');
    assert.equal((await change({ email: 'new@example.net' })).email_verified, false);
    assert.equal((await change({ email: 'newer@example.net', email_verified: true })).email_verified, true);
    assert.equal((await change({ email_verified: false })).email_verified, false);

    const stale = ifMatch(assertOk(await all('GET', path)));
    await change({ email_verified: true });
    assertProblem(await all('PATCH', path, { body: { email_verified: false }, headers: stale }), 412, 'stale');
    assert.equal((await told(service, 'account.email_verified', person)).length, 3);
    assert.equal((await told(service, 'account.email_unverified', person)).length, 1);
    assert.equal((await told(service, 'account.profile_changed', person)).length, 3);
  }),
);

test(
  'a command changes what it names of an account, says what is wrong with it, and changes nothing then',
  onPages(async ({ service, ada }) => {
    const person = await createUser(service);
    const run = (...words: string[]) => service.cliHere(['users', 'update', ...words]);
    const name = `${person.nickname}x`;
    const set = ['--nickname', name, '--email', 'moved@example.net', '--email-verified', '--name', 'Ada L.'];

    const done = await run(person.nickname, ...set, '--website', 'https://ada.example', '--json');

    assert.equal(done.code, 0, done.stderr);
    const facts = JSON.parse(done.stdout);
    const now = { nickname: name, email: 'moved@example.net', email_verified: true, name: 'Ada L.' };
    assert.deepEqual(facts, { id: person.id, ...now, website: 'https://ada.example/', changed: true });
    const { nickname, email, email_verified, name: full } = await shown(service, person);
    assert.deepEqual({ nickname, email, email_verified, name: full }, now);
    assert.match((await run(name, '--email-verified')).stdout, /was so; moved@example\.net is verified/);
    assert.match((await run(name, '--name', '')).stdout, /is changed; moved@example\.net is verified/);
    assert.match((await run(name, '--nickname', 'support')).stdout, /support is changed/);

    for (const [words, said, code] of [
      [['--nickname', ada.nickname, '--email', 'none'], /taken|another.*|address/i, 1],
      [['--website', 'no address'], /address/i, 1],
      [['--email-verified', '--no-email-verified'], /Give one of/, 2],
      [[], /Name what is to change/, 2],
    ] as const) {
      const refused = await run('support', ...words);
      assert.equal(refused.code, code, words.join(' '));
      assert.match(refused.stderr, said);
    }
    assert.match((await run('nobody-here', '--name', 'X')).stderr, /There is no user nobody-here/);
    assert.equal((await shown(service, person)).email, 'moved@example.net');
    const vouched = await told(service, 'account.email_verified', person);
    assert.equal(vouched.length, 1);
    assert.match(String(vouched[0]), /^by the operator/);
  }),
);
