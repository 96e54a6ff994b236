/** Proves that no application passes for the service, and that one that looks like an older one is marked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../../src/clients/act.ts';
import { changeClient } from '../../src/clients/change.ts';
import { findClient, hasNamesake } from '../../src/clients/find.ts';
import { fillSkeletons } from '../../src/jobs/kinds/fill-skeletons.ts';
import { sql } from '../../src/storage/sql.ts';
import { createPerson, onEachEngine, type Stage } from '../accounts/stage.ts';
import { actorOf, DETAILS, register, registered } from './stage.ts';

async function reasonFor(stage: Stage, ownerId: number, name: string): Promise<string | undefined> {
  const made = await register(stage, ownerId, { name });
  if (made.ok) return undefined;
  return made.refusal.reason === 'faulty' ? made.refusal.faults[0]?.why.reason : made.refusal.reason;
}

async function isMarked({ world }: Stage, publicId: string): Promise<boolean> {
  const client = await findClient(publicId, world);
  assert.ok(client);
  return await hasNamesake(client, world);
}

test(
  'an application is not called like the service, does not claim to be checked, and mixes no scripts in a word',
  onEachEngine(async (stage) => {
    const { id } = await createPerson(stage);
    const refused: readonly (readonly [string, string])[] = [
      ['Latchkey', 'application_name_reserved'],
      ['Latchkey Security', 'application_name_reserved'],
      ['Support', 'application_name_reserved'],
      ['Quill ✓', 'application_name_claims'],
      ['Quill (verified)', 'application_name_claims'],
      ['Qu\u0456ll', 'name_scripts'],
    ];

    for (const [name, reason] of refused) assert.equal(await reasonFor(stage, id, name), reason, name);
    assert.equal(await reasonFor(stage, id, 'Quill for Latchkey'), undefined);
    assert.ok((await register(stage, id, { name: 'Latchkey Status' }, { actor: OPERATOR })).ok, 'by command');
  }),
);

test(
  'an application that has a reserved name keeps it when something else is edited, and nobody gets one by editing',
  onEachEngine(async (stage) => {
    const { id } = await createPerson(stage);
    const own = await registered(stage, id, { name: 'Latchkey Status' }, { actor: OPERATOR });
    const other = await registered(stage, id);
    const edit = (publicId: string, name: string) =>
      changeClient(stage.world, { publicId, details: { ...DETAILS, name, description: 'New.' } }, actorOf(id));

    assert.ok((await edit(own.publicId, 'Latchkey Status')).ok);
    assert.ok(!(await edit(other.publicId, 'Latchkey Status')).ok);
    assert.ok(!(await edit(other.publicId, 'Quill ✔')).ok);
  }),
);

test(
  'the newer of two look-alikes of different owners is marked, the older and an owner’s second one are not',
  onEachEngine(async (stage) => {
    const [ada, eve] = [await createPerson(stage, 'Ada'), await createPerson(stage, 'Eve')];
    const first = await registered(stage, ada.id, { name: 'Quill' });
    const second = await registered(stage, ada.id, { name: 'Quill' });
    const copy = await registered(stage, eve.id, { name: 'QuiII 🪶' });
    const other = await registered(stage, eve.id, { name: 'Quillwort' });

    const marks = await Promise.all([first, second, copy, other].map(({ publicId }) => isMarked(stage, publicId)));

    assert.deepEqual(marks, [false, false, true, false]);
  }),
);

test(
  'applications from before are found by their looks once the job has run',
  onEachEngine(async (stage) => {
    const [ada, eve] = [await createPerson(stage, 'Ada'), await createPerson(stage, 'Eve')];
    const first = await registered(stage, ada.id, { name: 'Quill' });
    await stage.world.database.write([sql`update clients set name_skeleton = null where id = ${first.id}`]);
    const copy = await registered(stage, eve.id, { name: 'Quill' });
    assert.equal(await isMarked(stage, copy.publicId), false);

    const signal = new AbortController().signal;
    assert.ok((await fillSkeletons.run(stage.world, { id: 1, dueAt: 0, payload: '', signal })).ok);

    assert.equal(await isMarked(stage, copy.publicId), true);
  }),
);
