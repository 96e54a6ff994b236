/** What is said about a webhook when it is made or changed: where events are sent, and which ones. */
import { EVENT_GROUPS, type EventGroup } from '../event.ts';
import type { WebhookFault } from '../people/field-fault.ts';
import { accept, type Result, refuse } from '../result.ts';

export const ADDRESS_MAX_CHARACTERS = 1024;

/** The groups that concern one application; administrators may choose from all of them. */
const GROUPS_OF_APPLICATION: readonly EventGroup[] = ['application', 'consent', 'code', 'token', 'limit', 'webhook'];

export function groupsFor(isOfApplication: boolean): readonly EventGroup[] {
  return isOfApplication ? GROUPS_OF_APPLICATION : EVENT_GROUPS;
}

/** In the form in which it is called. Plain http only where the operator has allowed it, which the caller finds out. */
export function examineAddress(text: string): Result<URL, WebhookFault> {
  const typed = text.trim();
  if (typed === '') return refuse({ reason: 'webhook_url_missing' });
  if (typed.length > ADDRESS_MAX_CHARACTERS)
    return refuse({ reason: 'webhook_url_long', most: ADDRESS_MAX_CHARACTERS });
  if (!/^https?:\/\//i.test(typed)) return refuse({ reason: 'webhook_url_malformed' });
  const url = URL.parse(typed);
  if (!url) return refuse({ reason: 'webhook_url_unreadable' });
  if (url.href.length > ADDRESS_MAX_CHARACTERS)
    return refuse({ reason: 'webhook_url_long_encoded', most: ADDRESS_MAX_CHARACTERS });
  if (url.username !== '' || url.password !== '' || url.hash !== '' || typed.includes('#'))
    return refuse({ reason: 'webhook_url_malformed' });
  return accept(url);
}

export function examineGroups(
  names: readonly string[],
  offered: readonly EventGroup[],
): Result<readonly EventGroup[], WebhookFault> {
  const chosen = offered.filter((group) => names.includes(group));
  const unknown = names.filter((name) => !offered.some((group) => group === name));
  if (unknown.length > 0) return refuse({ reason: 'webhook_groups_unknown', names: unknown, offered });
  return chosen.length === 0 ? refuse({ reason: 'webhook_groups_missing' }) : accept(chosen);
}
