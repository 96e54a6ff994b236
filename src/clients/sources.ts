/** From where requests of an application came, as far as that concerns its developer. */
import { NOWHERE, type Source } from '../protocol/event.ts';
import type { Client } from './find.ts';

interface Sent {
  readonly at: number;
  readonly source: Source;
}

/**
 * A public application runs on the devices of its users, so what it sent while it was public came from them: it is shown
 * without the address and the browser, also once the application keeps a secret.
 */
export function asDeveloperSees<T extends Sent>(client: Pick<Client, 'confidentialSince' | 'givenAt'>, sent: T): T {
  const { confidentialSince } = client;
  const isOwn = confidentialSince !== null && sent.at >= confidentialSince;
  return isOwn ? asOwnerSees(client, sent) : { ...sent, source: NOWHERE };
}

/**
 * What was sent before the application was given away came from where its former owner acts. Other processes write some of it
 * down when it has long been given, so that the moment decides, and not what the transfer found.
 */
export function asOwnerSees<T extends Sent>({ givenAt }: Pick<Client, 'givenAt'>, sent: T): T {
  return givenAt !== null && sent.at <= givenAt ? { ...sent, source: NOWHERE } : sent;
}
