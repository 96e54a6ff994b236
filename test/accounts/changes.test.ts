/** Proves what somebody may change about the own account, and what each change ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byPassword, hashPassword } from '../../src/accounts/authentication/password.ts';
import { confirm } from '../../src/accounts/confirmation.ts';
import { deleteAccount } from '../../src/accounts/deletion.ts';
import { changeEmail, changePassword } from '../../src/accounts/email-and-password.ts';
import { findByName, findLive } from '../../src/accounts/find.ts';
import { setPasswordByOperator } from '../../src/accounts/operator.ts';
import { changeProfile, type ProfileInput } from '../../src/accounts/profile.ts';
import { findSignedIn, type SignedIn } from '../../src/accounts/sessions.ts';
import { signIn } from '../../src/accounts/sign-in.ts';
import { sql } from '../../src/storage/sql.ts';
import { findAccount } from '../../src/storage/tables/people/accounts.ts';
import { listCredentials, putPassword } from '../../src/storage/tables/people/credentials.ts';
import { tallyOf } from '../../src/storage/tables/people/totals.ts';
import type { World } from '../../src/world.ts';
import { createPerson, HOME, OTHER_PASSWORD, onEachEngine, PASSWORD, type Stage, signedIn } from './stage.ts';

const profile: ProfileInput = {
  nickname: 'Ada L.',
  name: ' Ada  Lovelace ',
  website: 'https://ada.example',
  locale: 'en_GB',
  avatarUrl: 'https://ada.example/face.png',
};

const save = ({ world }: Stage, id: number, input: ProfileInput) => changeProfile(world, id, { input, source: HOME });

test(
  'a profile is kept in its tidy spelling, and the nickname may change',
  onEachEngine(async (stage) => {
    const { id } = await createPerson(stage);

    assert.ok((await save(stage, id, profile)).ok);

    const kept = await findLive(stage.world, id);
    assert.equal(kept?.nickname, 'Ada L.');
    assert.equal(kept?.name, 'Ada Lovelace');
    assert.equal(kept?.website, 'https://ada.example/');
    assert.equal(kept?.locale, 'en-GB');
    assert.equal(await findByName(stage.world, 'Ada'), null);
    assert.equal((await findByName(stage.world, 'ada l.'))?.id, id);
    assert.equal((await stage.events('account.profile_changed')).length, 1);
  }),
);

test(
  'a faulty profile is refused field by field; another’s nickname is taken, the own in another spelling is not',
  onEachEngine(async (stage) => {
    const { id } = await createPerson(stage, 'Ada');
    await createPerson(stage, 'Grace');

    const faulty = await save(stage, id, { ...profile, website: 'javascript:alert(1)', avatarUrl: 'http://a.example' });
    assert.ok(!faulty.ok && faulty.refusal.reason === 'faulty');
    assert.deepEqual(
      Object.entries(faulty.refusal.faults).flatMap(([name, fault]) => (fault ? [name] : [])),
      ['website', 'avatarUrl'],
    );
    const taken = await save(stage, id, { ...profile, nickname: 'GRACE' });
    assert.ok(!taken.ok && taken.refusal.reason === 'faulty' && taken.refusal.faults.nickname);
    assert.ok((await save(stage, id, { ...profile, nickname: 'ADA', name: '' })).ok);
  }),
);

test(
  'a new e-mail address needs the password, is not proven, and is not another person’s',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { id } = await createPerson(stage, 'Ada');
    await createPerson(stage, 'Grace');
    await world.database.write([sql`update accounts set email_verified_at = 1 where id = ${id}`]);
    const ada = await signedIn(stage, 'Ada');
    const change = (email: string, password: string) => changeEmail(world, ada, { email, password, source: HOME });

    assert.deepEqual(await change('new@example.org', OTHER_PASSWORD), refused('not_proven'));
    const taken = await change('GRACE@example.org', PASSWORD);
    assert.ok(!taken.ok && taken.refusal.reason === 'faulty');
    assert.ok((await change('new@example.org', PASSWORD)).ok);

    const kept = await findLive(world, id);
    assert.equal(kept?.email, 'new@example.org');
    assert.equal(kept?.emailVerifiedAt, null);
    assert.equal((await findByName(world, 'NEW@example.org'))?.id, id);
    assert.equal((await stage.events('account.email_changed')).length, 1);
  }),
);

test(
  'a new password ends every session, and whoever changed it gets a fresh one',
  onEachEngine(async (stage) => {
    const { world } = stage;
    await createPerson(stage);
    const [here, there] = [await signedIn(stage, 'Ada'), await signedIn(stage, 'Ada')];
    const change = (who: SignedIn, current: string, next: string) =>
      changePassword(world, who, { current, next, endsAccess: false, source: HOME });

    assert.deepEqual(await change(here, OTHER_PASSWORD, OTHER_PASSWORD), refused('not_proven'));
    const weak = await change(here, PASSWORD, 'ada ada ada ada');
    assert.ok(!weak.ok && weak.refusal.reason === 'faulty');
    const answer = await change(here, PASSWORD, OTHER_PASSWORD);

    assert.ok(answer.ok);
    assert.equal(await findSignedIn(world, here.value, HOME), null);
    assert.equal(await findSignedIn(world, there.value, HOME), null);
    assert.equal((await findSignedIn(world, answer.value.sessionValue, HOME))?.nickname, 'Ada');
    const old = await signIn(world, { name: 'Ada', presented: byPassword(PASSWORD) }, { source: HOME, replaced: null });
    assert.deepEqual(old, refused('not_let_in'));
    await signedIn(stage, 'Ada', { password: OTHER_PASSWORD });
  }),
);

test(
  'of two password changes at once one wins, and exactly one session is left',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { id } = await createPerson(stage);
    const ada = await signedIn(stage, 'Ada');
    const wishes = ['first heron by the mill', 'second heron by the mill'];

    const answers = await Promise.all(
      wishes.map((next) => changePassword(world, ada, { current: PASSWORD, next, endsAccess: false, source: HOME })),
    );

    assert.equal(answers.filter((answer) => answer.ok).length, 1);
    const left = await world.database.read(sql`select digest from sessions where account_id = ${id}`);
    assert.equal(left.length, 1);
    assert.equal((await stage.events('account.password_changed')).length, 1);
  }),
);

test(
  'a deleted account leaves a number and nothing about the person; its names are free, its applications end',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { id } = await createPerson(stage, 'Ada', true);
    // The last administrator could not.
    await createPerson(stage, 'Root', true);
    await save(stage, id, { ...profile, nickname: 'Ada' });
    const ada = await signedIn(stage, 'Ada');
    await insertApplication(stage, id);
    assert.equal((await tallyOf(world.database, id)).ownedApplications, 1);

    assert.deepEqual(
      await deleteAccount(world, ada, { password: OTHER_PASSWORD, source: HOME }),
      refused('not_proven'),
    );
    assert.ok((await deleteAccount(world, ada, { password: PASSWORD, source: HOME })).ok);

    const tombstone = await findAccount(world.database, { id });
    assert.equal(tombstone?.deletedAt, world.now());
    assert.doesNotMatch(JSON.stringify(tombstone), /ada/i);
    assert.equal((await listCredentials(world.database, id)).length, 0);
    assert.equal(await findSignedIn(world, ada.value, HOME), null);
    assert.equal((await tallyOf(world.database, id)).ownedApplications, 0);
    assert.equal((await stage.events('account.deleted'))[0]?.accountId, id);
    assert.notEqual((await createPerson(stage, 'Ada')).id, id);
  }),
);

test(
  'what was proved with a password that is replaced in the meantime is void: for an address, a password, a deletion',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { id } = await createPerson(stage);
    const ada = await signedIn(stage, 'Ada');
    const acts = [
      (slow: World) => changeEmail(slow, ada, { email: 'new@example.org', password: PASSWORD, source: HOME }),
      (slow: World) =>
        changePassword(slow, ada, {
          current: PASSWORD,
          next: 'nine owls in the belfry',
          endsAccess: true,
          source: HOME,
        }),
      (slow: World) => deleteAccount(slow, ada, { password: PASSWORD, source: HOME }),
      (slow: World) => confirm(slow, ada, { presented: byPassword(PASSWORD), source: HOME }),
    ];

    for (const act of acts) {
      await world.database.write([setPassword(id, await hashPassword(world, PASSWORD, HOME))]);
      // The operator replaces the password exactly when the old one has been found right.
      const answer = await act(withReplacedPassword(world, id));

      assert.ok(!answer.ok);
    }
    const account = await findAccount(world.database, { id });
    assert.equal(account?.email, 'Ada@example.org');
    assert.equal(account.deletedAt, null);
    assert.ok(await findSignedIn(world, ada.value, HOME));
  }),
);

test(
  'an account that has no password gets one from the operator',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { id } = await createPerson(stage);
    await world.database.write([sql`delete from credentials where account_id = ${id}`]);

    assert.ok((await setPasswordByOperator(world, 'Ada', { password: OTHER_PASSWORD, keepsAccess: false })).ok);

    assert.equal((await signedIn(stage, 'Ada', { password: OTHER_PASSWORD })).id, id);
  }),
);

test(
  'nobody signs in as a tombstone',
  onEachEngine(async (stage) => {
    const { id } = await createPerson(stage);
    const ada = await signedIn(stage, 'Ada');
    await deleteAccount(stage.world, ada, { password: PASSWORD, source: HOME });

    for (const name of [`deleted:${id}`, '', 'Ada']) {
      const answer = await signIn(
        stage.world,
        { name, presented: byPassword(PASSWORD) },
        { source: HOME, replaced: null },
      );
      assert.deepEqual(answer, refused('not_let_in'), name);
    }
  }),
);

function setPassword(accountId: number, secret: string) {
  return putPassword({ id: 1, accountId, secret, createdAt: 1 });
}

function withReplacedPassword(world: World, id: number): World {
  const verify = async (password: string, kept: string, network: string) => {
    const isRight = await world.passwords.verify(password, kept, network);
    if (isRight) await world.database.write([setPassword(id, await hashPassword(world, OTHER_PASSWORD, HOME))]);
    return isRight;
  };
  return { ...world, passwords: { ...world.passwords, verify } };
}

function refused(reason: string) {
  return { ok: false, refusal: { reason } };
}

async function insertApplication({ world }: Stage, ownerId: number): Promise<void> {
  await world.database.write([
    sql`insert into clients (id, public_id, owner_id, name, description, homepage_url, logo_url, scope, created_at,
        updated_at)
      values (1, 'app', ${ownerId}, 'Quill', '', '', '', 'profile', 1, 1)`,
  ]);
}
