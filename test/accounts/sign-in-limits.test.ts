/** Proves the limits on guessing passwords, and that nobody can lock the owner out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byPassword } from '../../src/accounts/authentication/password.ts';
import { enableAccount } from '../../src/accounts/operator.ts';
import { signIn } from '../../src/accounts/sign-in.ts';
import type { Source } from '../../src/protocol/event.ts';
import { hashAtFullCost } from '../support/quick-hashing.ts';
import { createPerson, ELSEWHERE, HOME, onEachEngine, PASSWORD, type Stage, signedIn } from './stage.ts';

const WRONG = 'not the password at all';
const from = (address: string): Source => ({ address, userAgent: null });

async function guess({ world }: Stage, name: string, source: Source, password = WRONG): Promise<string> {
  const answer = await signIn(world, { name, presented: byPassword(password) }, { source, replaced: null });
  return answer.ok ? 'in' : answer.refusal.reason;
}

async function guesses(stage: Stage, count: number, source: Source, name = 'Ada'): Promise<string[]> {
  const answers: string[] = [];
  for (let tries = 0; tries < count; tries += 1) answers.push(await guess(stage, name, source));
  return answers;
}

test(
  'after ten wrong passwords from one network further ones are refused unhashed, for a quarter of an hour',
  onEachEngine(async (stage) => {
    await createPerson(stage);
    assert.deepEqual(new Set(await guesses(stage, 10, HOME)), new Set(['not_let_in']));
    const before = stage.hashes();

    const refused = await signIn(
      stage.world,
      { name: 'Ada', presented: byPassword(PASSWORD) },
      { source: HOME, replaced: null },
    );

    assert.deepEqual(refused, { ok: false, refusal: { reason: 'limited', retryAfterSeconds: 900 } });
    assert.equal(stage.hashes(), before);
    stage.pass(900);
    assert.equal(await guess(stage, 'Ada', HOME, PASSWORD), 'in');
  }),
);

test(
  'right passwords lock nobody out, however often they are typed in an hour, from a network that is new or known',
  onEachEngine(
    async (stage) => {
      await createPerson(stage);

      const answers: string[] = [];
      for (let tries = 0; tries < 12; tries += 1) answers.push(await guess(stage, 'Ada', HOME, PASSWORD));

      assert.deepEqual(new Set(answers), new Set(['in']));
      assert.deepEqual(await stage.events('limit.reached'), []);
    },
    { signInsPerAccount: 1 },
  ),
);

test(
  'nickname and e-mail address are one account: after ten tries its password is refused under both, and untold',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const names = ['Ada', 'ada', 'ADA ', 'ada@example.org', 'ADA@EXAMPLE.ORG', 'ａda', ' ada', 'ada@example.org'];
    for (const name of [...names, 'Ada@example.org', 'ada @example.org']) {
      assert.equal(await guess(stage, name, HOME), 'not_let_in', name);
    }

    for (const name of ['Ada', 'ada@example.org']) {
      assert.equal(await guess(stage, name, HOME, PASSWORD), 'not_let_in', name);
    }
    const reached = await stage.events('limit.reached');
    assert.deepEqual(
      reached.map(({ accountId, detail }) => [accountId, detail]),
      [[ada.id, 'sign-in']],
    );
    stage.pass(900);
    assert.equal(await guess(stage, 'ada@example.org', HOME, PASSWORD), 'in');
  }),
);

test(
  'every spelling of a name is one counter',
  onEachEngine(async (stage) => {
    await createPerson(stage);
    const spellings = ['Ada', 'ada', 'ADA ', 'ａda', ' ada', 'A\u00adda'];
    for (const name of [...spellings, 'Ada', 'aDA', 'ada', 'ada']) {
      assert.equal(await guess(stage, name, HOME), 'not_let_in', name);
    }

    for (const name of spellings) assert.equal(await guess(stage, name, HOME), 'limited', name);
  }),
);

test(
  'an unknown name is limited like a known one',
  onEachEngine(async (stage) => {
    assert.deepEqual(new Set(await guesses(stage, 10, HOME, 'Nobody')), new Set(['not_let_in']));

    assert.equal(await guess(stage, ' NOBODY', HOME), 'limited');
  }),
);

test(
  'of 40 parallel guesses no more than the limit are hashed',
  onEachEngine(
    async (stage) => {
      await createPerson(stage);
      const before = stage.hashes();

      await Promise.all(Array.from({ length: 40 }, () => guess(stage, 'Ada', HOME)));

      assert.equal(stage.hashes() - before, 6);
    },
    { signInsPerAccount: 6 },
  ),
);

test(
  'one password tried on many names is limited by its network, however its address is spelt',
  onEachEngine(
    async (stage) => {
      const addresses = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::9', '2001:db8:1:2:0:0:0:3%eth0'];
      const answers: string[] = [];
      for (let person = 0; person < 8; person += 1) {
        answers.push(await guess(stage, `person${person}`, from(addresses[person % 3] ?? '')));
      }

      assert.deepEqual(answers.slice(0, 6), Array(6).fill('not_let_in'));
      assert.deepEqual(answers.slice(6), ['limited', 'limited']);
      assert.equal(await guess(stage, 'person', from('2001:db8:1:3::1')), 'not_let_in');
    },
    { signInsPerNetwork: 6 },
  ),
);

test(
  'a request without an address is counted with all others like it',
  onEachEngine(
    async (stage) => {
      const nowhere = { address: null, userAgent: null };
      for (let person = 0; person < 3; person += 1) await guess(stage, `person${person}`, nowhere);

      assert.equal(await guess(stage, 'another', nowhere), 'limited');
    },
    { signInsPerNetwork: 3 },
  ),
);

test(
  'strangers cannot lock the owner out of a network where he has signed in before',
  onEachEngine(
    async (stage) => {
      await createPerson(stage);
      await signedIn(stage, 'Ada', { source: HOME });
      for (let network = 0; network < 12; network += 1) await guesses(stage, 2, from(`203.0.113.${network}`));

      // Ten times the limit for an account from one network; the owner's own first visit counts for nothing.
      const failed = await stage.events('account.sign_in_failed');
      assert.equal(failed.filter(({ detail }) => detail === 'wrong password').length, 20);
      assert.equal(failed.filter(({ detail }) => detail === 'too many tries').length, 4);
      assert.equal(await guess(stage, 'Ada', ELSEWHERE, PASSWORD), 'not_let_in');
      assert.equal(await guess(stage, 'Ada', HOME, PASSWORD), 'in');
    },
    { signInsPerAccount: 2 },
  ),
);

test(
  'a right password forgives the wrong ones before it, and does not use up the network’s share',
  onEachEngine(
    async (stage) => {
      await createPerson(stage);
      for (let round = 0; round < 4; round += 1) {
        assert.deepEqual(await guesses(stage, 1, HOME), ['not_let_in']);
        for (let times = 0; times < 3; times += 1) assert.equal(await guess(stage, 'Ada', HOME, PASSWORD), 'in');
      }
    },
    { signInsPerAccount: 2, signInsPerNetwork: 5 },
  ),
);

test(
  'the diary records a reached limit once a window, and the operator can unlock the account',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    await guesses(stage, 25, HOME);

    const reached = await stage.events('limit.reached');
    assert.deepEqual(
      reached.map(({ accountId, detail }) => [accountId, detail]),
      [[ada.id, 'sign-in']],
    );
    await enableAccount(stage.world, 'Ada');
    assert.equal(await guess(stage, 'Ada', HOME, PASSWORD), 'in');
  }),
);

test(
  'a try that a busy service could not judge does not count',
  onEachEngine(
    async (stage) => {
      // Nobody has to wait for a hash that takes no time.
      hashAtFullCost();
      await createPerson(stage);
      const tries = await Promise.allSettled(Array.from({ length: 40 }, () => guess(stage, 'Ada', HOME)));
      const judged = tries.filter((one) => one.status === 'fulfilled').length;
      assert.ok(judged >= 7 && judged < 40, String(judged));

      const left = 40 - judged;
      assert.deepEqual(new Set(await guesses(stage, left, HOME)), new Set(['not_let_in']));
      assert.equal(await guess(stage, 'Ada', HOME), 'limited');
    },
    { signInsPerAccount: 40 },
  ),
);
