/** Proves how accounts begin: by sign-up, by the operator, and by the first administrator's link. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createByOperator } from '../../src/accounts/operator.ts';
import { findSignedIn } from '../../src/accounts/sessions.ts';
import { completeSetup, isSetupOpen, offerSetup } from '../../src/accounts/setup.ts';
import { signUp } from '../../src/accounts/sign-up.ts';
import { listAccounts } from '../../src/storage/tables/people/accounts.ts';
import { createPerson, HOME, onEachEngine, PASSWORD, type Stage, signedIn } from './stage.ts';

const place = { source: HOME, replaced: null };
const ada = { nickname: 'Ada', email: 'ada@example.org', password: PASSWORD };

const everybody = ({ world }: Stage) => listAccounts(world.database, { createdAt: -1, id: 0 }, 100);

async function offered({ world }: Stage): Promise<string> {
  const token = await offerSetup(world);
  assert.ok(token);
  return token;
}

test(
  'whoever signs up is signed in at once, is no administrator, and has a number that fits 32 bits',
  onEachEngine(async (stage) => {
    const answer = await signUp(stage.world, ada, place);

    assert.ok(answer.ok);
    const who = await findSignedIn(stage.world, answer.value.sessionValue, HOME);
    assert.equal(who?.nickname, 'Ada');
    assert.equal(who?.isAdmin, false);
    assert.ok(who.id >= 100_000_000 && who.id <= 2_147_483_647);
    assert.equal((await stage.events('account.created'))[0]?.accountId, who.id);
    await signedIn(stage, 'ada@example.org');
  }),
);

test(
  'faults are told field by field, and nothing is created',
  onEachEngine(async (stage) => {
    const input = { nickname: 'a@b', email: 'nowhere', password: 'short' };

    const answer = await signUp(stage.world, input, place);

    assert.ok(!answer.ok && answer.refusal.reason === 'faulty');
    const { nickname, email, password } = answer.refusal.faults;
    assert.deepEqual([nickname, email], [{ reason: 'nickname_at_sign' }, { reason: 'email_malformed' }]);
    assert.deepEqual(password, { reason: 'password_short', least: 12 });
    assert.equal((await everybody(stage)).length, 0);
  }),
);

test(
  'a name or an address that another spelling of it has taken is refused',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Ada');

    const answer = await signUp(stage.world, { nickname: 'ＡDA', email: 'ADA@Example.ORG', password: PASSWORD }, place);

    assert.ok(!answer.ok && answer.refusal.reason === 'faulty');
    const { nickname, email } = answer.refusal.faults;
    assert.deepEqual([nickname, email], [{ reason: 'nickname_taken' }, { reason: 'email_taken' }]);
  }),
);

test(
  'of eight people who want one nickname at once, one gets it',
  onEachEngine(
    async (stage) => {
      const wishes = Array.from({ length: 8 }, (_, number) => ({ ...ada, email: `person${number}@example.org` }));

      const answers = await Promise.all(wishes.map((input) => signUp(stage.world, input, place)));

      assert.equal(answers.filter((answer) => answer.ok).length, 1);
      assert.equal((await everybody(stage)).length, 1);
    },
    { dangerNoRateLimits: true },
  ),
);

test(
  'a network creates so many accounts in an hour and no more, taken names included',
  onEachEngine(
    async (stage) => {
      await createPerson(stage, 'Ada');
      await signUp(stage.world, ada, place);
      await signUp(stage.world, { ...ada, nickname: 'Grace', email: 'grace@example.org' }, place);

      const third = await signUp(stage.world, { ...ada, nickname: 'Mary', email: 'mary@example.org' }, place);

      assert.deepEqual(third, { ok: false, refusal: { reason: 'limited', retryAfterSeconds: 3600 } });
      assert.equal((await everybody(stage)).length, 2);
      assert.equal((await stage.events('limit.reached')).length, 1);
    },
    { signUpsPerNetwork: 2 },
  ),
);

test(
  'the operator creates accounts by the same rules',
  onEachEngine(async ({ world }) => {
    const made = await createByOperator(world, ada, true);
    assert.ok(made.ok);

    const again = await createByOperator(world, { ...ada, email: 'other@example.org' }, false);
    assert.deepEqual(!again.ok && again.refusal.nickname, { reason: 'nickname_taken' });
    const weak = await createByOperator(world, { ...ada, nickname: 'Bob', password: 'password1234' }, false);
    assert.ok(!weak.ok && weak.refusal.password);
  }),
);

test(
  'a setup link makes one administrator, once, within an hour, and only while there is none',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const late = await offered(stage);
    stage.pass(3600);
    assert.deepEqual(await completeSetup(world, { ...ada, token: late }, place), dead);
    const replaced = await offered(stage);
    const token = await offered(stage);
    assert.deepEqual(await completeSetup(world, { ...ada, token: replaced }, place), dead);
    assert.deepEqual(await completeSetup(world, { ...ada, token: 'guessed' }, place), dead);

    const answer = await completeSetup(world, { ...ada, token }, place);

    assert.ok(answer.ok);
    assert.equal((await findSignedIn(world, answer.value.sessionValue, HOME))?.isAdmin, true);
    assert.equal(await isSetupOpen(world, token), false);
    const second = { ...ada, nickname: 'Eve', email: 'eve@example.org', token };
    assert.deepEqual(await completeSetup(world, second, place), dead);
    assert.equal(await offerSetup(world), null);
    assert.equal((await stage.events('setup.completed')).length, 1);
    assert.doesNotMatch(JSON.stringify(await stage.events()), new RegExp(token));
  }),
);

test(
  'faults leave the link as it was',
  onEachEngine(async (stage) => {
    const token = await offered(stage);

    const faulty = await completeSetup(stage.world, { ...ada, password: 'short', token }, place);

    assert.ok(!faulty.ok && faulty.refusal.reason === 'faulty');
    assert.ok((await completeSetup(stage.world, { ...ada, token }, place)).ok);
  }),
);

test(
  'of eight who use the link at once, one becomes administrator, even with two links about',
  onEachEngine(async (stage) => {
    const [one, other] = await Promise.all([offerSetup(stage.world), offerSetup(stage.world)]);
    const uses = Array.from({ length: 8 }, (_, number) => {
      const input = { nickname: `Person${number}`, email: `person${number}@example.org`, password: PASSWORD };
      return completeSetup(stage.world, { ...input, token: (number % 2 ? one : other) ?? '' }, place);
    });

    const answers = await Promise.all(uses);

    assert.equal(answers.filter((answer) => answer.ok).length, 1);
    const people = await everybody(stage);
    assert.deepEqual(
      people.map((person) => person.adminAt !== null),
      [true],
    );
  }),
);

test(
  'an administrator made by the operator ends the link',
  onEachEngine(async (stage) => {
    const token = await offered(stage);
    await createPerson(stage, 'Grace', true);

    assert.equal(await isSetupOpen(stage.world, token), false);
    assert.deepEqual(await completeSetup(stage.world, { ...ada, token }, place), dead);
  }),
);

const dead = { ok: false, refusal: { reason: 'link_dead' } };
