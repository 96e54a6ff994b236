/** Proves how long a session lives, and everything that ends it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byPassword } from '../../src/accounts/authentication/password.ts';
import { confirm } from '../../src/accounts/confirmation.ts';
import { disableAccount, enableAccount, setPasswordByOperator } from '../../src/accounts/operator.ts';
import {
  endOneSession,
  endOtherSessions,
  findSignedIn,
  isConfirmed,
  listSessions,
  settle,
  signOut,
} from '../../src/accounts/sessions.ts';
import { sql } from '../../src/storage/sql.ts';
import { findLiveSession } from '../../src/storage/tables/people/sessions.ts';
import {
  createPerson,
  ELSEWHERE,
  HOME,
  OTHER_PASSWORD,
  onEachEngine,
  PASSWORD,
  type Stage,
  signedIn,
} from './stage.ts';

const MINUTE = 60;
const HOUR = 3600;

async function isLive({ world }: Stage, { value }: { value: string }): Promise<boolean> {
  return (await findSignedIn(world, value, HOME)) !== null;
}

test(
  'the cookie holds 256 random bits, and the database only their digest',
  onEachEngine(async (stage) => {
    await createPerson(stage);
    const one = await signedIn(stage, 'Ada');
    const other = await signedIn(stage, 'Ada');

    assert.match(one.value, /^[A-Za-z0-9_-]{43}$/);
    assert.notEqual(one.value, other.value);
    const everything = { now: 0, seenAfter: 0 };
    assert.equal(await findLiveSession(stage.world.database, one.value, everything), undefined);
  }),
);

test(
  'a session that is used lives twelve hours and no longer',
  onEachEngine(async (stage) => {
    await createPerson(stage);
    const ada = await signedIn(stage, 'Ada');
    for (let hours = 1; hours < 12; hours += 1) {
      stage.pass(HOUR);
      assert.equal(await isLive(stage, ada), true, `after ${hours} h`);
      await stage.world.deferred.flush();
    }
    stage.pass(HOUR);

    assert.equal(await isLive(stage, ada), false);
  }),
);

test(
  'a session that is not used ends after two hours and the grain of its notes',
  onEachEngine(async (stage) => {
    await createPerson(stage);
    const ada = await signedIn(stage, 'Ada');
    await stage.world.deferred.flush();
    stage.pass(2 * HOUR);
    const other = await signedIn(stage, 'Ada');
    stage.pass(2 * MINUTE);

    assert.equal(await isLive(stage, ada), false);
    assert.equal(await isLive(stage, other), true);
  }),
);

test(
  'a disabled account has no session, and enabling it brings none back',
  onEachEngine(async (stage) => {
    await createPerson(stage);
    const ada = await signedIn(stage, 'Ada');

    await disableAccount(stage.world, 'Ada');
    assert.equal(await isLive(stage, ada), false);
    await enableAccount(stage.world, 'Ada');
    assert.equal(await isLive(stage, ada), false);
  }),
);

test(
  'signing out ends the session for good, and no other',
  onEachEngine(async (stage) => {
    await createPerson(stage);
    const here = await signedIn(stage, 'Ada');
    const there = await signedIn(stage, 'Ada', { source: ELSEWHERE });

    await signOut(stage.world, here, HOME);
    await signOut(stage.world, here, HOME);

    assert.equal(await isLive(stage, here), false);
    assert.equal(await isLive(stage, there), true);
    assert.equal((await stage.events('account.signed_out')).length, 1);
  }),
);

test(
  'somebody sees the own sessions and ends one or all others, never another person’s',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Ada');
    await createPerson(stage, 'Grace');
    const [here, there, third] = [
      await signedIn(stage, 'Ada'),
      await signedIn(stage, 'Ada'),
      await signedIn(stage, 'Ada'),
    ];
    const grace = await signedIn(stage, 'Grace');

    await endOneSession(stage.world, here, grace.session.digest, HOME);
    await endOneSession(stage.world, here, there.session.digest, HOME);
    assert.deepEqual(
      [await isLive(stage, here), await isLive(stage, there), await isLive(stage, third), await isLive(stage, grace)],
      [true, false, true, true],
    );
    await endOtherSessions(stage.world, here, HOME);
    const left = await listSessions(stage.world, here.id);
    assert.deepEqual(
      left.map((session) => session.digest),
      [here.session.digest],
    );
    assert.equal(await isLive(stage, grace), true);
    assert.equal((await stage.events('account.session_ended')).length, 2);
  }),
);

test(
  'an account keeps its newest fifty sessions',
  onEachEngine(
    async (stage) => {
      await createPerson(stage);
      const first = await signedIn(stage, 'Ada');
      for (let more = 0; more < 50; more += 1) {
        stage.pass(1);
        await signedIn(stage, 'Ada');
      }

      assert.equal(await isLive(stage, first), false);
      assert.equal((await listSessions(stage.world, first.id)).length, 50);
    },
    { dangerNoRateLimits: true },
  ),
);

test(
  'a session counts as confirmed for five minutes; typing the password again moves to a new, confirmed one',
  onEachEngine(async (stage) => {
    const { world } = stage;
    await createPerson(stage);
    const ada = await signedIn(stage, 'Ada');
    assert.equal(isConfirmed(ada.session, world.now()), true);
    stage.pass(5 * MINUTE + 1);
    assert.equal(isConfirmed(ada.session, world.now()), false);

    assert.deepEqual(await confirm(world, ada, { presented: byPassword(OTHER_PASSWORD), source: HOME }), {
      ok: false,
      refusal: { reason: 'not_proven' },
    });
    const answer = await confirm(world, ada, { presented: byPassword(PASSWORD), source: HOME });

    assert.ok(answer.ok);
    const renewed = await findSignedIn(world, answer.value.sessionValue, HOME);
    assert.ok(renewed && isConfirmed(renewed.session, world.now()));
    const kept = await findSignedIn(world, ada.value, HOME);
    assert.ok(kept && !isConfirmed(kept.session, world.now()));
    await settle(world, renewed);
    assert.equal(await isLive(stage, ada), false);
    assert.equal((await findSignedIn(world, answer.value.sessionValue, HOME))?.session.replaces, null);
    assert.deepEqual([ada.session.authTime, renewed.session.authTime], [world.now() - 5 * MINUTE - 1, world.now()]);
    assert.deepEqual([ada.session.amr, renewed.session.amr], ['pwd', 'pwd']);
  }),
);

test(
  'passwords that are typed again and again, and whose answers get lost, leave fifty sessions, and the one they came from',
  onEachEngine(async (stage) => {
    const { world } = stage;
    await createPerson(stage);
    const ada = await signedIn(stage, 'Ada');
    const input = { presented: byPassword(PASSWORD), source: HOME };
    for (let times = 0; times < 60; times += 1) {
      stage.pass(1);
      assert.ok((await confirm(world, ada, input)).ok);
    }

    const rows = await world.database.read(sql`select digest from sessions where account_id = ${ada.id}`);
    assert.equal(rows.length, 50);
    assert.deepEqual(
      (await listSessions(world, ada.id)).map(({ digest }) => digest),
      [ada.session.digest],
      'nobody sees those that no browser has used',
    );
  }),
);

test(
  'a stolen session guesses the password no more than ten times, and an ended one not at all',
  onEachEngine(async (stage) => {
    const { world } = stage;
    await createPerson(stage);
    const ada = await signedIn(stage, 'Ada');
    const reasons: string[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      const answer = await confirm(world, ada, { presented: byPassword(OTHER_PASSWORD), source: ELSEWHERE });
      reasons.push(answer.ok ? 'in' : answer.refusal.reason);
    }

    assert.deepEqual(reasons, [...Array(10).fill('not_proven'), 'limited', 'limited']);
    await setPasswordByOperator(world, 'Ada', { password: OTHER_PASSWORD, keepsAccess: true });
    const answer = await confirm(world, ada, { presented: byPassword(OTHER_PASSWORD), source: ELSEWHERE });
    assert.deepEqual(answer, { ok: false, refusal: { reason: 'signed_out' } });
  }),
);
