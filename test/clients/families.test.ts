/** Proves what the list of an application's token families costs, and which it has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFamilies } from '../../src/clients/families.ts';
import { findClient } from '../../src/clients/find.ts';
import { report } from '../../src/events/report.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Sql } from '../../src/storage/sql.ts';
import { insertFamily } from '../../src/storage/tables/tokens/families.ts';
import { createPerson, HOME, onEachEngine } from '../accounts/stage.ts';
import { allow, registered } from './stage.ts';

/** The same database, which says how often the audit log was asked. */
function watched(database: Database): { readonly database: Database; readonly asked: () => number } {
  let asked = 0;
  const count = (statement: Sql) => {
    if (statement.text.join('').includes('from events')) asked += 1;
    return statement;
  };
  const read: Database['read'] = (statement) => database.read(count(statement));
  const list: Database['list'] = (statement) => database.list(count(statement));
  return { database: { ...database, read, list }, asked: () => asked };
}

test(
  'the list of families has the fifty in which something happened last, and asks the audit log once',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const ada = await createPerson(stage);
    const { id: clientId, publicId } = await registered(stage, ada.id);
    const families: number[] = [];
    const { consentId } = await allow(stage, { accountId: ada.id, clientId });
    for (let index = 0; index < 60; index += 1) {
      const id = world.nextId();
      const about = { accountId: ada.id, clientId, familyId: id };
      await world.database.write([
        insertFamily({ id, consentId, clientId, scope: 'profile', createdAt: world.now(), endsAt: null }),
        report(world, HOME, 'code.exchanged', about),
      ]);
      families.unshift(id);
    }
    const { database, asked } = watched(world.database);
    const client = await findClient(publicId, world);
    assert.ok(client);

    const listed = await listFamilies({ ...world, database }, client);

    assert.deepEqual(
      listed.map(({ id }) => id),
      families.slice(0, 50),
    );
    assert.ok(listed.every(({ history }) => history.startedAt !== null));
    assert.equal(asked(), 1);
  }),
);
