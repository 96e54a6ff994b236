/** Considers an authorization request: who asks, may it be answered, and was it allowed before? */

import { type Client, findClient } from '../clients/find.ts';
import { authorizationErrorParameters } from '../protocol/authorize/answer.ts';
import { CODES_WINDOW_SECONDS, isLooping, type Lasts, lastsAgain } from '../protocol/authorize/consent-terms.ts';
import {
  type AuthorizationRequest,
  examineAuthorization,
  examineUnknown,
  type Refused,
  type Untrusted,
} from '../protocol/authorize/request.ts';
import type { ReasonToAsk } from '../protocol/authorize/silent.ts';
import { assuresClient } from '../protocol/clients/redirect-uri.ts';
import type { Form } from '../protocol/form.ts';
import { playgroundCallback, type RunOwner, readRun } from '../protocol/playground/run.ts';
import { errorUri, shortTrace } from '../protocol/refusals/short-trace.ts';
import { isWithin } from '../protocol/scope.ts';
import { isBefore } from '../protocol/tokens/liveness.ts';
import { challengeOf } from '../protocol/tokens/pkce.ts';
import { findTarget } from '../resources/find.ts';
import { countCodes } from '../storage/tables/tokens/codes.ts';
import { findLiveConsent, wasEnded } from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';

export type Considered =
  | Untrusted
  | (Refused & { readonly client: Client })
  | { readonly verdict: 'request'; readonly request: AuthorizationRequest; readonly client: Client };

/** Who stands behind the request: the account, and its session, from which runs of the playground follow. */
export interface Asker extends Pick<RunOwner, 'derive'> {
  readonly accountId: number;
}

/** `form` has the parameters of the request, whatever its source (request-source.ts). */
export async function consider(world: World, form: Form, asker: Asker | null): Promise<Considered> {
  const clientId = form.get('client_id');
  const client = clientId === undefined ? undefined : await findClient(clientId, world);
  if (client === undefined) return examineUnknown(form);
  const redirectUris = asker ? redirectUrisFor(world, client, { form, asker }) : client.redirectUris;
  const target = await findTarget(world, form.get('resource'));
  const context = { catalogue: world.settings.scopes, target };
  const examined = examineAuthorization(form, { ...client, redirectUris }, context);
  return examined.verdict === 'untrusted' ? examined : { ...examined, client };
}

/**
 * The playground's own callback counts as registered for one request: that of a run which this very session started,
 * for an application of this very account, with the challenge that belongs to it. No other request is redirected there.
 */
function redirectUrisFor(
  world: World,
  client: Client,
  { form, asker }: { readonly form: Form; readonly asker: Asker },
): readonly string[] {
  const callback = playgroundCallback(world.settings.url, client.publicId);
  if (form.get('redirect_uri') !== callback || client.ownerId !== asker.accountId) return client.redirectUris;
  const owner = { derive: asker.derive, clientId: client.publicId };
  const run = readRun(owner, form.get('state'), world.now());
  const isOwn = run !== undefined && form.get('code_challenge') === challengeOf(run.verifier);
  return isOwn ? [...client.redirectUris, callback] : client.redirectUris;
}

/** How an account and an application stand when a request comes in. */
export interface ConsentState {
  /** What was allowed before and has not ended. */
  readonly consent: { readonly id: number; readonly scope: readonly string[]; readonly endsAt: number | null } | null;
  /** The first choice of an end: what was chosen the last time, also where that end has passed. */
  readonly lasts: Lasts;
  /** True when the person need not be asked again. */
  readonly isRemembered: boolean;
  /** True when the application is the service's own, so that this account need not be asked even once. */
  readonly isImplied: boolean;
  /** True when the request would have passed, had there not been so many of its kind. */
  readonly isLooping: boolean;
}

/**
 * A request passes without asking again (SPEC D21) when it is certain which application gets the answer, and the account
 * has allowed at least this much. Public applications whose redirect any program can receive always ask.
 *
 * For one of the service's own (docs/decisions/0059) the first request passes under the same conditions. Who has ended
 * its access, chosen an end or taken a permission back is asked like for any other.
 */
export async function standingOf(
  world: World,
  asked: { readonly request: AuthorizationRequest; readonly client: Client; readonly accountId: number },
): Promise<ConsentState> {
  const { request, client, accountId } = asked;
  const key = { accountId, clientId: client.id, resourceId: request.resource?.id ?? null };
  const row = await findLiveConsent(world.database, key);
  const consent =
    row && isBefore(world.now(), row.endsAt) ? { id: row.id, scope: row.scope.split(' '), endsAt: row.endsAt } : null;
  const lasts = row ? lastsAgain({ endsAt: row.endsAt, chosenAt: row.updatedAt }) : 'until_removed';
  const wantsPage = request.prompt.includes('consent') || request.prompt.includes('select_account');
  const mayPass = isCertain(request, client) && !wantsPage;
  if (!consent || !mayPass || !isWithin(request.scope, consent.scope)) {
    const isImplied = mayPass && client.isFirstParty && !row && !(await wasEnded(world.database, accountId, client.id));
    return { consent, lasts, isRemembered: false, isImplied, isLooping: false };
  }
  const loops = await comesTooOften(world, client, consent.id);
  return { consent, lasts, isRemembered: !loops, isImplied: false, isLooping: loops };
}

/** Whether nobody but this application gets the answer. */
function isCertain({ redirect }: AuthorizationRequest, client: Client): boolean {
  return client.isConfidential || assuresClient(redirect);
}

/** Why a request that wanted nothing shown cannot pass. */
export function reasonToAsk(
  { consent, isLooping }: ConsentState,
  { request, client }: { readonly request: AuthorizationRequest; readonly client: Client },
): ReasonToAsk {
  if (!isCertain(request, client)) return 'never_certain';
  if (consent === null) return 'not_allowed';
  return isLooping ? 'too_often' : 'more_asked';
}

/** How many codes an application gets for one user in an hour before the user is asked again; 0 for any number. */
export function codesPerUser({ settings }: World, { limits }: Client): number {
  return limits.codes_per_user ?? settings.codesPerConsent;
}

async function comesTooOften(world: World, client: Client, consentId: number): Promise<boolean> {
  const most = codesPerUser(world, client);
  if (world.settings.dangerNoRateLimits || most === 0) return false;
  const window = { after: world.now() - CODES_WINDOW_SECONDS, most };
  return isLooping(await countCodes(world.database, consentId, window), most);
}

/** Where a refused request goes: back to the client, on the redirect URI that was trusted (RFC 6749 §4.1.2.1). */
export function refusalLocation(
  world: World,
  refused: Pick<Refused, 'error' | 'description' | 'redirect' | 'state' | 'responseMode'> & { readonly client: Client },
  form: Form,
): string {
  const { error, description, redirect, state, responseMode, client } = refused;
  const issuer = client.sendsIss ? world.settings.url : undefined;
  const trace = shortTrace({ clientId: client.id, endpoint: 'authorize', error, form });
  const uri = errorUri(world.settings.url, error, trace);
  return responseMode.locate(redirect, authorizationErrorParameters({ issuer, error, description, uri, state }));
}
