/** Proves of every act on an application that it does nothing for an owner who stops being one while it runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '../../src/clients/act.ts';
import { changeClient } from '../../src/clients/change.ts';
import { deleteClient, deleteSeenClient, revokeEverything, revokeOneFamily } from '../../src/clients/ending.ts';
import { findClient } from '../../src/clients/find.ts';
import { removeLogo, setLogo } from '../../src/clients/logo.ts';
import { changeRequired } from '../../src/clients/permissions.ts';
import { addSecret, rotateSecret, secretsOf } from '../../src/clients/secrets.ts';
import { acceptTransfer, offersTo, offerTransfer } from '../../src/clients/transfer.ts';
import { readRevocation } from '../../src/storage/tables/tokens/families.ts';
import type { World } from '../../src/world.ts';
import { createPerson, onEachEngine, type Stage } from '../accounts/stage.ts';
import { interrupted } from '../support/interrupted.ts';
import { png } from '../support/png.ts';
import { actorOf, allow, DETAILS, registered } from './stage.ts';

type Act = (world: World, publicId: string, actor: Actor, familyId: number) => Promise<unknown>;

const ACTS: Readonly<Record<string, Act>> = {
  'offer it': (world, publicId, actor) => offerTransfer(world, { publicId, nickname: 'Eve' }, actor),
  'delete it': deleteClient,
  'delete the version it has read': (world, publicId, actor) =>
    deleteSeenClient(world, { publicId, isFor: () => true }, actor),
  'revoke everything': revokeEverything,
  'revoke a family': (world, publicId, actor, familyId) => revokeOneFamily(world, { publicId, familyId }, actor),
  'edit it': (world, publicId, actor) =>
    changeClient(world, { publicId, details: { ...DETAILS, redirectUris: ['https://evil.example/cb'] } }, actor),
  'require a scope': (world, publicId, actor) => changeRequired(world, { publicId, required: ['email'] }, actor),
  'add a secret': (world, publicId, actor) => addSecret(world, publicId, actor),
  'rotate its secret': (world, publicId, actor) => rotateSecret(world, { publicId, overlap: 'now' }, actor),
  'set a logo': (world, publicId, actor) => setLogo(world, { publicId, upload: png() }, actor),
  'remove its logo': removeLogo,
};

/** All that the acts could have changed. */
async function stateOf({ world }: Stage, publicId: string, eve: number) {
  const client = await findClient(publicId, world);
  if (!client) return 'deleted';
  const secrets = await secretsOf(client, world);
  return { client, secrets: secrets.map(({ suffix }) => suffix), offers: await offersTo(world, eve) };
}

for (const [what, act] of Object.entries(ACTS)) {
  test(
    `who gave an application away in the meantime cannot ${what}`,
    onEachEngine(async (stage) => {
      const { world } = stage;
      const [ada, bob, eve] = [
        await createPerson(stage),
        await createPerson(stage, 'Bob'),
        await createPerson(stage, 'Eve'),
      ];
      const { id: clientId, publicId } = await registered(stage, ada.id);
      await setLogo(world, { publicId, upload: png() }, actorOf(ada.id));
      const { familyId } = await allow(stage, { accountId: eve.id, clientId });
      await offerTransfer(world, { publicId, nickname: 'Bob' }, actorOf(ada.id));
      let given: Awaited<ReturnType<typeof stateOf>> | undefined;
      const world2 = interrupted(world, async () => {
        assert.ok((await acceptTransfer(world, publicId, actorOf(bob.id))).ok);
        given = await stateOf(stage, publicId, eve.id);
      });

      await act(world2, publicId, actorOf(ada.id), familyId);

      assert.ok(given !== undefined && given !== 'deleted', 'the application changed hands while the act ran');
      assert.equal(given.client.ownerId, bob.id);
      assert.deepEqual(await stateOf(stage, publicId, eve.id), given);
      assert.deepEqual(await stage.events('application.tokens_revoked'), []);
      assert.equal(await readRevocation(world.database, familyId), undefined);
    }),
  );
}
