/** GET …/settings and POST …/tokens/revoke: what is done to an application as a whole. */
import { revokeEverything } from '../../clients/ending.ts';
import { OFFER_SECONDS, offerOf } from '../../clients/transfer.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Reply } from '../../http/request.ts';
import type { Handler } from '../../http/route.ts';
import { type SettingsView, settingsPage } from '../../pages/applications/settings.ts';
import type { World } from '../../world.ts';
import { requireAct } from './managed-act.ts';
import { type ManagedClient, requireManaged } from './managed-client.ts';
import { countedSubject } from './subject.ts';

export const showSettings: Handler = async (request, world) => {
  const managed = await requireManaged(request, world);
  return managed.ok ? await settingsReply(world, managed.value) : managed.refusal;
};

export const submitTokenRevocation: Handler = async (request, world) => {
  const managed = await requireAct(request, world, { limit: 'secrets', tab: '/settings' });
  if (!managed.ok) return managed.refusal;
  const { visitor, client, actor, path } = managed.value;
  const revoked = await revokeEverything(world, client.publicId, actor);
  return revoked ? leaveFor(visitor, `${path}/settings?done=tokens_revoked`) : problemReply(visitor, { status: 404 });
};

/** The page, again with what did not fit. */
export async function settingsReply(
  world: World,
  { visitor, client }: ManagedClient,
  refused?: Pick<SettingsView, 'typed' | 'faults'>,
): Promise<Reply> {
  const [application, offer] = await Promise.all([countedSubject(world, client), offerOf(world, client)]);
  const view = {
    application,
    offer: offer ? { nickname: offer.nickname, at: offer.offeredAt, endsAt: offer.offeredAt + OFFER_SECONDS } : null,
    typed: refused?.typed ?? '',
    faults: refused?.faults ?? {},
  };
  return pageReply(visitor, (context) => settingsPage(context, view), { status: refused ? 422 : 200 });
}
