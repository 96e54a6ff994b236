/** Proves on both engines that people are found among ten thousand, each once, in every order, without holding others up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyPerson, type PeopleSearch, searchPeople } from '../../src/accounts/people.ts';
import { sql } from '../../src/storage/sql.ts';
import { insertAccount } from '../../src/storage/tables/people/accounts.ts';
import { disturbed } from '../support/interrupted.ts';
import { createPerson, onEachEngine, type Stage, signedIn } from './stage.ts';

const EVERYBODY: PeopleSearch = { words: '', filter: null, order: 'newest' };
const MANY = 10_000;
const FIRST_ID = 500_000_000;

async function insertPeople({ world }: Stage, nicknames: readonly string[]): Promise<void> {
  const rows = nicknames.map((nickname, index) => ({
    id: 500_000_000 + index,
    nickname,
    nicknameKey: nickname.toLowerCase(),
    nicknameSkeleton: nickname.toLowerCase(),
    email: `${index}@people.example`,
    emailKey: `${index}@people.example`,
    name: '',
    locale: '',
    adminAt: null,
    // Several came in the same second.
    createdAt: world.now() + Math.floor(index / 4),
  }));
  await world.database.write(rows.map(insertAccount));
}

/** By SQL, all at once; every thousandth is disabled. */
async function insertMany({ world: { database } }: Stage): Promise<void> {
  await database.write([
    sql`insert into accounts (id, nickname, nickname_key, email, email_key, name, website, avatar_url, locale, created_at,
        online_at, disabled_at)
      with recursive numbers (n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${MANY})
      select ${FIRST_ID} + n, 'person' || n, 'person' || n, 'p' || n || '@crowd.example', 'p' || n || '@crowd.example',
        case when n % 100 = 0 then 'Änne Nr. ' || n else '' end, '', '', '', 1000000000 + n / 7, 1000000000 + n / 7,
        case when n % 1000 = 0 then 1000000000 end
      from numbers`,
  ]);
}

async function everyPage({ world }: Stage, search: PeopleSearch): Promise<readonly number[]> {
  const seen: number[] = [];
  let after: number | null = null;
  do {
    const page = await searchPeople(world, search, after);
    assert.ok(page);
    assert.equal(page.lookedAt, null);
    seen.push(...page.people.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  return seen;
}

test(
  'of ten thousand people each comes once, page by page, in every order, and in a file',
  onEachEngine(async (stage) => {
    await insertMany(stage);
    const expected = Array.from({ length: MANY }, (_, index) => FIRST_ID + 1 + index);
    const inFile: number[] = [];
    for await (const page of everyPerson(stage.world, EVERYBODY)) inFile.push(...page.map(({ id }) => id));

    assert.deepEqual(inFile, expected.toReversed());
    assert.deepEqual(await everyPage(stage, { ...EVERYBODY, order: 'oldest' }), expected);
    const byName = await everyPage(stage, { ...EVERYBODY, order: 'nickname' });
    const name = (id: number) => `person${id - FIRST_ID}`;
    assert.deepEqual(byName.map(name), expected.map(name).toSorted());
    assert.equal(await searchPeople(stage.world, EVERYBODY, 12), null);
  }),
);

test(
  'any part of a nickname, an address or a name finds people among ten thousand, and filters narrow that',
  onEachEngine(async (stage) => {
    await insertMany(stage);
    const count = async (search: Partial<PeopleSearch>) => (await everyPage(stage, { ...EVERYBODY, ...search })).length;

    assert.equal(await count({ words: 'son999' }), 11);
    assert.equal(await count({ words: 'P77@CROWD' }), 1);
    assert.equal(await count({ words: '777@crowd.exam' }), 10);
    assert.equal(await count({ words: 'änne' }), 100);
    assert.equal(await count({ words: 'nobody' }), 0);
    assert.equal(await count({ filter: 'disabled' }), 10);
    assert.equal(await count({ filter: 'disabled', words: '5000' }), 1);
    assert.equal(await count({ filter: 'never' }), MANY);
    assert.equal(await count({ filter: 'imported' }), 0);
    assert.equal(await count({ filter: 'administrators', order: 'nickname' }), 0);
    const [first] =
      (await searchPeople(stage.world, { ...EVERYBODY, words: String(FIRST_ID + 7) }, null))?.people ?? [];
    assert.equal(first?.nickname, 'person7');
  }),
);

test(
  'signs that a pattern would take for others are looked for as they are, in the order of bytes',
  onEachEngine(async (stage) => {
    const names = ['ab', 'a b', 'a-b', 'a.b', 'a_b', 'ä', 'äb', 'б', 'бв', 'z', '\u{1f600}x'];
    await insertPeople(stage, names);
    const found = async (words: string) =>
      (await searchPeople(stage.world, { ...EVERYBODY, words, order: 'nickname' }, null))?.people.map(
        (each) => each.nickname,
      );

    assert.deepEqual(await found('B'), ['a b', 'a-b', 'a.b', 'a_b', 'ab', 'äb']);
    assert.deepEqual(await found('_'), ['a_b']);
    assert.deepEqual(await found('%'), []);
    assert.deepEqual(await found('!'), []);
    assert.deepEqual(await found('Ä'), ['ä', 'äb']);
    assert.deepEqual(await found('Б'), ['б', 'бв']);
    assert.deepEqual(await found('\u{1f600}'), ['\u{1f600}x']);
  }),
);

test(
  'who never signed in is found until the first sign-in',
  onEachEngine(async (stage) => {
    const { id } = await createPerson(stage, 'Ada');
    const never = { ...EVERYBODY, filter: 'never' } as const;
    const before = await everyPage(stage, never);

    await signedIn(stage, 'Ada');

    assert.deepEqual(before, [id]);
    assert.deepEqual(await everyPage(stage, never), []);
  }),
);

test(
  'a file has everybody who was there all the time, once, though people come and go while it is written',
  onEachEngine(async (stage) => {
    await insertMany(stage);
    const { database } = stage.world;
    const remaining = new Set(Array.from({ length: MANY }, (_, index) => FIRST_ID + 1 + index));
    for (const order of ['newest', 'oldest', 'nickname'] as const) {
      let came = 0;
      const world = disturbed(stage.world, async (found) => {
        const gone = [found[7], found.at(-1)].flatMap((row) => (row ? [row.id] : []));
        for (const id of gone) remaining.delete(id);
        await database.write(gone.map((id) => sql`update accounts set deleted_at = ${5} where id = ${id}`));
        came += 1;
        await createPerson(stage, `Newcomer-${order}-${came}`);
      });
      const seen: number[] = [];
      for await (const page of everyPerson(world, { ...EVERYBODY, order })) seen.push(...page.map(({ id }) => id));

      const counted = seen.filter((id) => remaining.has(id));
      assert.equal(counted.length, remaining.size, order);
      assert.equal(new Set(counted).size, remaining.size, order);
    }
  }),
);
