/** Proves that a code is exchanged once, by the client and for the request it was made for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../../src/clients/act.ts';
import { changeClient } from '../../src/clients/change.ts';
import { exchange } from '../../src/grants/exchange.ts';
import { challengeOf } from '../../src/protocol/tokens/pkce.ts';
import { sql } from '../../src/storage/sql.ts';
import { admit } from '../../src/tokens/guard.ts';
import {
  application,
  ask,
  callOf,
  codeFor,
  eventsOf,
  exchangeOf,
  OTHER_CALLBACK,
  SOURCE,
  theStage,
  tokens,
  worldWith,
} from './stage.ts';

const VERIFIER = 'v'.repeat(43);
const NEEDS = { scope: [], uses: [], account: true, resource: null };

async function works(accessToken: string): Promise<boolean> {
  return (await admit(theStage().world, `Bearer ${accessToken}`, SOURCE, NEEDS)).ok;
}

test('a code becomes a pair of tokens for what was granted, and the event says so', async () => {
  const { accountId } = theStage();
  const client = await application();

  const answer = await tokens(client, exchangeOf(await codeFor(client)));

  assert.equal(answer.scope, 'profile email');
  assert.equal(answer.expiresIn, 86_400);
  assert.match(answer.refreshToken, /^lkr_/);
  assert.ok(await works(answer.accessToken));
  const [event] = await eventsOf(client, 'code.exchanged');
  assert.equal(event?.accountId, accountId);
});

test('the second exchange is a replay: it gets nothing, and what came of the first ends', async () => {
  const { accountId } = theStage();
  const client = await application();
  const code = await codeFor(client);
  const { accessToken } = await tokens(client, exchangeOf(code));

  assert.equal(await ask(client, exchangeOf(code)), 'code_replayed');
  assert.equal(await works(accessToken), false);
  const [event] = await eventsOf(client, 'code.replayed');
  assert.equal(event?.accountId, accountId);
});

test('of two exchanges at once one wins, and the other is a replay', async () => {
  const client = await application();
  const code = await codeFor(client);
  const world = worldWith(() => tokens(client, exchangeOf(code)));

  assert.equal(await ask(client, exchangeOf(code), world), 'code_replayed');
  assert.equal((await eventsOf(client, 'code.exchanged')).length, 1);
});

test('another client cannot exchange a code, and leaves it as it is', async () => {
  const [client, other] = [await application(), await application()];
  const code = await codeFor(client);

  assert.equal(await ask(other, exchangeOf(code)), 'code_of_another_client');
  const [event] = await eventsOf(other, 'code.refused');
  assert.equal(event?.accountId, null);
  assert.equal(event?.detail, 'code_of_another_client');
  assert.ok(await tokens(client, exchangeOf(code)));
});

test('a wrong redirect URI or verifier does not consume a code, and the event names its user', async () => {
  const client = await application();
  const code = await codeFor(client, { codeChallenge: challengeOf(VERIFIER) });

  assert.equal(await ask(client, exchangeOf(code, { redirect_uri: OTHER_CALLBACK })), 'code_redirect_uri_differs');
  assert.equal(await ask(client, exchangeOf(code)), 'code_verifier_missing');
  assert.equal(await ask(client, exchangeOf(code, { code_verifier: 'w'.repeat(43) })), 'code_verifier_wrong');
  const events = await eventsOf(client, 'code.refused');
  assert.deepEqual(
    events.map(({ accountId, detail }) => [accountId, detail]),
    ['code_verifier_wrong', 'code_verifier_missing', 'code_redirect_uri_differs'].map((reason) => [
      theStage().accountId,
      reason,
    ]),
  );
  assert.ok(await tokens(client, exchangeOf(code, { code_verifier: VERIFIER })));
});

test('a string that is no code, and one with a wrong secret behind a right number, are unknown', async () => {
  const client = await application();
  const [code, other] = [await codeFor(client), await codeFor(client)];

  for (const wrong of ['lkc_x', other.replace('lkc_', 'lka_')])
    assert.equal(await ask(client, exchangeOf(wrong)), 'code_unknown');
  const { world } = theStage();
  await world.database.write([sql`update codes set digest = ${'x'} where redeemed_at is null`]);
  assert.equal(await ask(client, exchangeOf(code)), 'code_unknown');
});

test('a redirect URI that was taken off the application does not live on in its codes', async () => {
  const { world } = theStage();
  const client = await application();
  const code = await codeFor(client);
  const { name, description, homepageUrl, scope } = client;
  const details = {
    name,
    description,
    homepageUrl,
    logoUrl: '',
    scopes: scope,
    isConfidential: true,
    sendsIssuer: false,
  };
  await changeClient(
    world,
    { publicId: client.publicId, details: { ...details, redirectUris: [OTHER_CALLBACK] } },
    OPERATOR,
  );

  assert.equal(await ask(client, exchangeOf(code)), 'code_redirect_uri_removed');
});

test('inside the playground its own callback needs no registration, and the family is marked', async () => {
  const { world, accountId } = theStage();
  const client = await application();
  const callback = 'https://id.example/play';
  const code = await codeFor(client, { redirectUri: callback });
  const playground = { accountId, clientId: client.id, callback };
  const fields = exchangeOf(code, { redirect_uri: callback });

  assert.equal(await ask(client, fields), 'code_redirect_uri_removed');
  const answer = await exchange(world, callOf(client, fields, { playground }));

  assert.ok(answer.ok);
  const marked = await world.database.read(sql`select family_id from playground_families`);
  assert.equal(marked.length, 1);
});
