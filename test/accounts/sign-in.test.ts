/** Proves how somebody signs in: by nickname or address, and without a word about who exists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byPassword } from '../../src/accounts/authentication/password.ts';
import { chooseOwnWay, chooseWay } from '../../src/accounts/authentication/registry.ts';
import { disableAccount, setPasswordByOperator } from '../../src/accounts/operator.ts';
import { findSignedIn } from '../../src/accounts/sessions.ts';
import { signIn } from '../../src/accounts/sign-in.ts';
import { sql } from '../../src/storage/sql.ts';
import { listCredentials, useCredential } from '../../src/storage/tables/people/credentials.ts';
import { createPerson, HOME, OTHER_PASSWORD, onEachEngine, PASSWORD, type Stage, signedIn } from './stage.ts';

const place = { source: HOME, replaced: null };
const tried = ({ world }: Stage, name: string, password: string) =>
  signIn(world, { name, presented: byPassword(password) }, place);

test(
  'a nickname or an e-mail address, in any spelling, and the password let somebody in',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);

    for (const name of ['Ada', ' ADA ', 'ａｄａ', 'ada@EXAMPLE.org', 'Ada@example.org ']) {
      assert.equal((await signedIn(stage, name)).id, ada.id, name);
    }
  }),
);

test(
  'an unknown name, a wrong password and no password get the same answer for one hash each, disabled or not',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Ada');
    const { id } = await createPerson(stage, 'Eve');
    await stage.world.database.write([sql`delete from credentials where account_id = ${id}`]);
    await createPerson(stage, 'Grace');
    await disableAccount(stage.world, 'Grace');
    const before = stage.hashes();

    const answers = [
      await tried(stage, 'Nobody', PASSWORD),
      await tried(stage, 'nobody@example.org', PASSWORD),
      await tried(stage, 'Ada', OTHER_PASSWORD),
      await tried(stage, 'Eve', PASSWORD),
      await tried(stage, 'Grace', OTHER_PASSWORD),
    ];

    for (const answer of answers) assert.deepEqual(answer, { ok: false, refusal: { reason: 'not_let_in' } });
    assert.equal(stage.hashes() - before, answers.length);
  }),
);

test(
  'the owner of a disabled account, with the right password alone, is told so and why',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Grace');
    await disableAccount(stage.world, 'Grace', 'It sent spam.');

    const right = await tried(stage, 'Grace', PASSWORD);
    const wrong = await tried(stage, 'Grace', OTHER_PASSWORD);

    assert.deepEqual(right, { ok: false, refusal: { reason: 'disabled', because: 'It sent spam.' } });
    assert.deepEqual(wrong, { ok: false, refusal: { reason: 'not_let_in' } });
  }),
);

test(
  'the diary tells the failures apart, for the operator alone',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    await tried(stage, 'Nobody', PASSWORD);
    await tried(stage, 'Ada', OTHER_PASSWORD);

    const failures = await stage.events('account.sign_in_failed');

    assert.deepEqual(
      failures.map(({ accountId, detail, address }) => [accountId, detail, address]),
      [
        [ada.id, 'wrong password', HOME.address],
        [null, 'unknown name', HOME.address],
      ],
    );
    assert.doesNotMatch(JSON.stringify(failures), /lantern|herons|Nobody/);
  }),
);

test(
  'a sign-in ends the session that the browser had, whoever it belonged to',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Ada');
    await createPerson(stage, 'Grace');
    const ada = await signedIn(stage, 'Ada');
    const elsewhere = await signedIn(stage, 'Ada');

    const replaced = ada.session.digest;
    const answer = await signIn(
      stage.world,
      { name: 'Grace', presented: byPassword(PASSWORD) },
      { source: HOME, replaced },
    );

    assert.ok(answer.ok);
    assert.notEqual(answer.value.sessionValue, ada.value);
    assert.equal(await findSignedIn(stage.world, ada.value, HOME), null);
    assert.equal((await findSignedIn(stage.world, elsewhere.value, HOME))?.nickname, 'Ada');
  }),
);

test(
  'a password kept at a smaller cost is kept at today’s after the next sign-in',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { id } = await createPerson(stage);
    const cheap = await cheapHash();
    const [kept] = await listCredentials(world.database, id);
    assert.ok(kept);
    await world.database.write([useCredential(kept, cheap, world.now())]);

    await signedIn(stage, 'Ada');

    const [after] = await listCredentials(world.database, id);
    assert.match(after?.secret ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signedIn(stage, 'Ada');
  }),
);

test(
  'a sign-in with the old password that a change overtakes is not let in',
  onEachEngine(async (stage) => {
    await createPerson(stage);
    const { world } = stage;
    // The change happens exactly while the old password is being checked.
    const slow = {
      ...world,
      passwords: {
        ...world.passwords,
        verify: async (password: string, kept: string, network: string) => {
          const isRight = await world.passwords.verify(password, kept, network);
          if (isRight) await setPasswordByOperator(world, 'Ada', { password: OTHER_PASSWORD, keepsAccess: true });
          return isRight;
        },
      },
    };

    const answer = await signIn(slow, { name: 'Ada', presented: byPassword(PASSWORD) }, place);

    assert.deepEqual(answer, { ok: false, refusal: { reason: 'not_let_in' } });
  }),
);

test(
  'somebody signed in chooses among the ways that the account has, and an unknown way means the first',
  onEachEngine(async (stage) => {
    const { id } = await createPerson(stage);

    for (const kind of [undefined, 'password', 'unheard-of']) {
      const { chosen, others } = await chooseOwnWay(stage.world, id, kind);
      assert.equal(chosen.kind, 'password');
      assert.deepEqual(others, []);
    }
    assert.equal(chooseWay('unheard-of').chosen.kind, 'password');
  }),
);

async function cheapHash(): Promise<string> {
  const { argon2Sync } = await import('node:crypto');
  const nonce = Buffer.alloc(16, 3);
  const tag = argon2Sync('argon2id', {
    message: PASSWORD,
    nonce,
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=64,t=1,p=1$${plain(nonce)}$${plain(tag)}`;
}
