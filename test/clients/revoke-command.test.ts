/** Proves that what the operator revokes from the command line is dead in the running service at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, signedIn } from '../support/actors.ts';
import { eachDatabase } from '../support/each-database.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  obtainTokens,
  refresh,
  tokensOf,
  usualStage,
} from '../support/grant.ts';
import { json } from '../support/http-client.ts';
import { token } from '../support/token-client.ts';

const on = eachDatabase(usualStage);

test(
  'one token read from standard input dies with all that came from the same authorization, and no other',
  on(async (stage) => {
    const { service } = stage;
    const [leaked, other] = [await obtainTokens(stage), await obtainTokens(stage)];

    const done = await service.cli(['tokens', 'revoke', '--token-stdin'], `${leaked.refresh}\n`);

    assert.equal(done.code, 0, done.stderr);
    assert.ok(!done.stdout.includes(leaked.refresh));
    await assertDead(service, leaked.access);
    assertRefused(await refresh(stage, leaked.refresh), 400, 'invalid_grant');
    await assertAlive(service, other.access);
  }),
);

test(
  'everything an account granted dies, and nobody else’s tokens',
  on(async (stage) => {
    const { service, quill } = stage;
    const bob = await createUser(service);
    const his = await obtainTokens({ ...stage, browser: await signedIn(service, bob) });
    const hers = await obtainTokens(stage);

    const done = await service.cli(['tokens', 'revoke', '--account', bob.nickname]);

    assert.match(done.stdout, /1 application /);
    await assertDead(service, his.access);
    await assertAlive(service, hers.access);
    const { stdout } = await service.cli(['events', '--kind', 'consent.revoked', '--account', bob.nickname, '--json']);
    assert.equal(JSON.parse(stdout).client_id, quill.client_id);
  }),
);

test(
  'everything an application holds dies, its own tokens included, and it can ask anew',
  on(async (stage) => {
    const { service, ada: owner } = stage;
    const quill = await createApplication(service, { owner });
    const { client_id, client_secret } = quill;
    const own = () => token(service.url, { grant_type: 'client_credentials', client_id, client_secret });
    const isActive = async (held: string) =>
      json(await token(service.url, { token: held, client_id, client_secret }, { path: '/oauth/introspect' })).active;
    const [users, machine] = [await obtainTokens({ ...stage, quill }), tokensOf(await own()).access];
    assert.equal(await isActive(machine), true);

    const done = await service.cli(['tokens', 'revoke', '--client-id', client_id]);

    assert.match(done.stdout, /1 account/);
    await assertDead(service, users.access);
    assert.equal(await isActive(machine), false);
    assert.equal(await isActive(tokensOf(await own()).access), true);
    await assertAlive(service, (await obtainTokens({ ...stage, quill })).access);
  }),
);

test(
  'an application deleted from the command line can neither ask nor refresh, and its tokens are dead',
  on(async (stage) => {
    const { service, ada: owner, browser } = stage;
    const quill = await createApplication(service, { owner });
    const held = await obtainTokens({ ...stage, quill });

    const done = await service.cli(['applications', 'delete', '--client-id', quill.client_id]);

    assert.equal(done.code, 0, done.stderr);
    await assertDead(service, held.access);
    assertRefused(await refresh({ service, quill }, held.refresh), 401, 'invalid_client');
    const page = await browser.get(`/oauth/authorize?client_id=${quill.client_id}&response_type=code`);
    assert.equal(page.status, 400);
  }),
);
