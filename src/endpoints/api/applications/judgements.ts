/** The operations of the management API on what administrators say of an application: approval, and limits of its own. */
import { approveClient, askForApproval, declineClient } from '../../../clients/approval.ts';
import { type Client, findClient } from '../../../clients/find.ts';
import { setOwnLimits } from '../../../clients/own-limits.ts';
import type { SuspensionRefusal } from '../../../clients/suspension.ts';
import { en } from '../../../pages/text/en.ts';
import { faultWords } from '../../../pages/text/texts.ts';
import { object, text } from '../../../protocol/api/shape.ts';
import { examineReason } from '../../../protocol/people/suspension.ts';
import { accept } from '../../../protocol/result.ts';
import type { World } from '../../../world.ts';
import { type Operation, type Outcome, operation } from '../operation.ts';
import { CLIENT_ID } from '../parts.ts';
import { invalid, problem } from '../replies.ts';
import { refusedUnknown } from './refused-unknown.ts';
import { APPLICATION, applicationBody, applicationTag, SAID_LIMITS } from './shapes.ts';

const ONE = { client_id: CLIENT_ID };
const TAG = 'applications';

const approveApplication = operation({
  id: 'approveApplication',
  method: 'POST',
  path: '/applications/{client_id}/approve',
  tag: TAG,
  says: 'Approves an application that waits for it: from now on everybody may use it.',
  explains: 'If-Match names what you looked at, so that nothing is approved that was put in its place meanwhile.',
  needs: 'all',
  parameters: ONE,
  isConditional: true,
  problems: ['conflict'],
  answer: { status: 200, says: 'It is approved.', shape: APPLICATION, hasTag: true },
  async run({ world, caller, parameters, isFor }) {
    const which = { publicId: parameters.client_id, isFor: (client: Client) => isFor(applicationTag(client)) };
    const done = await approveClient(world, which, caller.actor);
    return done.ok ? await shown(world, parameters.client_id) : refused(done.refusal, 'It does not wait for approval.');
  },
});

const declineApplication = operation({
  id: 'declineApplication',
  method: 'POST',
  path: '/applications/{client_id}/decline',
  tag: TAG,
  says: 'Declines an application that waits for approval: it stays with its owner, who reads why.',
  needs: 'all',
  parameters: ONE,
  body: object({ reason: text({ says: 'One line for its owner.', least: 1, most: 300 }) }),
  isConditional: true,
  problems: ['conflict'],
  answer: { status: 200, says: 'It is declined.', shape: APPLICATION, hasTag: true },
  async run({ world, caller, parameters, body, isFor }) {
    const because = examineReason(body.reason);
    if (!because.ok) return invalid([{ pointer: '/reason', detail: faultWords(en, because.refusal) }]);
    const which = { publicId: parameters.client_id, isFor: (client: Client) => isFor(applicationTag(client)) };
    const done = await declineClient(world, { ...which, because: because.value }, caller.actor);
    return done.ok ? await shown(world, parameters.client_id) : refused(done.refusal, 'It does not wait for approval.');
  },
});

const requestApproval = operation({
  id: 'requestApproval',
  method: 'POST',
  path: '/applications/{client_id}/request-approval',
  tag: TAG,
  says: 'Asks again for the approval of an application that was declined.',
  needs: 'own',
  parameters: ONE,
  limit: 'changes',
  problems: ['conflict'],
  answer: { status: 200, says: 'It waits again.', shape: APPLICATION, hasTag: true },
  async run({ world, caller, parameters }) {
    const done = await askForApproval(world, parameters.client_id, caller.actor);
    if (!done.ok && done.refusal === 'unknown') return await refusedUnknown({ world, caller, parameters });
    return done.ok ? await shown(world, parameters.client_id) : refused(done.refusal, 'It was not declined.');
  },
});

const changeLimits = operation({
  id: 'changeApplicationLimits',
  method: 'PATCH',
  path: '/applications/{client_id}/limits',
  tag: TAG,
  says: 'Gives an application limits of its own; null takes one back, what is not named stays as it is.',
  needs: 'all',
  parameters: ONE,
  body: object({}, SAID_LIMITS),
  isConditional: true,
  answer: { status: 200, says: 'They hold from the next request on.', shape: APPLICATION, hasTag: true },
  async run({ world, caller, parameters, body, isFor }) {
    const which = { publicId: parameters.client_id, isFor: (client: Client) => isFor(applicationTag(client)) };
    const done = await setOwnLimits(world, { ...which, change: body }, caller.actor);
    return done.ok || done.refusal === 'already'
      ? await shown(world, parameters.client_id)
      : refused(done.refusal, 'They are so already.');
  },
});

function refused(refusal: SuspensionRefusal, already: string): Outcome {
  if (refusal === 'already') return problem('conflict', already);
  return problem(refusal === 'changed' ? 'stale' : 'not-found');
}

async function shown(world: World, publicId: string): Promise<Outcome> {
  const client = await findClient(publicId, world);
  return client ? accept({ body: applicationBody(client), tag: applicationTag(client) }) : problem('not-found');
}

export const JUDGEMENT_OPERATIONS: readonly Operation[] = [
  approveApplication,
  declineApplication,
  requestApproval,
  changeLimits,
];
