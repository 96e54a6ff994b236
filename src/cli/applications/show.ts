/** `latchkey applications show`: one application with everything that is set of it, as the management API tells it. */
import { findClient } from '../../clients/find.ts';
import { applicationBody } from '../../endpoints/api/applications/shapes.ts';
import { act } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { JSON_OPTION } from '../output/answer.ts';
import { tellFacts } from '../output/facts.ts';
import { namedClient, WHICH, WHICH_MISSING, WHICH_OPERAND } from './which.ts';

export const show = act({
  says: 'Shows an application: what it is, what it may do and what state it is in.',
  output: 'answer',
  operands: [WHICH_OPERAND],
  options: { 'client-id': WHICH, json: JSON_OPTION },
  run: async (call) => {
    const publicId = namedClient(call);
    if (publicId === undefined) return call.wrong(WHICH_MISSING);
    return await withWorld(call.settings, async (world) => {
      const client = await findClient(publicId, world);
      if (!client) return call.fail(`There is no application ${publicId}.`);
      const facts = {
        ...applicationBody(client),
        owner_nickname: client.ownerNickname,
        verified: client.isVerified,
        first_party: client.isFirstParty,
      };
      return tellFacts(call, facts);
    });
  },
});
