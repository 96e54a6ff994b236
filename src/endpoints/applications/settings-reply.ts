/** The settings page of an application, which holds the forms of several addresses. */
import { usualLimit } from '../../clients/own-limits.ts';
import { offerOf } from '../../clients/transfer.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Reply } from '../../http/route.ts';
import { type SettingsView, settingsPage } from '../../pages/applications/settings.ts';
import { OFFER_SECONDS } from '../../protocol/clients/offer.ts';
import { OWN_LIMIT_NAMES } from '../../protocol/clients/own-limits.ts';
import type { World } from '../../world.ts';
import { countedSubject, type ManagedClient } from './managed.ts';

/** The page, again with what was typed, or with what of it did not fit. */
export async function settingsReply(
  world: World,
  { visitor, client }: ManagedClient,
  sent: Pick<SettingsView, 'typed' | 'faults'> = { typed: '', faults: {} },
): Promise<Reply> {
  const [application, offer] = await Promise.all([countedSubject(world, client), offerOf(world, client)]);
  const { settings } = world;
  const { redirectUris, scope: scopes, isConfidential, homepageUrl, policyUrl, termsUrl, sendsIss } = client;
  const registration = {
    ...{ redirectUris, scopes, isConfidential, homepageUrl, policyUrl, termsUrl },
    sendsIssuer: sendsIss,
    baseUrl: settings.url,
    limits: settings.dangerNoRateLimits
      ? null
      : OWN_LIMIT_NAMES.map((name) => ({ name, count: client.limits[name] ?? usualLimit(settings, name) })),
  };
  const view = {
    application,
    registration,
    hasLogo: client.hasLogo,
    offer: offer ? { nickname: offer.nickname, at: offer.offeredAt, endsAt: offer.offeredAt + OFFER_SECONDS } : null,
    ...sent,
  };
  const isRefused = Object.keys(sent.faults).length > 0;
  return pageReply(visitor, (context) => settingsPage(context, view), { status: isRefused ? 422 : 200 });
}
