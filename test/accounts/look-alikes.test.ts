/** Proves that nobody takes a name that passes for another's or for the service's, and that nobody loses a name by it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteAccount } from '../../src/accounts/deletion.ts';
import { createByOperator } from '../../src/accounts/operator.ts';
import { changeProfile } from '../../src/accounts/profile.ts';
import { signUp } from '../../src/accounts/sign-up.ts';
import { fillSkeletons } from '../../src/jobs/kinds/fill-skeletons.ts';
import { nicknameSkeleton } from '../../src/protocol/people/account-rules.ts';
import { sql } from '../../src/storage/sql.ts';
import { findSkeletonHolder } from '../../src/storage/tables/people/skeletons.ts';
import { createPerson, HOME, onEachEngine, PASSWORD, type Stage, signedIn } from './stage.ts';

const UNLIMITED = { dangerNoRateLimits: true };

/** The reason why a visitor cannot have this nickname; undefined when an account was created. */
async function refusalOf({ world }: Stage, nickname: string): Promise<string | undefined> {
  const email = `p${world.nextId()}@example.org`;
  const answer = await signUp(world, { nickname, email, password: PASSWORD }, { source: HOME, replaced: null });
  if (answer.ok) return undefined;
  assert.ok(answer.refusal.reason === 'faulty', JSON.stringify(answer.refusal));
  return answer.refusal.faults.nickname?.reason;
}

function rename({ world }: Stage, id: number, nickname: string) {
  const input = { nickname, name: 'Somebody', website: '', locale: '', avatarUrl: '' };
  return changeProfile(world, id, { input, source: HOME });
}

/** As an account was kept before skeletons were. */
async function fromBefore(stage: Stage, nickname: string, key: string): Promise<number> {
  const { id } = await createPerson(stage, `temporary${stage.world.nextId()}`);
  await stage.world.database.write([
    sql`update accounts set nickname = ${nickname}, nickname_key = ${key}, nickname_skeleton = null where id = ${id}`,
  ]);
  return id;
}

async function fill({ world }: Stage): Promise<void> {
  const signal = new AbortController().signal;
  assert.ok((await fillSkeletons.run(world, { id: 1, dueAt: 0, payload: '', signal })).ok);
}

test(
  'a nickname that looks like one that exists is taken; after the deletion of that account it is free',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Alice');

    for (const alike of ['alice', 'A1ice', 'alice.', 'ALlCE', '\u0410l\u0456ce', 'Alice_'])
      assert.match(String(await refusalOf(stage, alike)), /^nickname_(taken|scripts)$/, alike);
    assert.equal(await refusalOf(stage, 'Alicia'), undefined);
    const alice = await signedIn(stage, 'Alice');
    assert.ok((await deleteAccount(stage.world, alice, { password: PASSWORD, source: HOME })).ok);
    assert.equal(await refusalOf(stage, 'A1ice'), undefined);
  }, UNLIMITED),
);

test(
  'of two sign-ups at once with names that look alike one wins',
  onEachEngine(async (stage) => {
    const reasons = await Promise.all(['carol', 'caroI'].map((nickname) => refusalOf(stage, nickname)));

    assert.deepEqual(reasons.toSorted(), ['nickname_taken', undefined]);
  }, UNLIMITED),
);

test(
  'reserved names are refused to visitors, by the name of this service and by the setting, and given by the operator',
  onEachEngine(
    async (stage) => {
      const { world } = stage;
      for (const name of ['admin', 'Adm1n', 'Support', 'Latchkey', 'Harbour', 'harbour-help', 'Example Bank'])
        assert.equal(await refusalOf(stage, name), 'nickname_reserved', name);
      const { id } = await createPerson(stage, 'Ada');
      const renamed = await rename(stage, id, 'administrator');
      assert.ok(!renamed.ok && renamed.refusal.reason === 'faulty');

      const made = await createByOperator(
        world,
        { nickname: 'admin', email: 'a@example.org', password: PASSWORD },
        true,
      );

      assert.ok(made.ok);
      assert.equal((await signedIn(stage, 'admin')).id, made.value.id);
    },
    { ...UNLIMITED, name: 'Harbour', reservedNames: ['Example Bank'] },
  ),
);

test(
  'accounts from before keep their names: they sign in, save their profiles, and newcomers cannot look like them',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const first = await fromBefore(stage, 'mallory', 'mallory');
    const second = await fromBefore(stage, 'maIIory', 'maiiory');
    const mixed = await fromBefore(stage, '\u0430dmin', '\u0430dmin');

    await fill(stage);
    await fill(stage);

    const holder = await findSkeletonHolder(world.database, nicknameSkeleton('mallory'));
    assert.ok(holder === first || holder === second);
    assert.equal(await refusalOf(stage, 'rnallory'), 'nickname_taken');
    assert.equal(await refusalOf(stage, 'mall0ry'), 'nickname_taken');
    for (const [id, nickname] of [
      [first, 'mallory'] as const,
      [second, 'maIIory'] as const,
      [mixed, '\u0430dmin'] as const,
    ]) {
      assert.equal((await signedIn(stage, nickname)).id, id);
      assert.ok((await rename(stage, id, nickname)).ok, nickname);
    }
  }, UNLIMITED),
);

test(
  'a new spelling of the own nickname is judged like a new one, and the own skeleton is no obstacle',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'HAT');
    const { id } = await createPerson(stage, '\u043d\u0430\u0442');

    assert.ok((await rename(stage, id, '\u043d\u0430\u0442\u0430')).ok);
    assert.ok((await rename(stage, id, '\u043d\u0430\u0442')).ok);
    assert.ok(!(await rename(stage, id, '\u041d\u0410\u0422')).ok, 'in capitals it looks like the other account');
  }, UNLIMITED),
);
