/** GET …/settings and POST …/tokens/revoke: what is done to an application as a whole. */
import { revokeEverything } from '../../clients/ending.ts';
import { problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import type { Confirmed, Posted } from '../needs.ts';
import type { ManagedClient } from './managed.ts';
import { settingsReply } from './settings-reply.ts';

export const showSettings: Handler<ManagedClient> = (_request, world, managed) => settingsReply(world, managed);

export const submitTokenRevocation: Handler<Confirmed<Posted<ManagedClient>>> = async (
  _request,
  world,
  { visitor, client, actor, path },
) => {
  const revoked = await revokeEverything(world, client.publicId, actor);
  return revoked ? leaveFor(visitor, `${path}/settings?done=tokens_revoked`) : problemReply(visitor, { status: 404 });
};
