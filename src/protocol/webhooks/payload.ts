/**
 * What is sent about an event, as Standard Webhooks shapes it: a type, a moment and data.
 *
 * The owner of an application reads what the portal shows of its events: neither who its users are nor where they are.
 * An administrator's webhook carries the account and the detail too. Addresses and browsers are never sent.
 */
interface ToldEvent {
  /** Null for a test, which is no event. */
  readonly eventId: number | null;
  readonly kind: string;
  readonly happenedAt: number;
  readonly accountId: number | null;
  /** The public id of the application. */
  readonly clientId: string | null;
  readonly familyId: number | null;
  readonly detail: string | null;
}

export type Audience = 'owner' | 'administrator';

export function payloadOf(event: ToldEvent, audience: Audience): string {
  const about = {
    ...(event.eventId === null ? {} : { event_id: String(event.eventId) }),
    ...(event.clientId === null ? {} : { client_id: event.clientId }),
    ...(event.familyId === null ? {} : { family: String(event.familyId) }),
  };
  const more =
    audience === 'owner'
      ? {}
      : {
          ...(event.accountId === null ? {} : { account_id: event.accountId }),
          ...(event.detail === null ? {} : { detail: event.detail }),
        };
  const timestamp = new Date(event.happenedAt * 1000).toISOString();
  return JSON.stringify({ type: event.kind, timestamp, data: { ...about, ...more } });
}
