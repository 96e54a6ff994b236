/** `latchkey applications approve` and `decline`: what the operator says about applications that wait. */
import { OPERATOR } from '../../clients/act.ts';
import { approveClient, declineClient } from '../../clients/approval.ts';
import type { SuspensionRefusal } from '../../clients/suspension.ts';
import { en } from '../../pages/text/en.ts';
import { faultWords } from '../../pages/text/texts.ts';
import { examineReason } from '../../protocol/people/suspension.ts';
import { act } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { answer, JSON_OPTION } from '../output/answer.ts';
import { namedClient, WHICH, WHICH_MISSING, WHICH_OPERAND } from './which.ts';

export const approve = act({
  says: 'Approves an application that waits for it (applications list --waiting); everybody may use it from then on.',
  operands: [WHICH_OPERAND],
  options: { 'client-id': WHICH, json: JSON_OPTION },
  run: async (call) => {
    const publicId = namedClient(call);
    if (publicId === undefined) return call.wrong(WHICH_MISSING);
    return await withWorld(call.settings, async (world) => {
      const done = await approveClient(world, { publicId }, OPERATOR);
      if (!done.ok) return call.fail(refusalWords(done.refusal, publicId));
      const { name } = done.value;
      return answer(call, `${name} (${publicId}) is approved.`, { client_id: publicId, name, state: 'approved' });
    });
  },
});

export const decline = act({
  says: 'Declines an application that waits for approval: nobody but its owner can use it, who reads why and may ask again.',
  operands: [WHICH_OPERAND],
  options: {
    'client-id': WHICH,
    reason: { says: 'Why, in one line for its owner.', value: '"R"', required: true },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const publicId = namedClient(call);
    if (publicId === undefined) return call.wrong(WHICH_MISSING);
    const because = examineReason(call.options.reason);
    if (!because.ok) return call.wrong(`--reason: ${faultWords(en, because.refusal)}`);
    return await withWorld(call.settings, async (world) => {
      const done = await declineClient(world, { publicId, because: because.value }, OPERATOR);
      if (!done.ok) return call.fail(refusalWords(done.refusal, publicId));
      const { name } = done.value;
      const said = `${name} (${publicId}) is declined. Its owner reads the reason.`;
      return answer(call, said, { client_id: publicId, name, state: 'declined' });
    });
  },
});

function refusalWords(refusal: SuspensionRefusal, publicId: string): string {
  return refusal === 'already' ? `${publicId} does not wait for approval.` : `There is no application ${publicId}.`;
}
