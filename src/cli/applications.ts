/** `latchkey applications`: applications, as the operator registers, lists and deletes them. */
import { findNamed } from '../accounts/people.ts';
import { OPERATOR } from '../clients/act.ts';
import { deleteClient } from '../clients/ending.ts';
import { everyClient } from '../clients/find.ts';
import { liftSuspension, type SuspensionRefusal, suspendClient } from '../clients/suspension.ts';
import { en } from '../pages/text/en.ts';
import { faultWords } from '../pages/text/texts.ts';
import { examineReason } from '../protocol/people/suspension.ts';
import { approve, decline } from './applications/approval.ts';
import { create } from './applications/create.ts';
import { show } from './applications/show.ts';
import { update } from './applications/update.ts';
import { namedClient, WHICH, WHICH_MISSING, WHICH_OPERAND } from './applications/which.ts';
import { act, type Group } from './command-line.ts';
import { withWorld } from './open-world.ts';
import { answer, iso, JSON_OPTION } from './output/answer.ts';
import { listing } from './output/list.ts';

const list = act({
  says: 'Lists applications, the newest first.',
  output: 'answer',
  options: {
    owner: { says: 'Only those of this account: a nickname, an email address or a number.', value: 'NAME' },
    waiting: { says: 'Only those that wait for approval.' },
    json: { says: 'Prints JSON, one application a line.' },
  },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const { owner: name, waiting } = call.options;
      const owner = name === undefined ? null : await findNamed(world, name);
      if (name !== undefined && !owner) return call.fail(`There is no user ${name}.`);
      const say = listing(call);
      for await (const client of everyClient(world, owner?.id ?? null)) {
        const state = stateOf(client);
        if (waiting && state !== 'waiting') continue;
        const row = {
          client_id: client.publicId,
          name: client.name,
          owner: client.ownerNickname,
          type: client.kind,
          scope: client.scope,
          users: client.userCount,
          state,
          created_at: iso(client.createdAt),
        };
        // What `show` tells under other names, by those as well.
        const confidential = client.confidentialAt !== null;
        say({ ...row, owner_nickname: row.owner, confidential, scopes: client.scope.split(' ').filter(Boolean) }, row);
      }
      return 0;
    }),
});

const remove = act({
  says: 'Deletes an application; every access it had ends at once.',
  operands: [WHICH_OPERAND],
  options: { 'client-id': WHICH, json: JSON_OPTION },
  run: async (call) => {
    const publicId = namedClient(call);
    if (publicId === undefined) return call.wrong(WHICH_MISSING);
    return await withWorld(call.settings, async (world) => {
      const deleted = await deleteClient(world, publicId, OPERATOR);
      if (!deleted) return call.fail(`There is no application ${publicId}.`);
      const said = `${deleted.name} (${deleted.publicId}) is deleted, and every access it had has ended.`;
      return answer(call, said, { client_id: publicId, name: deleted.name, state: 'deleted' });
    });
  },
});

const suspend = act({
  says: 'Suspends an application: it gets no tokens, those it has are refused, and people who come from it read why.',
  operands: [WHICH_OPERAND],
  options: {
    'client-id': WHICH,
    reason: { says: 'Why, in one line that everybody may read.', value: '"R"', required: true },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const publicId = namedClient(call);
    if (publicId === undefined) return call.wrong(WHICH_MISSING);
    const because = examineReason(call.options.reason);
    if (!because.ok) return call.wrong(`--reason: ${faultWords(en, because.refusal)}`);
    return await withWorld(call.settings, async (world) => {
      const done = await suspendClient(world, { publicId, because: because.value }, OPERATOR);
      if (!done.ok) return call.fail(refusalWords(done.refusal, publicId, 'is suspended already'));
      const said = `${done.value.name} (${publicId}) is suspended. Its owner and its users read the reason.`;
      return answer(call, said, { client_id: publicId, name: done.value.name, state: 'suspended' });
    });
  },
});

const resume = act({
  says: 'Lifts the suspension of an application; what it had and has not expired works again.',
  operands: [WHICH_OPERAND],
  options: { 'client-id': WHICH, json: JSON_OPTION },
  run: async (call) => {
    const publicId = namedClient(call);
    if (publicId === undefined) return call.wrong(WHICH_MISSING);
    return await withWorld(call.settings, async (world) => {
      const done = await liftSuspension(world, publicId, OPERATOR);
      if (!done.ok) return call.fail(refusalWords(done.refusal, publicId, 'is not suspended'));
      const said = `${done.value.name} (${publicId}) is no longer suspended.`;
      return answer(call, said, { client_id: publicId, name: done.value.name, state: 'active' });
    });
  },
});

export const command: Group = {
  says: 'Registers, shows, changes, lists, approves, suspends and deletes applications.',
  acts: { create, list, show, update, approve, decline, suspend, resume, delete: remove },
};

function stateOf({ suspendedAt, waitingSince, declinedBecause }: ListedState): string {
  if (suspendedAt !== null) return 'suspended';
  if (waitingSince === null) return 'active';
  return declinedBecause === null ? 'waiting' : 'declined';
}

interface ListedState {
  readonly suspendedAt: number | null;
  readonly waitingSince: number | null;
  readonly declinedBecause: string | null;
}

function refusalWords(refusal: SuspensionRefusal, publicId: string, already: string): string {
  return refusal === 'already' ? `${publicId} ${already}.` : `There is no application ${publicId}.`;
}
