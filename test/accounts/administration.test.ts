/** Proves on both engines that lists of the administration are whole, in order, and bounded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disablePerson } from '../../src/accounts/administration.ts';
import { newestPeople, searchPeople } from '../../src/accounts/people.ts';
import { livenessAt } from '../../src/accounts/sessions.ts';
import { figuresOfTheDay } from '../../src/events/figures.ts';
import { report } from '../../src/events/report.ts';
import { type EventSearch, searchEvents } from '../../src/events/search.ts';
import type { EventKind } from '../../src/protocol/event.ts';
import { insertAccount } from '../../src/storage/tables/people/accounts.ts';
import { createPerson, HOME, onEachEngine, type Stage, signedIn } from './stage.ts';

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

async function happen({ world }: Stage, kind: EventKind, times: number, accountId: number | null = null) {
  for (let done = 0; done < times; done += 100) {
    const batch = Array.from({ length: Math.min(100, times - done) }, () => report(world, HOME, kind, { accountId }));
    assert.ok(await world.database.write(batch));
  }
}

const NOTHING: EventSearch = { kind: null, accountId: null, client: null, since: 0, before: null };

test(
  'the newest people come page by page, each once, those of one second included',
  onEachEngine(async (stage) => {
    await insertPeople(
      stage,
      Array.from({ length: 60 }, (_, index) => `person${index}`),
    );
    const seen: number[] = [];

    let before: number | null = null;
    for (;;) {
      const page = await newestPeople(stage.world, before);
      seen.push(...(page?.people ?? []).map(({ id }) => id));
      if (!page?.hasMore) break;
      before = seen.at(-1) ?? null;
    }

    assert.deepEqual(
      seen,
      Array.from({ length: 60 }, (_, index) => 500_000_059 - index),
    );
    assert.equal(await newestPeople(stage.world, 12), null);
  }),
);

test(
  'a beginning fits in the order of bytes, whatever the language of the database',
  onEachEngine(async (stage) => {
    const names = ['ab', 'a b', 'a-b', 'a.b', 'a_b', 'ä', 'äb', 'б', 'бв', 'z', '\u{1f600}x'];
    await insertPeople(stage, names);
    const found = async (typed: string) =>
      (await searchPeople(stage.world, typed)).people.map(({ nickname }) => nickname);

    assert.deepEqual(await found('a'), ['a b', 'a-b', 'a.b', 'a_b', 'ab']);
    assert.deepEqual(await found('A_'), ['a_b']);
    assert.deepEqual(await found('ä'), ['ä', 'äb']);
    assert.deepEqual(await found('Б'), ['б', 'бв']);
    assert.deepEqual(await found('\u{1f600}'), ['\u{1f600}x']);
    assert.deepEqual(await found('500000000'), ['ab']);
  }),
);

test(
  'a search that fits many says so',
  onEachEngine(async (stage) => {
    await insertPeople(
      stage,
      Array.from({ length: 40 }, (_, index) => `crowd${index}`),
    );

    const { people, hasMore } = await searchPeople(stage.world, 'crowd');

    assert.deepEqual([people.length, hasMore], [25, true]);
  }),
);

test(
  'events come page by page, by kind, by person and since a day',
  onEachEngine(async (stage) => {
    await happen(stage, 'token.refreshed', 300, 7);
    await happen(stage, 'account.signed_in', 60, 8);
    stage.pass(86_400);
    await happen(stage, 'account.signed_in', 3, 9);
    const count = async (search: Partial<typeof NOTHING & { kind: EventKind; accountId: number; since: number }>) => {
      let total = 0;
      let before: number | null = null;
      do {
        const found = await searchEvents(stage.world, { ...NOTHING, ...search, before });
        total += found.events.length;
        before = found.olderBelow;
      } while (before !== null);
      return total;
    };

    assert.equal(await count({}), 363);
    assert.equal(await count({ kind: 'account.signed_in' }), 63);
    assert.equal(await count({ kind: 'token.refreshed' }), 300);
    assert.equal(await count({ accountId: 8 }), 60);
    assert.equal(await count({ kind: 'account.signed_in', accountId: 7 }), 0);
    assert.equal(await count({ since: stage.world.now() }), 3);
  }),
);

test(
  'a search that finds little stops after a bounded walk, and goes on from there',
  onEachEngine(async (stage) => {
    await happen(stage, 'token.issued', 1);
    await happen(stage, 'token.refreshed', 5200);

    const first = await searchEvents(stage.world, { ...NOTHING, kind: 'token.issued' });
    const second = await searchEvents(stage.world, { ...NOTHING, kind: 'token.issued', before: first.olderBelow });

    assert.deepEqual([first.events.length, first.isCut], [0, true]);
    assert.deepEqual([second.events.length, second.isCut, second.olderBelow], [1, false, null]);
  }),
);

test(
  'the figures of the day count today alone',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Ada');
    stage.pass(86_400);
    await createPerson(stage, 'Bea');
    await signedIn(stage, 'Ada');
    await happen(stage, 'code.replayed', 2);

    const figures = await figuresOfTheDay(stage.world, livenessAt(stage.world.now()));

    const { signIns, newAccounts, alarms, liveSessions, failedSignIns } = figures;
    assert.deepEqual(
      { signIns, newAccounts, alarms, liveSessions, failedSignIns },
      {
        signIns: 1,
        newAccounts: 1,
        alarms: 2,
        liveSessions: 1,
        failedSignIns: 0,
      },
    );
  }),
);

test(
  'of administrators who all disable each other at once, one is left',
  onEachEngine(async (stage) => {
    const people = await Promise.all(['one', 'two', 'three', 'four'].map((name) => createPerson(stage, name, true)));

    const outcomes = await Promise.all(
      people.flatMap(({ id: by }) =>
        people.map(({ id }) => disablePerson(stage.world, { id: by, source: HOME }, { id, because: null })),
      ),
    );

    assert.equal(outcomes.filter(({ ok }) => ok).length, 3);
    const page = await newestPeople(stage.world, null);
    assert.equal(page?.people.filter(({ disabledAt }) => disabledAt === null).length, 1);
  }),
);
