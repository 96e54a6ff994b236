/** Proves that an application which loses the right to manage everything while an act runs changes nothing by it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disablePerson, offerSignInLink, signOutPerson } from '../../src/accounts/administration.ts';
import { createPerson as createManaged } from '../../src/accounts/managed/creation.ts';
import { setPersonPassword } from '../../src/accounts/managed/password.ts';
import { makePersonAdministrator, setDeveloper } from '../../src/accounts/managed/rights.ts';
import { changePerson, deletePerson } from '../../src/accounts/managed.ts';
import { makeAdministratorByOperator } from '../../src/accounts/operator.ts';
import { removeAdministrator } from '../../src/accounts/operator-endings.ts';
import { type Actor, OPERATOR } from '../../src/clients/act.ts';
import { changeAdministration } from '../../src/clients/administration.ts';
import { approveClient, declineClient } from '../../src/clients/approval.ts';
import { changeClient } from '../../src/clients/change.ts';
import { deleteClient } from '../../src/clients/ending.ts';
import { setOwnLimits } from '../../src/clients/own-limits.ts';
import { registerClient } from '../../src/clients/register.ts';
import { addSecret } from '../../src/clients/secrets.ts';
import { suspendClient } from '../../src/clients/suspension.ts';
import { searchEvents } from '../../src/events/search.ts';
import { createResource } from '../../src/resources/manage.ts';
import { createWebhook } from '../../src/webhooks/manage.ts';
import type { World } from '../../src/world.ts';
import { createPerson, onEachEngine, PASSWORD, type Stage } from '../accounts/stage.ts';
import { interrupted } from '../support/interrupted.ts';
import { DETAILS, registered } from './stage.ts';

interface Target {
  readonly publicId: string;
  readonly personId: number;
}

type Manager = Actor & { readonly id: number };
type Act = (world: World, target: Target, actor: Manager) => Promise<unknown>;

const input = { nickname: 'Newcomer', email: 'newcomer@example.org', password: PASSWORD };
const resource = { name: 'Notes', scopes: ['profile'], seconds: null, isPlain: false };

const ACTS: Readonly<Record<string, Act>> = {
  'edits an application': (world, { publicId }, actor) =>
    changeClient(world, { publicId, details: { ...DETAILS, name: 'Changed' } }, actor),
  'deletes an application': (world, { publicId }, actor) => deleteClient(world, publicId, actor),
  'adds a secret': (world, { publicId }, actor) => addSecret(world, publicId, actor),
  'suspends an application': (world, { publicId }, actor) =>
    suspendClient(world, { publicId, because: 'Spam.' }, actor),
  'approves an application': (world, { publicId }, actor) => approveClient(world, { publicId }, actor),
  'declines an application': (world, { publicId }, actor) =>
    declineClient(world, { publicId, because: 'Spam.' }, actor),
  'raises a limit': (world, { publicId }, actor) =>
    setOwnLimits(world, { publicId, change: { token_requests: 9 } }, actor),
  'makes a developer': (world, { personId: id }, actor) => setDeveloper(world, actor, { id, isGiven: true }),
  'makes an administrator': (world, { personId: id }, actor) => makePersonAdministrator(world, actor, { id }),
  'sets a password': (world, { personId: id }, actor) =>
    setPersonPassword(world, actor, { id, isFor: () => true, password: 'a kettle on the stove', keepsAccess: false }),
  'makes a sign-in link': (world, { personId: id }, actor) => offerSignInLink(world, actor, id),
  'adds a webhook': (world, _, actor) =>
    createWebhook(world, { scope: null, details: { url: 'https://1.1.1.1/', groups: ['account'] } }, actor),
  'registers an application': (world, { personId }, actor) =>
    registerClient(world, { ownerId: personId, details: DETAILS, actor }),
  'makes a person': (world, _, actor) => createManaged(world, actor, { input }),
  'changes a person': (world, { personId: id }, actor) =>
    changePerson(world, actor, { id, isFor: () => true, change: { name: 'Changed' } }),
  'disables a person': (world, { personId: id }, actor) => disablePerson(world, actor, { id, because: null }),
  'signs a person out': (world, { personId: id }, actor) => signOutPerson(world, actor, id),
  'deletes a person': (world, { personId: id }, actor) => deletePerson(world, actor, { id, isFor: () => true }),
  'makes a resource': (world, _, actor) =>
    createResource(world, { identifier: 'https://notes.example/', details: resource }, actor),
};

/** What happens in the middle of an act, and leaves the application without the right. */
const LOSSES: Readonly<Record<string, (world: World, publicId: string) => Promise<{ readonly ok: boolean }>>> = {
  'it was taken back': (world, publicId) => changeAdministration(world, { publicId, isGiven: false }, OPERATOR),
  'its owner is no administrator any more': (world) => removeAdministrator(world, 'Root'),
};

for (const [loss, lose] of Object.entries(LOSSES)) {
  test(
    `an application does nothing once ${loss}, also in the middle of an act`,
    onEachEngine(async (stage) => {
      const { world } = stage;
      const { actor, target, tool } = await cast(stage);
      for (const [what, act] of Object.entries(ACTS)) {
        let before: string | undefined;
        const between = async () => {
          assert.ok((await lose(world, tool)).ok, `${what}: ${loss}`);
          before = await countedEvents(stage);
        };

        await act(interrupted(world, between), target, actor);

        assert.ok(before !== undefined, `${what}: the act tried to write`);
        assert.equal(await countedEvents(stage), before, `${what} although ${loss}`);
        await regain(stage, tool);
      }
    }),
  );
}

async function cast(stage: Stage): Promise<{ actor: Manager; target: Target; tool: string }> {
  const root = await createPerson(stage, 'Root', true);
  await createPerson(stage, 'Second', true);
  const ada = await createPerson(stage);
  const { id, publicId: tool } = await registered(stage, root.id, { name: 'Tool' });
  const { world } = stage;
  const careful = { ...world, settings: { ...world.settings, applicationApproval: 'new' as const } };
  const { publicId } = await registered({ ...stage, world: careful }, ada.id);
  assert.ok((await changeAdministration(stage.world, { publicId: tool, isGiven: true }, OPERATOR)).ok);
  const application = { id, publicId: tool, managesAll: true };
  const actor = { id: root.id, isAdmin: true, source: OPERATOR.source, application };
  return { actor, target: { publicId, personId: ada.id }, tool };
}

async function regain({ world }: Stage, publicId: string): Promise<void> {
  await makeAdministratorByOperator(world, 'Root');
  await changeAdministration(world, { publicId, isGiven: true }, OPERATOR);
}

/** Each of the acts leaves an event in its own batch, so that no new event means that nothing was written. */
async function countedEvents({ world }: Stage): Promise<string> {
  const found = await searchEvents(world, {
    kind: null,
    accountId: null,
    client: null,
    since: 0,
    until: null,
    before: null,
  });
  return String(found.events[0]?.id);
}
