/** Proves that batches about the same rows wait one for the other, in whichever order they name them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeRow, type Sql, set } from '../../../src/storage/sql.ts';
import { insertAccount } from '../../../src/storage/tables/people/accounts.ts';
import { remainsAdministrator } from '../../../src/storage/tables/people/search.ts';
import { endSignInsOf } from '../../../src/storage/tables/people/sessions.ts';
import { insertPair } from '../../../src/storage/tables/tokens/pairs.ts';
import { addressOf, openAt } from '../engines.ts';

const ROUNDS = 12;
const UNKNOWN = 9;

test('two instances that change the same rows in opposite order never deadlock, and are told what they touched', async () => {
  const address = await addressOf('postgres');
  const [one, other] = [await openAt(address), await openAt(address)];
  await one.write([1, 2, 3].map(pair));

  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all(
      [0, 1, 2, 3].map(() =>
        Promise.all([one.write(changes(1, UNKNOWN, 2, 3)), other.write(changes(3, 2, 1, UNKNOWN))]),
      ),
    );

    for (const answer of answers) {
      assert.deepEqual(answer, [
        [1, 0, 1, 1],
        [1, 1, 1, 0],
      ]);
    }
  }
});

test('two administrators who sign each other out at once never deadlock', async () => {
  const address = await addressOf('postgres');
  const [one, other] = [await openAt(address), await openAt(address)];
  await one.write([1, 2].map(administrator));

  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all(
      [0, 1, 2, 3].flatMap(() => [one.write(signOut(1, { by: 2 })), other.write(signOut(2, { by: 1 }))]),
    );

    // Both guards held, what was held was there, and there was nothing to end.
    for (const answer of answers) assert.deepEqual(answer, [1, 0, 1, 0, 0]);
  }
});

function signOut(id: number, { by }: { readonly by: number }): readonly Sql[] {
  return [remainsAdministrator(by), ...endSignInsOf(id)];
}

function administrator(id: number): Sql {
  const nickname = { nickname: `${id}`, nicknameKey: `${id}`, nicknameSkeleton: `${id}` };
  const email = { email: `${id}@people.example`, emailKey: `${id}@people.example` };
  return insertAccount({ id, ...nickname, ...email, name: '', locale: '', adminAt: 1, createdAt: 1 });
}

function changes(...ids: number[]): Sql[] {
  return ids.map((id) => changeRow('pairs', id, set`used_at = ${id}`));
}

function pair(id: number): Sql {
  const digests = { accessDigest: `access ${id}`, refreshDigest: null };
  const times = { issuedAt: 1, accessExpiresAt: 5, refreshExpiresAt: null };
  return insertPair({ id, familyId: 5, parentId: null, scope: null, ...digests, ...times });
}
