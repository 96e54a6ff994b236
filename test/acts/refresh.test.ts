/** Proves the rotation of SPEC D5 as it is acted upon: what each refresh and each use writes, and what a race decides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admit } from '../../src/tokens/guard.ts';
import { findAccess } from '../../src/tokens/inspect.ts';
import {
  type Application,
  application,
  ask,
  codeFor,
  countingReads,
  eventsOf,
  exchangeOf,
  LEEWAY,
  refreshOf,
  SOURCE,
  theStage,
  tokens,
  worldWith,
} from './stage.ts';

const NEEDS = { scope: [], uses: [], account: true, resource: null };

async function works(accessToken: string, world = theStage().world): Promise<boolean> {
  return (await admit(world, `Bearer ${accessToken}`, SOURCE, NEEDS)).ok;
}

/** An application and the first pair that it was given. */
async function started(): Promise<{ client: Application; first: Awaited<ReturnType<typeof tokens>> }> {
  const client = await application();
  return { client, first: await tokens(client, exchangeOf(await codeFor(client))) };
}

test('a refresh gives a new pair, and the event says whose', async () => {
  const { client, first } = await started();

  const second = await tokens(client, refreshOf(first.refreshToken));

  assert.notEqual(second.refreshToken, first.refreshToken);
  assert.ok(await works(first.accessToken), 'until its successor is used');
  assert.ok(await works(second.accessToken));
  assert.equal(await works(first.accessToken), false);
  const [event] = await eventsOf(client, 'token.refreshed');
  assert.equal(event?.accountId, theStage().accountId);
  assert.equal((await eventsOf(client, 'token.retried')).length, 0);
});

test('a lost answer is asked for again, however late, and told apart in the events', async () => {
  const { client, first } = await started();
  await tokens(client, refreshOf(first.refreshToken));
  theStage().pass(86_400);

  assert.ok(await tokens(client, refreshOf(first.refreshToken)));
  assert.equal((await eventsOf(client, 'token.retried')).length, 1);
});

test('every renewal is a generation further in its line, and one that is asked for again is not', async () => {
  const { client, first } = await started();
  const generationOf = async (accessToken: string) => (await findAccess(theStage().world, accessToken))?.generation;
  const second = await tokens(client, refreshOf(first.refreshToken));
  const again = await tokens(client, refreshOf(first.refreshToken));
  const third = await tokens(client, refreshOf(again.refreshToken));
  const own = await tokens(client, { grant_type: 'client_credentials' });

  const found = [first, second, again, third, own].map(({ accessToken }) => generationOf(accessToken));
  assert.deepEqual(await Promise.all(found), [1, 2, 2, 3, null]);
});

test('a new sibling ends those that were never used and are older than the leeway', async () => {
  const { client, first } = await started();
  const used = await tokens(client, refreshOf(first.refreshToken));
  const lost = await tokens(client, refreshOf(first.refreshToken));
  theStage().pass(LEEWAY);
  const young = await tokens(client, refreshOf(first.refreshToken));
  theStage().pass(1);
  const last = await tokens(client, refreshOf(first.refreshToken));

  assert.equal(await ask(client, refreshOf(lost.refreshToken)), 'refresh_token_revoked');
  assert.equal(await ask(client, refreshOf(used.refreshToken)), 'refresh_token_revoked');
  assert.equal(await works(lost.accessToken), false);
  assert.ok(await works(young.accessToken));
  assert.ok(await works(last.accessToken));
});

test('the leeway begins with the first use of a successor’s access token', async () => {
  const { client, first } = await started();
  const second = await tokens(client, refreshOf(first.refreshToken));
  assert.ok(await works(second.accessToken));
  theStage().pass(LEEWAY - 1);
  assert.ok(await works(second.accessToken));

  assert.ok(await tokens(client, refreshOf(first.refreshToken)));
  theStage().pass(1);
  assert.equal(await ask(client, refreshOf(first.refreshToken)), 'refresh_token_reused');
});

test('the leeway begins with the first use of a successor’s refresh token too', async () => {
  const { client, first } = await started();
  const second = await tokens(client, refreshOf(first.refreshToken));
  const third = await tokens(client, refreshOf(second.refreshToken));
  theStage().pass(LEEWAY - 1);
  await tokens(client, refreshOf(second.refreshToken));
  theStage().pass(1);

  assert.equal(await ask(client, refreshOf(first.refreshToken)), 'refresh_token_reused');
  assert.equal(await works(third.accessToken), false);
  assert.equal(await ask(client, refreshOf(third.refreshToken)), 'refresh_token_revoked');
});

