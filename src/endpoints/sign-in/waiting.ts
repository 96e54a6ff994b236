/** Which application waits behind a sign-in, so that nobody types a password without knowing what for. */
import { findClient } from '../../clients/find.ts';
import { readQuery } from '../../http/reading/urlencoded.ts';
import { consentPolicy } from '../../http/replying/headers.ts';
import type { Waiting } from '../../pages/sign-in/sign-in.ts';
import { requestDigest } from '../../protocol/authorize/request.ts';
import type { Form } from '../../protocol/form.ts';
import type { World } from '../../world.ts';

const AUTHORIZE = '/oauth/authorize?';

/** `target` is where the way goes on, already judged local; only an authorization request has somebody waiting. */
export async function waitingApplication(world: World, target: string): Promise<Waiting | null> {
  const clientId = askedIn(target)?.get('client_id');
  const client = clientId === undefined ? undefined : await findClient(clientId, world);
  return client ? { clientId: client.publicId, name: client.name } : null;
}

/** The headers of a page that stands in the way: its form may be followed by the redirect to the application. */
export function onwardHeaders(target: string): Readonly<Record<string, string>> {
  const redirectUri = askedIn(target)?.get('redirect_uri');
  return redirectUri === undefined ? {} : { 'Content-Security-Policy': consentPolicy(redirectUri) };
}

/** What a session remembers of the way on which its password was given: an authorization request, or nothing. */
export function requestBehind(target: string): string | null {
  const form = askedIn(target);
  return form ? requestDigest(form) : null;
}

function askedIn(target: string): Form | undefined {
  if (!target.startsWith(AUTHORIZE)) return undefined;
  const query = readQuery(target.slice(AUTHORIZE.length));
  return query.ok ? query.value : undefined;
}
