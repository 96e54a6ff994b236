/** Proves the order of the revocation feed: each ending gets one place, whoever gives it, and what is swept is known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Sql, sql } from '../../src/storage/sql.ts';
import { MOST_ENDINGS, readEndings } from '../../src/storage/tables/tokens/endings.ts';
import { isKept, settleFeed } from '../../src/tokens/feed.ts';
import { sweep } from '../../src/tokens/sweep.ts';
import { onEachEngine, type Stage } from '../accounts/stage.ts';

/** Endings as the database notes them, without what ended. */
async function note({ world }: Stage, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await world.database.write([
      sql`insert into endings (id, noted, kind, subject, ended_at)
        values (${`${world.nextId()}`}, ${index}, 'family', ${index}, ${world.now()})`,
    ]);
}

test(
  'of several that give places at once, each ending gets one, in the order of the notes',
  onEachEngine(async (stage) => {
    const { world } = stage;
    await note(stage, 450);

    await Promise.all(Array.from({ length: 5 }, () => settleFeed(world)));
    const { last, waiting } = await settleFeed(world);
    const endings = await readEndings(world.database, { after: 0, upTo: last, most: 1000 });

    assert.equal(waiting, 0);
    assert.deepEqual(
      endings.map(({ subject }) => subject),
      Array.from({ length: 450 }, (_, index) => index),
    );
    assert.equal(new Set(endings.map(({ place }) => place)).size, 450);
  }),
);

test(
  'each token of an API that ends is noted once, replaced or revoked, before and after others got their places',
  onEachEngine(async ({ world }) => {
    const write = async (statement: Sql) => assert.deepEqual(await world.database.write([statement]), [1]);
    const ids = Array.from({ length: 12 }, () => world.nextId());
    for (const id of ids)
      await write(sql`insert into pairs (id, family_id, access_digest, issued_at, access_expires_at, resource_id)
        values (${id}, 1, 'a', 1, ${world.now() + 1000}, 5)`);
    const inTurn = [
      (id: number) => sql`update pairs set superseded_at = ${world.now()} where id = ${id}`,
      (id: number) => sql`update pairs set revoked_at = ${world.now()} where id = ${id}`,
      (id: number) => sql`update pairs set access_expires_at = ${world.now()} where id = ${id}`,
    ];

    for (const [index, id] of ids.entries()) {
      const end = inTurn[index % inTurn.length];
      if (end) await write(end(id));
      // Places are given now and then, so that the order of the notes begins anew.
      if (index % 5 === 4) await settleFeed(world);
    }
    const { last } = await settleFeed(world);
    const endings = await readEndings(world.database, { after: 0, upTo: last, most: 100 });

    assert.deepEqual(
      endings.map(({ kind, subject }) => [kind, subject]),
      ids.map((id) => ['pair', id]),
    );
    // Each database takes the time from where it can: PostgreSQL has a clock of its own.
    for (const { endedAt } of endings) assert.ok(Number.isSafeInteger(endedAt) && endedAt >= world.now());
  }),
);

test(
  'a clock that goes back gives no place before one that was given',
  onEachEngine(async (stage) => {
    await note(stage, 1);
    const before = await settleFeed(stage.world);
    stage.pass(-86_400);
    await note(stage, 1);

    const after = await settleFeed(stage.world);

    assert.ok(after.last > before.last);
  }),
);

test(
  'after a day endings are swept, and a listener that stood before them is known to have missed something',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const start = await settleFeed(world);
    await note(stage, 3);
    const told = await settleFeed(world);
    stage.pass(90_000);

    await sweep(world);
    const swept = await settleFeed(world);

    assert.deepEqual(await readEndings(world.database, { after: 0, upTo: swept.last, most: 10 }), []);
    assert.deepEqual([isKept(told, start.last), isKept(swept, start.last)], [true, false]);
    assert.equal(isKept(swept, swept.last), true);
    assert.equal(isKept(swept, swept.last + 1), false);
  }),
);

test(
  'the feed keeps a bounded number of endings, the newest ones',
  onEachEngine(async ({ world }) => {
    const place = world.nextId();
    const count = MOST_ENDINGS + 700;
    await world.database.write([
      sql`insert into endings (id, place, noted, kind, subject, ended_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
        select 'e' || n, cast(${place} as bigint) + n, n, 'family', n, ${world.now()} from numbers`,
      sql`update feed set last = ${place + count} where id = 1`,
    ]);

    await sweep(world);
    const { last, swept } = await settleFeed(world);
    const [oldest] = await readEndings(world.database, { after: 0, upTo: last, most: 1 });

    assert.deepEqual([oldest?.subject, swept], [701, place + 700]);
  }),
);