test('reuse ends the whole family, and the event names it', async () => {
  const { client, first } = await started();
  const second = await tokens(client, refreshOf(first.refreshToken));
  await works(second.accessToken);
  theStage().pass(LEEWAY);

  assert.equal(await ask(client, refreshOf(first.refreshToken)), 'refresh_token_reused');
  assert.equal(await works(second.accessToken), false);
  const [event] = await eventsOf(client, 'token.reuse_detected');
  assert.equal(event?.accountId, theStage().accountId);
});

test('another client’s refresh token changes nothing, and its events say nothing of the user', async () => {
  const { client, first } = await started();
  const other = await application();

  assert.equal(await ask(other, refreshOf(first.refreshToken)), 'refresh_token_of_another_client');
  const [event] = await eventsOf(other, 'token.refused');
  assert.equal(event?.accountId, null);
  assert.equal(event?.detail, 'refresh_token_of_another_client');
  assert.ok(await tokens(client, refreshOf(first.refreshToken)));
});

test('an access token, a code and an invented string are no refresh tokens', async () => {
  const { client, first } = await started();

  for (const text of [first.accessToken, 'lkr_x', `lkr_${'A'.repeat(60)}`])
    assert.equal(await ask(client, refreshOf(text)), 'refresh_token_unknown');
  assert.equal((await eventsOf(client, 'token.refused')).length, 3);
});

test('a refresh may narrow the scope, never widen it, and the next one has all of it again', async () => {
  const { client, first } = await started();

  const narrow = await tokens(client, refreshOf(first.refreshToken, { scope: 'email' }));
  assert.equal(narrow.scope, 'email');
  assert.equal((await tokens(client, refreshOf(narrow.refreshToken))).scope, 'profile email');
  assert.equal(await ask(client, refreshOf(narrow.refreshToken, { scope: 'applications' })), 'scope_exceeds_grant');
  assert.equal(await ask(client, refreshOf(narrow.refreshToken, { scope: '"' })), 'scope_malformed');
  const [event] = await eventsOf(client, 'token.refused');
  assert.equal(event?.accountId, theStage().accountId);
});

test('whoever was read before a successor was used, and writes after the leeway, is judged again', async () => {
  const { client, first } = await started();
  const second = await tokens(client, refreshOf(first.refreshToken));
  const world = worldWith(async () => {
    await works(second.accessToken);
    theStage().pass(LEEWAY + 1);
  });

  // The batch was made before, by an older clock; what it says is not true any more once the family has moved on.
  await ask(client, refreshOf(first.refreshToken), world);

  assert.equal(await ask(client, refreshOf(first.refreshToken)), 'refresh_token_reused');
});

test('a pair that was revoked between reading and writing is not renewed', async () => {
  const { client, first } = await started();
  const lost = await tokens(client, refreshOf(first.refreshToken));
  theStage().pass(LEEWAY + 1);
  const world = worldWith(() => tokens(client, refreshOf(first.refreshToken)));

  assert.equal(await ask(client, refreshOf(lost.refreshToken), world), 'refresh_token_revoked');
});

test('a token that dies between reading and its first use is refused', async () => {
  const { client, first } = await started();
  const lost = await tokens(client, refreshOf(first.refreshToken));
  theStage().pass(LEEWAY + 1);
  const world = worldWith(() => tokens(client, refreshOf(first.refreshToken)));

  assert.equal(await works(lost.accessToken, world), false);
});

test('the first use of a renewed token reads its record once', async () => {
  const { client, first } = await started();
  const second = await tokens(client, refreshOf(first.refreshToken));
  const { world, reads } = countingReads();

  assert.ok(await works(second.accessToken, world));

  assert.equal(reads(), 1);
  assert.equal(await works(first.accessToken), false);
});

test('of two first uses at once both succeed, and the parent dies once', async () => {
  const { client, first } = await started();
  const second = await tokens(client, refreshOf(first.refreshToken));
  const world = worldWith(() => works(second.accessToken));

  assert.ok(await works(second.accessToken, world));
  assert.equal(await works(first.accessToken), false);
});

test('a family that is revoked while a refresh is under way has no live token afterwards', async () => {
  const { client, first } = await started();
  const second = await tokens(client, refreshOf(first.refreshToken));
  await works(second.accessToken);
  theStage().pass(LEEWAY);
  const world = worldWith(() => ask(client, refreshOf(first.refreshToken)));

  const third = await ask(client, refreshOf(second.refreshToken), world);

  assert.ok(typeof third !== 'string');
  assert.equal(await works(third.accessToken), false);
  assert.equal(await ask(client, refreshOf(third.refreshToken)), 'refresh_token_revoked');
});
