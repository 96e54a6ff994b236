/** Proves what changing and deleting an application does to everything that hangs on it, and who may do it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../../src/clients/act.ts';
import { changeClient } from '../../src/clients/change.ts';
import type { Details } from '../../src/clients/details.ts';
import { deleteClient, revokeEverything } from '../../src/clients/ending.ts';
import { findClient, findManagedClient } from '../../src/clients/find.ts';
import { listSecrets } from '../../src/storage/tables/clients/secrets.ts';
import { countUsers, findLiveConsent } from '../../src/storage/tables/tokens/consents.ts';
import { createPerson, onEachEngine, type Stage } from '../accounts/stage.ts';
import { findMachineFamily } from './machine-family.ts';
import { actorOf, allow, DETAILS, registered } from './stage.ts';

async function changed(
  stage: Stage,
  publicId: string,
  ownerId: number,
  changes: Partial<Details>,
): Promise<string | null> {
  const answer = await changeClient(stage.world, { publicId, details: { ...DETAILS, ...changes } }, actorOf(ownerId));
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal));
  return answer.value.secret;
}

test(
  'the event of a change names the fields that changed, and a change of nothing is none',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const { publicId } = await registered(stage, ada.id);

    await changed(stage, publicId, ada.id, { name: 'Quill 2', scopes: ['profile'], sendsIssuer: false });
    await changed(stage, publicId, ada.id, { name: 'Quill 2', scopes: ['profile'], sendsIssuer: false });

    const events = await stage.events('application.changed');
    assert.deepEqual(
      events.map(({ detail, accountId }) => [detail, accountId]),
      [['name, scope, send_iss', ada.id]],
    );
    const client = await findClient(publicId, stage.world);
    assert.deepEqual([client?.name, client?.scope, client?.sendsIss], ['Quill 2', ['profile'], false]);
  }),
);

test(
  'a list of redirect URIs may grow, shrink and change places',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const { publicId } = await registered(stage, ada.id);
    const [a, b, c] = ['https://a.example/cb', 'https://b.example/cb', 'https://c.example/cb'] as const;

    for (const redirectUris of [[a, b, c], [c, a], [b], [b, a, c], [a, b, c]]) {
      await changed(stage, publicId, ada.id, { redirectUris });

      assert.deepEqual((await findClient(publicId, stage.world))?.redirectUris, redirectUris);
    }
  }),
);

test(
  'parallel changes are all made, one after the other, and none is mixed with another',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const { publicId } = await registered(stage, ada.id);
    const wishes = Array.from({ length: 6 }, (_, index) => ({
      name: `Quill ${index}`,
      redirectUris: Array.from({ length: index + 1 }, (_, row) => `https://app${index}.example/cb/${row}`),
    }));

    await Promise.all(wishes.map((input) => changed(stage, publicId, ada.id, input)));

    const client = await findClient(publicId, stage.world);
    assert.ok(wishes.some(({ name }) => name === client?.name));
    assert.deepEqual(client?.redirectUris, wishes.find(({ name }) => name === client?.name)?.redirectUris);
    assert.equal((await stage.events('application.changed')).length, 6);
  }),
);

test(
  'an application made public loses its secrets and its own tokens; made confidential again it gets new ones',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const { id, publicId, secret } = await registered(stage, ada.id);
    const { database } = stage.world;
    const family = await findMachineFamily(database, id);

    assert.equal(await changed(stage, publicId, ada.id, { isConfidential: false }), null);

    assert.equal((await listSecrets(database, id, stage.world.now())).length, 0);
    assert.equal(await findMachineFamily(database, id), undefined);
    const fresh = await changed(stage, publicId, ada.id, { isConfidential: true });
    assert.match(fresh ?? '', /^lks_/);
    assert.notEqual(fresh, secret);
    assert.equal((await listSecrets(database, id, stage.world.now())).length, 1);
    assert.notEqual(await findMachineFamily(database, id), undefined);
    assert.notEqual(await findMachineFamily(database, id), family);
  }),
);

test(
  'only the owner and administrators find an application; to others it does not exist',
  onEachEngine(async (stage) => {
    const [ada, bob] = [await createPerson(stage), await createPerson(stage, 'Bob')];
    const root = await createPerson(stage, 'Root', true);
    const { publicId } = await registered(stage, ada.id);
    const { world } = stage;

    const foreign = await changeClient(world, { publicId, details: { ...DETAILS, name: 'Mine' } }, actorOf(bob.id));

    assert.deepEqual(foreign, { ok: false, refusal: { reason: 'unknown' } });
    assert.equal(await deleteClient(world, publicId, actorOf(bob.id)), undefined);
    assert.equal(await findManagedClient(publicId, { id: bob.id, isAdmin: false }, world), undefined);
    assert.equal(await findManagedClient('nobody', { id: ada.id, isAdmin: false }, world), undefined);
    const byRoot = await changeClient(
      world,
      { publicId, details: { ...DETAILS, name: 'Quill!' } },
      actorOf(root.id, true),
    );
    assert.ok(byRoot.ok);
    const [event] = await stage.events('application.changed');
    assert.deepEqual([event?.accountId, event?.detail], [ada.id, `name; by administrator ${root.id}`]);
  }),
);

test(
  'a deleted application is found by nobody, and its users are no longer counted',
  onEachEngine(async (stage) => {
    const [ada, bob] = [await createPerson(stage), await createPerson(stage, 'Bob')];
    const { id, publicId } = await registered(stage, ada.id);
    await allow(stage, { accountId: bob.id, clientId: id });
    assert.equal(await countUsers(stage.world.database, id, stage.world.now()), 1);

    await deleteClient(stage.world, publicId, OPERATOR);

    assert.equal(await findClient(publicId, stage.world), undefined);
    const [event] = await stage.events('application.deleted');
    assert.deepEqual([event?.accountId, event?.detail], [ada.id, 'by the operator']);
  }),
);

test(
  'revoking everything of an application ends its consents and its own tokens, and lets it go on',
  onEachEngine(async (stage) => {
    const [ada, bob] = [await createPerson(stage), await createPerson(stage, 'Bob')];
    const { id, publicId } = await registered(stage, ada.id);
    const other = await registered(stage, ada.id);
    for (const accountId of [ada.id, bob.id]) await allow(stage, { accountId, clientId: id });
    await allow(stage, { accountId: bob.id, clientId: other.id });
    const { database } = stage.world;
    const family = await findMachineFamily(database, id);

    const answers = await Promise.all([1, 2].map(() => revokeEverything(stage.world, publicId, OPERATOR)));

    assert.deepEqual(answers.map((answer) => answer?.users).sort(), [0, 2]);
    assert.equal(await findLiveConsent(database, { accountId: bob.id, clientId: id, resourceId: null }), undefined);
    assert.notEqual(
      await findLiveConsent(database, { accountId: bob.id, clientId: other.id, resourceId: null }),
      undefined,
    );
    assert.notEqual(await findMachineFamily(database, id), undefined);
    assert.notEqual(await findMachineFamily(database, id), family);
    assert.equal((await stage.events('token.revoked')).length, 2);
  }),
);
