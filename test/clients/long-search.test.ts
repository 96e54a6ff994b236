/** Proves on both engines that a search among thousands of applications looks at all of them, though some end meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownAuthorizations } from '../../src/accounts/own-data.ts';
import { searchAdministered } from '../../src/clients/administered.ts';
import { everyClient } from '../../src/clients/find.ts';
import { sql } from '../../src/storage/sql.ts';
import { insertConsent } from '../../src/storage/tables/tokens/consents.ts';
import { createPerson, onEachEngine, type Stage } from '../accounts/stage.ts';
import { disturbed } from '../support/interrupted.ts';

/** More than two stretches of the walk. */
const MANY = 4500;

async function insertMany({ world }: Stage, ownerId: number, many: number): Promise<void> {
  await world.database.write([
    sql`insert into clients (id, public_id, owner_id, name, name_key, description, homepage_url, logo_url, scope,
        created_at, updated_at)
      with recursive numbers (n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${many})
      select n, 'app' || n, ${ownerId}, 'Quill ' || n, 'quill ' || n, '', '', '', 'profile', 1, 1 from numbers`,
  ]);
}

test(
  'an application is found behind thousands of others, though one of these is deleted while they are looked at',
  onEachEngine(async (stage) => {
    const { database } = stage.world;
    const { id: ownerId } = await createPerson(stage);
    await insertMany(stage, ownerId, MANY);
    const names = { newest: 1, oldest: MANY, name: 999 } as const;
    for (const order of ['newest', 'oldest', 'name'] as const) {
      await database.write([sql`update clients set name = 'Needle', name_key = 'z needle' where id = ${names[order]}`]);
      const world = disturbed(stage.world, async (found) => {
        const last = found.at(-1);
        if (last && last.id !== names[order])
          await database.write([sql`update clients set deleted_at = 5 where id = ${last.id}`]);
      });

      const page = await searchAdministered(world, { words: 'needle', filter: null, order }, null);

      assert.deepEqual(
        page?.clients.map(({ name }) => name),
        ['Needle'],
        order,
      );
      await database.write([sql`update clients set name = 'Quill', name_key = 'quill' where id = ${names[order]}`]);
    }
  }),
);

test(
  'a list of all applications has each once that was there all the time, though others are deleted meanwhile',
  onEachEngine(async (stage) => {
    const { database } = stage.world;
    const { id: ownerId } = await createPerson(stage);
    await insertMany(stage, ownerId, 180);
    const gone = new Set<number>();
    const world = disturbed(stage.world, async (found) => {
      for (const { id } of found.slice(0, 3)) {
        gone.add(id);
        await database.write([sql`update clients set deleted_at = 5 where id = ${id}`]);
      }
    });

    for (const owner of [null, ownerId]) {
      const before = Array.from({ length: 180 }, (_, index) => 180 - index).filter((id) => !gone.has(id));
      const seen: number[] = [];
      for await (const { id } of everyClient(world, owner)) seen.push(id);
      assert.deepEqual(seen, before);
    }
  }),
);

test(
  'what somebody allows is told as a whole, though some of it ends meanwhile',
  onEachEngine(async (stage) => {
    const { database } = stage.world;
    const { id: accountId } = await createPerson(stage);
    await insertMany(stage, accountId, 120);
    const granted = Array.from({ length: 120 }, (_, index) => index + 1);
    const rows = granted.map((id) => ({ id, accountId, clientId: id, scope: 'profile', grantedAt: 1000 + id }));
    assert.ok(await database.write(rows.map(insertConsent)));
    const world = disturbed(stage.world, async (found) => {
      for (const { id } of found.slice(0, 3)) {
        await database.write([sql`update consents set revoked_at = 5, revoked_because = 'removed' where id = ${id}`]);
      }
    });

    const told = (await ownAuthorizations(world, accountId)).map(({ id }) => id);

    assert.deepEqual(told, granted.toReversed());
  }),
);
