/** Proves that an application changes hands only when both sides want it, with everything it has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disablePerson } from '../../src/accounts/administration.ts';
import { disableAccount, enableAccount } from '../../src/accounts/operator.ts';
import { listActivity } from '../../src/clients/activity.ts';
import { authenticateClient } from '../../src/clients/authenticate.ts';
import { post } from '../../src/clients/authentication/post.ts';
import { deleteClient } from '../../src/clients/ending.ts';
import { findTimeline } from '../../src/clients/families.ts';
import { findManagedClient } from '../../src/clients/find.ts';
import {
  acceptTransfer,
  declineTransfer,
  offersTo,
  offerTransfer,
  withdrawTransfer,
} from '../../src/clients/transfer.ts';
import { eventsOfClient, viewClient } from '../../src/clients/view.ts';
import { OFFER_SECONDS } from '../../src/protocol/clients/offer.ts';
import { countClientsOf } from '../../src/storage/tables/clients/list.ts';
import { noteLastUse } from '../../src/tokens/last-use.ts';
import { createWorld, type World } from '../../src/world.ts';
import { createPerson, ELSEWHERE, onEachEngine, type Stage } from '../accounts/stage.ts';
import { actorOf, allow, register, registered } from './stage.ts';

const EVERYTHING = { outcome: null, endpoint: null, error: null, trace: null, before: null } as const;
const ACTIVITY = (clientId: number) => ({ clientId, kind: 'introspected', familyId: null }) as const;

async function cast(stage: Stage) {
  const [ada, bob] = [await createPerson(stage), await createPerson(stage, 'Bob')];
  const quill = await registered(stage, ada.id);
  const { publicId } = quill;
  const offer = (nickname: string, by = ada.id) => offerTransfer(stage.world, { publicId, nickname }, actorOf(by));
  const accept = (by = bob.id) => acceptTransfer(stage.world, publicId, actorOf(by));
  const isManagedBy = async (id: number) =>
    (await findManagedClient(publicId, { id, isAdmin: false }, stage.world)) !== undefined;
  return { ada, bob, quill, publicId, offer, accept, isManagedBy };
}

test(
  'an accepted offer makes the other account the owner; users, tokens and secrets stay',
  onEachEngine(async (stage) => {
    const { ada, bob, quill, offer, accept, isManagedBy } = await cast(stage);
    await allow(stage, { accountId: ada.id, clientId: quill.id });
    assert.ok((await offer(' bOb ')).ok);
    assert.deepEqual(
      (await offersTo(stage.world, bob.id)).map(({ name, ownerNickname, userCount }) => [
        name,
        ownerNickname,
        userCount,
      ]),
      [['Quill', 'Ada', 1]],
    );
    assert.equal(await isManagedBy(bob.id), false, 'an offer alone changes nothing');

    assert.ok((await accept()).ok);

    assert.deepEqual([await isManagedBy(ada.id), await isManagedBy(bob.id)], [false, true]);
    const claim = { method: post, clientId: quill.publicId, secret: quill.secret } as const;
    assert.ok((await authenticateClient(claim, stage.world)).ok);
    assert.deepEqual(await offersTo(stage.world, bob.id), []);
    assert.equal((await stage.events('application.transferred'))[0]?.accountId, ada.id);
    assert.equal((await stage.events('application.transfer_accepted'))[0]?.accountId, bob.id);
  }),
);

test(
  'nobody else can accept, not even an administrator, and an offer that is gone cannot be accepted',
  onEachEngine(async (stage) => {
    const { ada, bob, publicId, offer, accept } = await cast(stage);
    const root = await createPerson(stage, 'Root', true);
    await offer('Bob');

    for (const id of [ada.id, root.id]) {
      const refused = await acceptTransfer(stage.world, publicId, actorOf(id, true));
      assert.ok(!refused.ok && refused.refusal.reason === 'unknown');
    }

    assert.ok(await withdrawTransfer(stage.world, publicId, actorOf(ada.id)));
    assert.equal((await accept()).ok, false);
    await offer('Bob');
    await declineTransfer(stage.world, publicId, actorOf(bob.id));
    assert.equal((await accept()).ok, false);
    assert.equal((await stage.events('application.transfer_declined'))[0]?.accountId, ada.id);
  }),
);

test(
  'an offer ends after fourteen days, and with the application',
  onEachEngine(async (stage) => {
    const { ada, bob, publicId, offer, accept } = await cast(stage);
    await offer('Bob');
    stage.pass(OFFER_SECONDS - 1);
    assert.equal((await offersTo(stage.world, bob.id)).length, 1);
    stage.pass(1);
    assert.equal((await offersTo(stage.world, bob.id)).length, 0);
    assert.equal((await accept()).ok, false);

    await offer('Bob');
    await deleteClient(stage.world, publicId, actorOf(ada.id));

    assert.equal((await offersTo(stage.world, bob.id)).length, 0);
    assert.equal((await accept()).ok, false);
  }),
);

test(
  'an offer to nobody, to the owner or without a name is refused with the reason',
  onEachEngine(async (stage) => {
    const { bob, offer } = await cast(stage);
    const reason = async (nickname: string, by?: number) => {
      const answer = await offer(nickname, by);
      if (answer.ok) return 'offered';
      return answer.refusal.reason === 'faulty' ? answer.refusal.why.reason : answer.refusal.reason;
    };

    assert.equal(await reason(''), 'transfer_nickname_missing');
    assert.equal(await reason('Nobody'), 'transfer_account_unknown');
    assert.equal(await reason('Ada'), 'transfer_to_owner');
    assert.equal(await reason('Bob', bob.id), 'unknown');
  }),
);

test(
  'an account with fifty applications cannot accept one more, and its places are counted rightly',
  onEachEngine(async (stage) => {
    const { ada, bob, offer, accept } = await cast(stage);
    for (let index = 0; index < 50; index += 1) await registered(stage, bob.id, { name: `Number ${index}` });
    await offer('Bob');

    const full = await accept();

    assert.ok(!full.ok && full.refusal.reason === 'faulty');
    assert.equal(await countClientsOf(stage.world.database, ada.id), 1);
    const [one] = (await stage.events('application.created')).filter(({ accountId }) => accountId === bob.id);
    await deleteClient(stage.world, one?.clientId ?? '', actorOf(bob.id));
    assert.ok((await accept()).ok);
    assert.equal((await register(stage, bob.id)).ok, false, 'the place is taken');
  }),
);

test(
  'of an acceptance and a withdrawal at the same moment one happens',
  onEachEngine(async (stage) => {
    const { ada, bob, publicId, offer, accept, isManagedBy } = await cast(stage);
    await offer('Bob');

    const [accepted] = await Promise.all([accept(), withdrawTransfer(stage.world, publicId, actorOf(ada.id))]);

    assert.equal(await isManagedBy(bob.id), accepted.ok);
    assert.equal(await isManagedBy(ada.id), !accepted.ok);
  }),
);

test(
  'neither side learns from where the other one acted',
  onEachEngine(async (stage) => {
    const { bob, quill, publicId, offer } = await cast(stage);
    const { world } = stage;
    const sent = { traceId: '0123456789abcdef', source: { address: '192.0.2.7', userAgent: 'Desk of Ada' } };
    world.activity.note({ clientId: quill.id, kind: 'introspected', familyId: null }, sent, 1);
    await offer('Bob');

    await acceptTransfer(stage.world, publicId, { ...actorOf(bob.id), source: ELSEWHERE });

    const [given] = await stage.events('application.transferred');
    assert.deepEqual([given?.address, given?.userAgent], [null, null]);
    const client = await findManagedClient(publicId, { id: bob.id, isAdmin: false }, stage.world);
    assert.ok(client);
    const events = await eventsOfClient(stage.world, client, { id: client.ownerId, isAdmin: false });
    const shown = (kind: string) => events.find((event) => event.kind === kind)?.source.address;
    assert.equal(shown('application.created'), null, 'the former owner’s');
    assert.equal(shown('application.transfer_accepted'), ELSEWHERE.address, 'his own');
    const [entry] = (await listActivity(world, client, EVERYTHING)).entries;
    assert.deepEqual(entry?.request.source, { address: null, userAgent: null });
  }),
);

test(
  'what another process writes down after a transfer does not tell the new owner from where the former one acted',
  onEachEngine(async (stage) => {
    const { ada, bob, quill, publicId, offer, accept } = await cast(stage);
    const { world } = stage;
    const elsewhere = createWorld({ ...world, now: world.now });
    const { familyId } = await allow(stage, { accountId: ada.id, clientId: quill.id });
    const used = { familyId, clientId: quill.id };
    const note = (by: World, userAgent: string) => {
      const source = { address: '192.0.2.7', userAgent };
      for (let times = 0; times < 9; times += 1)
        by.activity.note(ACTIVITY(quill.id), { traceId: '0123456789abcdef', source }, 1);
      noteLastUse(by, used, source);
    };
    const shown = async () => {
      await Promise.all([elsewhere.activity.flush(), elsewhere.deferred.flush()]);
      const client = await findManagedClient(publicId, { id: bob.id, isAdmin: false }, world);
      assert.ok(client);
      const { entries } = await listActivity(world, client, EVERYTHING);
      const { history } = (await findTimeline(world, client, familyId)) ?? {};
      return {
        overview: (await viewClient(world, client)).lastUse?.source.userAgent,
        activity: [...new Set(entries.map(({ request }) => request.source.userAgent))],
        family: history?.lastUse?.source.userAgent,
      };
    };
    note(elsewhere, 'Desk of Ada');
    await offer('Bob');
    assert.ok((await accept()).ok);
    stage.pass(17);

    assert.deepEqual(await shown(), { overview: undefined, activity: [null], family: null });
    stage.pass(60);
    note(elsewhere, 'Desk of Bob');
    const after = await shown();
    assert.deepEqual(after, { overview: 'Desk of Bob', activity: ['Desk of Bob', null], family: 'Desk of Bob' });
  }),
);

test(
  'an offer ends when the account that made it is disabled, and stays ended when it is enabled again',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { ada, bob, offer, accept, isManagedBy } = await cast(stage);
    const root = await createPerson(stage, 'Root', true);
    const ways = [
      () => disableAccount(world, 'Ada'),
      () => disablePerson(world, { id: root.id, source: ELSEWHERE }, { id: ada.id, because: null }),
    ];

    for (const disable of ways) {
      assert.ok((await offer('Bob')).ok);
      assert.ok((await disable()).ok);
      assert.deepEqual(await offersTo(world, bob.id), []);
      assert.deepEqual(await accept(), { ok: false, refusal: { reason: 'unknown' } });
      assert.ok((await enableAccount(world, 'Ada')).ok);
      assert.deepEqual(await accept(), { ok: false, refusal: { reason: 'unknown' } });
    }

    assert.equal(await isManagedBy(ada.id), true);
  }),
);

test(
  'the applications of a disabled account go on working, and an administrator can give them to another account',
  onEachEngine(async (stage) => {
    const { ada, bob, quill, publicId, accept, isManagedBy } = await cast(stage);
    const root = await createPerson(stage, 'Root', true);
    await allow(stage, { accountId: bob.id, clientId: quill.id });
    assert.ok((await disableAccount(stage.world, 'Ada')).ok);

    const claim = { method: post, clientId: quill.publicId, secret: quill.secret } as const;
    assert.ok((await authenticateClient(claim, stage.world)).ok);
    assert.ok((await offerTransfer(stage.world, { publicId, nickname: 'Bob' }, actorOf(root.id, true))).ok);
    assert.ok((await accept()).ok);

    assert.deepEqual([await isManagedBy(ada.id), await isManagedBy(bob.id)], [false, true]);
  }),
);
