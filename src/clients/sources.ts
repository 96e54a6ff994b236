/** From where requests of an application came, as far as that concerns its developer. */
import type { Source } from '../protocol/event.ts';
import type { Client } from './find.ts';

export const NOWHERE: Source = { address: null, userAgent: null };

interface Sent {
  readonly at: number;
  readonly source: Source;
}

/**
 * A public application runs on the devices of its users, so what it sent while it was public came from them: it is shown
 * without the address and the browser, also once the application keeps a secret.
 */
export function asDeveloperSees<T extends Sent>(client: Pick<Client, 'confidentialSince'>, sent: T): T {
  const { confidentialSince } = client;
  return confidentialSince !== null && sent.at >= confidentialSince ? sent : { ...sent, source: NOWHERE };
}
