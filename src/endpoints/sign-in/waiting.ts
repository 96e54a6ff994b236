/** Which application waits behind a sign-in, so that the page can say what the password is for. */
import { findClient } from '../../clients/find.ts';
import { readQuery } from '../../http/reading/urlencoded.ts';
import { consentPolicy } from '../../http/replying/headers.ts';
import type { WaitingApplication } from '../../pages/sign-in/sign-in.ts';
import { requestDigest } from '../../protocol/authorize/request.ts';
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import type { Form } from '../../protocol/form.ts';
import type { World } from '../../world.ts';

const AUTHORIZE = `${ENDPOINT_PATHS.authorize}?`;

/** `target` is where sign-in leads, already judged local; an application waits only for an authorization request. */
export async function waitingApplication(world: World, target: string): Promise<WaitingApplication | null> {
  const clientId = askedIn(target)?.get('client_id');
  const client = clientId === undefined ? undefined : await findClient(clientId, world);
  return client ? { clientId: client.publicId, name: client.name, logoPath: client.logoPath } : null;
}

/** The headers of a sign-in page: its form may be followed by the redirect to the application. */
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
