/** GET …/settings and POST …/tokens/revoke: what is done to an application as a whole. */
import { askForApproval } from '../../clients/approval.ts';
import { revokeEverything } from '../../clients/ending.ts';
import { problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import type { Confirmed, Posted } from '../needs.ts';
import type { ManagedClient } from './managed.ts';
import { settingsReply } from './settings-reply.ts';

export const showSettings: Handler<ManagedClient> = (_request, world, managed) => settingsReply(world, managed);

/** The owner of one that was declined asks again. */
export const submitApprovalRequest: Handler<Posted<ManagedClient>> = async (_request, world, managed) => {
  const { visitor, client, actor, path } = managed;
  const asked = await askForApproval(world, client.publicId, actor);
  if (asked.ok) return leaveFor(visitor, `${path}?done=approval_asked`);
  return asked.refusal === 'already'
    ? leaveFor(visitor, `${path}?done=nothing_to_do`)
    : problemReply(visitor, { status: 404 });
};

export const submitTokenRevocation: Handler<Confirmed<Posted<ManagedClient>>> = async (
  _request,
  world,
  { visitor, client, actor, path },
) => {
  const revoked = await revokeEverything(world, client.publicId, actor);
  return revoked ? leaveFor(visitor, `${path}/settings?done=tokens_revoked`) : problemReply(visitor, { status: 404 });
};
