/** Proves on both engines that lists of the administration are whole, in order, and bounded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disablePerson } from '../../src/accounts/administration.ts';
import { endAdministration, setDeveloper } from '../../src/accounts/managed/rights.ts';
import { searchPeople } from '../../src/accounts/people.ts';
import { livenessAt } from '../../src/accounts/sessions.ts';
import { figuresOfDays, figuresOfNow } from '../../src/events/figures.ts';
import { report } from '../../src/events/report.ts';
import { type EventSearch, searchEvents } from '../../src/events/search.ts';
import type { EventKind } from '../../src/protocol/event.ts';
import { sql } from '../../src/storage/sql.ts';
import { findAccount } from '../../src/storage/tables/people/accounts.ts';
import { interrupted } from '../support/interrupted.ts';
import { createPerson, HOME, onEachEngine, type Stage, signedIn } from './stage.ts';

async function happen({ world }: Stage, kind: EventKind, times: number, accountId: number | null = null) {
  for (let done = 0; done < times; done += 100) {
    const batch = Array.from({ length: Math.min(100, times - done) }, () => report(world, HOME, kind, { accountId }));
    assert.ok(await world.database.write(batch));
  }
}

const EVERYBODY = { words: '', filter: null, order: 'newest' } as const;
const NOTHING: EventSearch = { kind: null, accountId: null, client: null, since: 0, until: null, before: null };

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

    const current = await figuresOfNow(stage.world, livenessAt(stage.world.now()));
    const days = await figuresOfDays(stage.world);

    assert.deepEqual([current.liveSessions, current.totals.people], [1, 2]);
    assert.equal(days.length, 30);
    const nothing = { signIns: 0, failedSignIns: 0, newAccounts: 1, tokens: 0, refusals: 0, alarms: 0 };
    assert.deepEqual(
      days.slice(-2).map(({ day: _, ...figures }) => figures),
      [nothing, { ...nothing, signIns: 1, alarms: 2 }],
    );
  }),
);

test(
  'a finished day is counted once, and today anew each time',
  onEachEngine(async (stage) => {
    await createPerson(stage, 'Ada');
    stage.pass(86_400);
    const before = await figuresOfDays(stage.world);
    // What is swept from the log is no longer counted, but was.
    await stage.world.database.write([sql`delete from events`]);
    await createPerson(stage, 'Bea');

    const days = await figuresOfDays(stage.world);

    assert.deepEqual(
      before.slice(-2).map(({ newAccounts }) => newAccounts),
      [1, 0],
    );
    assert.deepEqual(
      days.slice(-2).map(({ newAccounts }) => newAccounts),
      [1, 1],
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
    const page = await searchPeople(stage.world, EVERYBODY, null);
    assert.equal(page?.people.filter(({ disabledAt }) => disabledAt === null).length, 1);
  }),
);

test(
  'administrators whose right ends before the commit give themselves no other',
  onEachEngine(async (stage) => {
    const [former, other] = [await createPerson(stage, 'Former', true), await createPerson(stage, 'Other', true)];
    const by = { id: former.id, source: HOME };
    const ending = interrupted(stage.world, () =>
      endAdministration(stage.world, { id: other.id, source: HOME }, { id: former.id }),
    );

    const outcome = await setDeveloper(ending, by, { id: former.id, isGiven: true });

    assert.deepEqual(outcome, { ok: false, refusal: 'powerless' });
    assert.equal((await findAccount(stage.world.database, { id: former.id }))?.developerAt, null);
    assert.equal((await stage.events('account.made_developer')).length, 0);
  }),
);
