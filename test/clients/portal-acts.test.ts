/** Proves the smaller acts of the portal: kinds, required scopes, revoking everything, figures, searching, limits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spendAct } from '../../src/clients/act-limits.ts';
import { searchAdministered } from '../../src/clients/administered.ts';
import { revokeEverything } from '../../src/clients/ending.ts';
import { figuresOf } from '../../src/clients/figures.ts';
import { findClient, searchClients } from '../../src/clients/find.ts';
import { changeRequired } from '../../src/clients/permissions.ts';
import { readTokenAt } from '../../src/storage/tables/clients/days.ts';
import { findLiveConsent } from '../../src/storage/tables/tokens/consents.ts';
import { createPerson, onEachEngine, type Stage } from '../accounts/stage.ts';
import { findMachineFamily } from './machine-family.ts';
import { actorOf, allow, atDesk, registered } from './stage.ts';

const DAY = 86_400;

async function cast(stage: Stage) {
  const ada = await createPerson(stage);
  const quill = await registered(stage, ada.id);
  return { ada, quill };
}

test(
  'a machine is registered without redirect URIs, and what was typed there is not kept',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const machine = await registered(stage, ada.id, { kind: 'machine', redirectUris: ['http://nonsense'] });
    const spa = await registered(stage, ada.id, { kind: 'spa', isConfidential: false });

    const [first, second] = [
      await findClient(machine.publicId, stage.world),
      await findClient(spa.publicId, stage.world),
    ];

    assert.deepEqual([first?.kind, first?.redirectUris, first?.isConfidential], ['machine', [], true]);
    assert.match(machine.secret, /^lks_/);
    assert.deepEqual([second?.kind, second?.isConfidential], ['spa', false]);
  }),
);

test(
  'a form without the field of the kind means what it always meant, and an edit leaves the kind alone',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const machine = await registered(stage, ada.id, { kind: 'machine', redirectUris: [] });
    const desk = await atDesk(stage, 'Ada');
    const path = `/oauth/applications/${encodeURIComponent(machine.publicId)}`;

    const saved = await desk.post(path, { name: 'Renamed', scope: 'profile', confidential: 'yes' });

    assert.equal(saved.status, 303);
    const client = await findClient(machine.publicId, stage.world);
    assert.deepEqual([client?.name, client?.kind], ['Renamed', 'machine']);
  }),
);

test(
  'a scope can be required only if the application may ask for it, and stops being so when it no longer may',
  onEachEngine(async (stage) => {
    const { ada, quill } = await cast(stage);
    const { publicId } = quill;
    const require = (...required: string[]) => changeRequired(stage.world, { publicId, required }, actorOf(ada.id));

    assert.equal(await require('openid'), 'not_asked');
    assert.equal(await require('email'), 'saved');
    assert.deepEqual((await findClient(publicId, stage.world))?.requiredScope, ['email']);

    const desk = await atDesk(stage, 'Ada');
    await desk.post(`/oauth/applications/${publicId}`, {
      name: 'Quill',
      redirect_uri: 'https://app.example.com/cb',
      scope: 'profile',
      confidential: 'yes',
    });
    assert.deepEqual((await findClient(publicId, stage.world))?.requiredScope, []);
  }),
);

test(
  'revoking everything ends every consent and the application’s own tokens, and leaves the application',
  onEachEngine(async (stage) => {
    const { ada, quill } = await cast(stage);
    await allow(stage, { accountId: ada.id, clientId: quill.id });
    const family = await findMachineFamily(stage.world.database, quill.id);

    const revoked = await revokeEverything(stage.world, quill.publicId, actorOf(ada.id));

    assert.equal(revoked?.users, 1);
    assert.equal(
      await findLiveConsent(stage.world.database, { accountId: ada.id, clientId: quill.id, resourceId: null }),
      undefined,
    );
    assert.notEqual(await findMachineFamily(stage.world.database, quill.id), family);
    assert.ok(await findClient(quill.publicId, stage.world));
    assert.equal((await stage.events('application.tokens_revoked'))[0]?.accountId, ada.id);
  }),
);

test(
  'tokens and refusals are counted beside the requests, added to what was there, by the day',
  onEachEngine(async (stage) => {
    const { quill } = await cast(stage);
    const { deferred } = stage.world;
    const count = (what: 'token' | 'error', times: number) => {
      for (let index = 0; index < times; index += 1) deferred.count(quill.id, what, stage.world.now());
    };
    count('token', 3);
    count('error', 1);
    await deferred.flush();
    count('token', 2);
    await deferred.flush();
    stage.pass(DAY);
    count('error', 4);
    await deferred.flush();

    const { days } = await figuresOf(stage.world, quill.id);

    const [before, today] = days.slice(-2);
    assert.deepEqual([before?.tokens, before?.errors], [5, 1]);
    assert.deepEqual([today?.tokens, today?.errors], [0, 4]);
    assert.equal(days.length, 30);
    assert.equal(await readTokenAt(stage.world.database, quill.id), stage.world.now() - DAY);
  }),
);

test(
  'the number of people is known for the end of each day: who came, who left, who stays',
  onEachEngine(async (stage) => {
    const { ada, quill } = await cast(stage);
    const [bob, eve] = [await createPerson(stage, 'Bob'), await createPerson(stage, 'Eve')];
    await allow(stage, { accountId: ada.id, clientId: quill.id });
    stage.pass(DAY);
    await allow(stage, { accountId: bob.id, clientId: quill.id });
    await allow(stage, { accountId: eve.id, clientId: quill.id });
    stage.pass(DAY);
    await revokeEverything(stage.world, quill.publicId, actorOf(ada.id));
    await allow(stage, { accountId: ada.id, clientId: quill.id });
    await stage.world.deferred.flush();

    const { people, days } = await figuresOf(stage.world, quill.id);

    assert.equal(people, 1);
    assert.deepEqual(
      days.slice(-4).map((day) => [day.people, day.arrived, day.left]),
      [
        [0, 0, 0],
        [1, 1, 0],
        [3, 2, 0],
        [1, 1, 3],
      ],
    );
  }),
);

test(
  'applications are found by part of their name in any case, and by their whole client_id, and sorted as asked',
  onEachEngine(async (stage) => {
    const { ada, quill } = await cast(stage);
    const zeta = await registered(stage, ada.id, { name: 'Zeta 100%' });
    const journal = await registered(stage, ada.id, { name: 'Журнал' });
    await allow(stage, { accountId: ada.id, clientId: zeta.id });
    stage.world.deferred.count(quill.id, 'token', stage.world.now());
    await stage.world.deferred.flush();
    const found = async (words: string, order: 'created' | 'name' | 'users' | 'last_token' = 'created') => {
      const { clients } = await searchClients(stage.world, { ownerId: ada.id, words, order }, 1);
      return clients.map(({ name }) => name);
    };

    assert.deepEqual(await found('qUIL'), ['Quill']);
    assert.deepEqual(await found('журнал'), ['Журнал']);
    assert.deepEqual(await found('0%'), ['Zeta 100%']);
    assert.deepEqual(await found('%'), ['Zeta 100%']);
    assert.deepEqual(await found('_'), []);
    assert.deepEqual(await found(journal.publicId), ['Журнал']);
    assert.equal((await found('', 'name'))[0], 'Quill');
    assert.equal((await found('', 'users'))[0], 'Zeta 100%');
    assert.equal((await found('', 'last_token'))[0], 'Quill');
    assert.deepEqual(await found(''), ['Журнал', 'Zeta 100%', 'Quill']);
  }),
);

test(
  'administrators see in every order how many people use an application, and which one got no token for half a year',
  onEachEngine(async (stage) => {
    const { ada, quill } = await cast(stage);
    const zeta = await registered(stage, ada.id, { name: 'Zeta' });
    await allow(stage, { accountId: ada.id, clientId: zeta.id });
    stage.pass(200 * DAY);
    stage.world.deferred.count(quill.id, 'token', stage.world.now());
    await stage.world.deferred.flush();
    const found = async (order: 'newest' | 'oldest' | 'name', filter: 'unused' | null) => {
      const page = await searchAdministered(stage.world, { words: '', filter, order }, null);
      return page?.clients.map(({ name, userCount }) => [name, userCount]);
    };

    for (const order of ['newest', 'oldest', 'name'] as const) {
      assert.deepEqual(await found(order, 'unused'), [['Zeta', 1]], order);
    }
    const all = [
      ['Quill', 0],
      ['Zeta', 1],
    ];
    assert.deepEqual(await found('oldest', null), all);
    assert.deepEqual(await found('name', null), all);
    assert.deepEqual(await found('newest', null), all.toReversed());
  }),
);

test(
  'dangerous acts are counted for each account, and after the limit the page says when to come back',
  onEachEngine(async (stage) => {
    const { ada, quill } = await cast(stage);
    const desk = await atDesk(stage, 'Ada');
    for (let index = 0; index < 60; index += 1) {
      assert.ok((await spendAct(stage.world, 'secrets', ada.id)).allowed);
    }

    const late = await desk.post(`/oauth/applications/${quill.publicId}/secrets/rotate`, { overlap: 'now' });

    assert.equal(late.status, 429);
    assert.equal((await stage.events('application.secret_rotated')).length, 0);
  }),
);

test(
  'rotating, offering, accepting and revoking ask for the password once it was typed more than five minutes ago',
  onEachEngine(async (stage) => {
    const { quill } = await cast(stage);
    const desk = await atDesk(stage, 'Ada');
    stage.pass(301);
    const path = `/oauth/applications/${quill.publicId}`;

    for (const end of ['/secrets/rotate', '/transfer', '/transfer/withdraw', '/transfer/accept', '/tokens/revoke']) {
      const answer = await desk.post(path + end, { overlap: 'now', nickname: 'Bob' });
      assert.ok(answer.status === 403 && answer.body.includes('name="confirming"'), end);
    }
  }),
);
