/** Proves what an account sees of the access it gave, and that taking it back is immediate and final. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAuthorizations, revokeAllAuthorizations, revokeAuthorization } from '../../src/accounts/authorizations.ts';
import { deleteClient } from '../../src/clients/ending.ts';
import { findClient } from '../../src/clients/find.ts';
import { countUsers } from '../../src/clients/user-count.ts';
import { eventsOfClient, viewClient } from '../../src/clients/view.ts';
import { findLiveConsent, insertConsent, renewConsent } from '../../src/storage/tables/tokens/consents.ts';
import { insertFamily } from '../../src/storage/tables/tokens/families.ts';
import { createPerson, ELSEWHERE, HOME, onEachEngine, type Stage } from '../accounts/stage.ts';
import { actorOf, allow, registered, use } from './stage.ts';

async function cast(stage: Stage) {
  const [ada, bob] = [await createPerson(stage), await createPerson(stage, 'Bob')];
  const [quill, other] = [await registered(stage, ada.id), await registered(stage, ada.id, { name: 'Other' })];
  return { ada, bob, quill, other };
}

async function listed({ world }: Stage, accountId: number) {
  return (await listAuthorizations(world, accountId, 1)).authorizations;
}

test(
  'the list shows what was allowed, to whom, since when, and the latest use of any token of it',
  onEachEngine(async (stage) => {
    const { ada, bob, quill, other } = await cast(stage);
    const since = stage.world.now();
    const { consentId, familyId } = await allow(stage, { accountId: bob.id, clientId: quill.id }, 'profile email');
    const second = stage.world.nextId();
    const family = { id: second, consentId, clientId: quill.id, scope: 'profile', createdAt: since, endsAt: null };
    await stage.world.database.write([insertFamily(family)]);
    await use(stage, { familyId: second, clientId: quill.id }, HOME);
    stage.pass(60);
    await use(stage, { familyId, clientId: quill.id }, ELSEWHERE);
    await allow(stage, { accountId: bob.id, clientId: other.id });
    await allow(stage, { accountId: ada.id, clientId: quill.id });

    const [newest, oldest, ...rest] = await listed(stage, bob.id);

    assert.deepEqual(rest, []);
    assert.deepEqual([newest?.clientName, newest?.usedAt], ['Other', null]);
    assert.deepEqual(
      [oldest?.clientName, oldest?.ownerNickname, oldest?.scope, oldest?.grantedAt],
      ['Quill', 'Ada', 'profile email', since],
    );
    assert.deepEqual(
      [oldest?.usedAt, oldest?.address, oldest?.userAgent],
      [since + 60, ELSEWHERE.address, ELSEWHERE.userAgent],
    );
  }),
);

test(
  'revoking one ends it, once, and what is allowed afterwards is a new consent',
  onEachEngine(async (stage) => {
    const { bob, quill, other } = await cast(stage);
    const { consentId } = await allow(stage, { accountId: bob.id, clientId: quill.id });
    await allow(stage, { accountId: bob.id, clientId: other.id });
    const which = { accountId: bob.id, clientPublicId: quill.publicId };

    await Promise.all([1, 2, 3].map(() => revokeAuthorization(stage.world, which, HOME)));

    assert.deepEqual(
      (await listed(stage, bob.id)).map(({ clientName }) => clientName),
      ['Other'],
    );
    assert.equal((await stage.events('consent.revoked')).length, 1);
    const again = await allow(stage, { accountId: bob.id, clientId: quill.id });
    assert.notEqual(again.consentId, consentId);
  }),
);

test(
  'revoking all ends all of this account in one batch, and nobody else’s',
  onEachEngine(async (stage) => {
    const { ada, bob, quill, other } = await cast(stage);
    for (const { id } of [quill, other]) await allow(stage, { accountId: bob.id, clientId: id });
    await allow(stage, { accountId: ada.id, clientId: quill.id });

    assert.equal(await revokeAllAuthorizations(stage.world, bob.id, HOME), 2);

    assert.deepEqual(await listed(stage, bob.id), []);
    assert.equal((await listed(stage, ada.id)).length, 1);
    assert.deepEqual(
      (await stage.events('consent.revoked')).map(({ clientId }) => clientId).sort(),
      [quill.publicId, other.publicId].sort(),
    );
    assert.equal(await revokeAllAuthorizations(stage.world, bob.id, HOME), 0);
  }),
);

test(
  'a deleted application is no longer listed',
  onEachEngine(async (stage) => {
    const { ada, bob, quill } = await cast(stage);
    await allow(stage, { accountId: bob.id, clientId: quill.id });

    await deleteClient(stage.world, quill.publicId, actorOf(ada.id));

    assert.deepEqual(await listed(stage, bob.id), []);
  }),
);

test(
  'an account has one live consent for an application, and its scope changes only from the state that was read',
  onEachEngine(async (stage) => {
    const { bob, quill } = await cast(stage);
    const { database } = stage.world;
    const ids = { accountId: bob.id, clientId: quill.id };
    await allow(stage, ids);
    const seen = await findLiveConsent(database, { accountId: bob.id, clientId: quill.id, resourceId: null });
    assert.ok(seen);
    const second = { id: stage.world.nextId(), ...ids, scope: 'email', grantedAt: stage.world.now() };

    assert.equal(await database.write([insertConsent(second)]), null);
    const terms = { scope: 'profile email', endsAt: null };
    assert.deepEqual(await database.write([renewConsent(seen, terms, stage.world.now())]), [1]);
    assert.equal(await database.write([renewConsent(seen, { scope: 'email', endsAt: null }, 1)]), null);

    assert.equal(
      (await findLiveConsent(database, { accountId: bob.id, clientId: quill.id, resourceId: null }))?.scope,
      'profile email',
    );
  }),
);

test(
  'the developer sees the latest use of a token, and no address of a user’s own browser',
  onEachEngine(async (stage) => {
    const { ada, bob, quill } = await cast(stage);
    const { familyId } = await allow(stage, { accountId: bob.id, clientId: quill.id });
    await use(stage, { familyId, clientId: quill.id }, ELSEWHERE);
    await revokeAuthorization(stage.world, { accountId: bob.id, clientPublicId: quill.publicId }, HOME);
    await allow(stage, { accountId: ada.id, clientId: quill.id });
    const again = await allow(stage, { accountId: bob.id, clientId: quill.id });
    await use(stage, { familyId: again.familyId, clientId: quill.id }, ELSEWHERE);
    const client = await findClient(quill.publicId, stage.world);
    assert.ok(client);

    const view = await viewClient(stage.world, client);

    assert.deepEqual(view.lastUse, { at: stage.world.now(), source: ELSEWHERE });
    assert.equal(await countUsers(quill.id, stage.world), 2);
    const events = await eventsOfClient(stage.world, client, { id: client.ownerId, isAdmin: false });
    const revoked = events.find(({ kind }) => kind === 'consent.revoked');
    assert.deepEqual(revoked?.source, { address: null, userAgent: null });
    const created = events.find(({ kind }) => kind === 'application.created');
    assert.deepEqual(created?.source, HOME);
  }),
);
